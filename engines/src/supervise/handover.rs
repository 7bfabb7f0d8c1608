//! Secrets that are handed over to this program, started again without them in its environment.
//!
//! The environment that a process was started with can be read in `/proc` by everything that runs
//! as the same user, also by executed code, for as long as the process lives. So a server that
//! executes code starts itself again: the same process becomes the same program, and gets the
//! secrets through a pipe.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    os::{
        fd::AsRawFd as _,
        unix::{fs::MetadataExt as _, process::CommandExt as _},
    },
    path::PathBuf,
    process::Command,
    sync::LazyLock,
};

use super::program::this_program;

/// The variable with the number of the pipe.
const PIPE: &str = "__TOOLWRIGHT_SECRETS";

/// The most bytes that a pipe takes without a reader, on all systems.
const MAX_BYTES: usize = 4096;

/// Returns the variables that were handed over to this process.
pub fn received() -> &'static BTreeMap<String, String> {
    static RECEIVED: LazyLock<BTreeMap<String, String>> =
        LazyLock::new(|| receive().unwrap_or_default());
    &RECEIVED
}

fn receive() -> Option<BTreeMap<String, String>> {
    let number: u32 = env::var(PIPE).ok()?.parse().ok()?;
    let mut text = Vec::new();
    let pipe = File::open(format!("/proc/self/fd/{number}")).ok()?;
    pipe.take(MAX_BYTES as u64).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Becomes this program again, without these variables in its environment. They are
/// received by then.
///
/// Returns only if that is not possible.
pub fn restart_without(names: &[String]) -> io::Error {
    match handed_over(names) {
        Ok(mut command) => command.exec(),
        Err(error) => error,
    }
}

fn handed_over(names: &[String]) -> io::Result<Command> {
    let values = names
        .iter()
        .filter_map(|name| Some((name, env::var(name).ok()?)));
    let text = serde_json::to_vec(&values.collect::<BTreeMap<_, _>>())?;
    if text.len() > MAX_BYTES {
        return Err(io::Error::other("the secrets are too long for a pipe"));
    }
    let (reader, writer) = rustix::pipe::pipe()?;
    File::from(writer).write_all(&text)?;
    let mut words = env::args_os();
    let mut command = Command::new(path());
    command
        .arg0(words.next().unwrap_or_else(|| "toolwright".into()))
        .args(words)
        .env(PIPE, reader.as_raw_fd().to_string());
    for name in names {
        command.env_remove(name);
    }
    // The program that is executed inherits it, and `exec` does not return.
    std::mem::forget(reader);
    Ok(command)
}

/// Returns the path of this program, by which its process is named. It may have been replaced.
fn path() -> PathBuf {
    let running = this_program();
    let identity = |path: &PathBuf| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    let named = env::current_exe().ok();
    let named =
        named.filter(|named| identity(named).is_some_and(|one| identity(&running) == Some(one)));
    named.unwrap_or(running)
}
