//! [`Home`]: a folder for one test, and the programs that run in it.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use toolwright::Server;
use toolwright_server::app;

use super::stdio::example_path;

/// A home folder that is gone when the test is over.
#[derive(Debug)]
pub(crate) struct Home(PathBuf);

impl Home {
    pub(crate) fn new() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("home-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // A test of the same process number that was killed may have left its own.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// The `toolwright` server in this process, with these settings. What it keeps, it keeps here.
    pub(crate) fn server(&self, variables: &[(&str, &str)]) -> Server {
        self.server_with_worker(env!("CARGO_BIN_EXE_toolwright"), variables)
    }

    /// The same with another program for its workers.
    pub(crate) fn server_with_worker(&self, worker: &str, variables: &[(&str, &str)]) -> Server {
        let folder = self.join("data").to_string_lossy().into_owned();
        let mut settings = vec![("TOOLWRIGHT_DATA_DIR", folder.as_str())];
        settings.extend(variables);
        app::server_with(worker.as_ref(), settings).unwrap()
    }

    /// The `toolwright` binary, which serves HTTP by default.
    pub(crate) fn toolwright(&self, words: &[&str]) -> Command {
        self.program(Path::new(env!("CARGO_BIN_EXE_toolwright")), words)
    }

    /// An example, which speaks on standard input and output by default.
    pub(crate) fn example(&self, name: &str, words: &[&str]) -> Command {
        self.program(&example_path(name), words)
    }

    pub(crate) fn program(&self, path: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(path);
        command
            .args(words)
            .env_clear()
            .env("HOME", &self.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        for folder in ["data", ".local/share/toolwright"] {
            remove_outside(&self.join(folder).join("postgres"));
        }
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes what the database of a folder has outside of it: all of it, where its account cannot come there, and its socket, where the
/// path would be too long.
pub(crate) fn remove_outside(database: &Path) {
    for link in ["elsewhere", "socket"] {
        if let Ok(outside) = fs::read_link(database.join(link)) {
            let _ = fs::remove_dir_all(outside);
        }
    }
}

/// Settings that a test has put together, as a server or a command takes them.
pub(crate) fn borrowed<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    let settings = settings.iter();
    settings
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

/// The output and exit code of a program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// Returns the standard output of a program that succeeded and printed nothing else.
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""));
        self.stdout
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs to the end.
pub(crate) fn run(mut command: Command) -> Ended {
    command.output().unwrap().into()
}

/// Runs to the end, with this on standard input.
pub(crate) fn run_with_input(mut command: Command, input: &str) -> Ended {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap().into()
}
