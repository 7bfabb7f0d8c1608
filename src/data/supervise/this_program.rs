//! The program that workers are.

use std::{env, path::PathBuf};

/// This very program, even if another version was installed in its place meanwhile, or its folder cannot be entered by all.
pub(crate) fn this_program() -> PathBuf {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() {
        return running;
    }
    env::current_exe().unwrap_or_else(|_| "toolwright".into())
}
