//! [`Twin`]: the process of the rmcp server.

use std::{
    env,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// The variable with the path of the twin's program, set by `tests/run`.
const VARIABLE: &str = "TOOLWRIGHT_TEST_TWIN";

/// The twin over HTTP. It is killed when this is dropped.
pub(super) struct Twin {
    process: Child,
    pub(super) address: SocketAddr,
}

/// Returns the path of the twin's program. Panics without one, because a skipped test would look
/// like a passed one.
pub(super) fn program() -> PathBuf {
    let path = env::var_os(VARIABLE);
    path.unwrap_or_else(|| panic!("`{VARIABLE}` is not set: run this with `tests/run`"))
        .into()
}

impl Twin {
    pub(super) fn start() -> Self {
        let mut process = Command::new(program())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        Self {
            process,
            address: line.trim().parse().unwrap(),
        }
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
