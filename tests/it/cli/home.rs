//! [`Home`]: a folder for one test, and the programs that run in it.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

/// A home folder that is gone when the test is over.
pub(super) struct Home(PathBuf);

impl Home {
    pub(super) fn new() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("home-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(super) fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// The `toolwright` binary, which serves HTTP by default.
    pub(super) fn toolwright(&self, words: &[&str]) -> Command {
        self.program(Path::new(env!("CARGO_BIN_EXE_toolwright")), words)
    }

    /// An example, which speaks on standard input and output by default.
    pub(super) fn example(&self, name: &str, words: &[&str]) -> Command {
        let tests = std::env::current_exe().unwrap();
        let built = tests.ancestors().nth(2).unwrap();
        let path = built.join("examples").join(name);
        assert!(
            path.exists(),
            "`cargo build --examples` builds {}",
            path.display()
        );
        self.program(&path, words)
    }

    pub(super) fn program(&self, path: &Path, words: &[&str]) -> Command {
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
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a program left behind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Ended {
    /// What a program that did its work and said nothing else printed.
    pub(super) fn answer(self) -> String {
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
pub(super) fn run(mut command: Command) -> Ended {
    command.output().unwrap().into()
}

/// Runs to the end, with this on standard input.
pub(super) fn run_with_input(mut command: Command, input: &str) -> Ended {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap().into()
}
