//! The path of this program.

use std::{env, path::PathBuf};

/// Returns a path by which this very program can be started again.
///
/// On Linux that works also after another version was installed in its place, and for accounts that
/// cannot enter its folder.
pub fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return running;
    }
    env::current_exe().unwrap_or_else(|_| "toolwright".into())
}
