//! A server as a child process, with its pipes in the test's hands.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::PathBuf,
    process::{ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{home::Home, patience::LONG};

/// A server as a child process. It is killed when the test drops it.
#[derive(Debug)]
pub(crate) struct Child {
    process: std::process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The text of standard error, complete once it has ended.
    errors: Receiver<String>,
}

impl Child {
    /// The example of this name.
    pub(crate) fn example(name: &str) -> Self {
        Self::spawn(&mut Command::new(example_path(name)))
    }

    /// The `toolwright` binary, which keeps what it keeps in `home`.
    pub(crate) fn toolwright(home: &Home) -> Self {
        Self::spawn(&mut home.toolwright(&["stdio"]))
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// This test binary, as the server that the test named `test` serves when `variable` is set.
    pub(crate) fn itself(test: &str, variable: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args([
                "--exact",
                test,
                "--nocapture",
                "--quiet",
                "--test-threads=2",
            ])
            .env(variable, "1");
        let child = Self::spawn(&mut command);
        // The lines that the test runner prints before the test begins.
        assert_eq!(child.line(), "");
        assert_eq!(child.line(), "running 1 test");
        child
    }

    /// Any program.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut errors = process.stderr.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let (said, errors_heard) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).ok();
            said.send(text).ok();
        });
        Self {
            input: process.stdin.take(),
            process,
            lines,
            errors: errors_heard,
        }
    }

    /// Writes one line.
    pub(crate) fn write(&mut self, line: impl AsRef<[u8]>) {
        self.write_bytes([line.as_ref(), b"\n"].concat());
    }

    /// Writes bytes as they are.
    pub(crate) fn write_bytes(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes.as_ref()).unwrap();
    }

    /// Sends one message.
    pub(crate) fn send(&mut self, message: &Value) {
        self.write(message.to_string());
    }

    /// Sends a request and gives the next message.
    pub(crate) fn ask(&mut self, id: impl Into<Value>, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params}));
        self.message()
    }

    /// Shakes hands for this revision.
    pub(crate) fn initialize(&mut self, revision: &str) -> Value {
        let params = json!({
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": {"name": "it", "version": "1"},
        });
        let greeting = self.ask(0, "initialize", params);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        greeting
    }

    /// The next line.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(LONG).unwrap_or_else(|none| {
            let errors = match none {
                RecvTimeoutError::Disconnected => self.errors(),
                RecvTimeoutError::Timeout => String::new(),
            };
            panic!("no line comes ({none}): {errors}")
        })
    }

    /// The next line, which must be a message.
    pub(crate) fn message(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not protocol: {line}"))
    }

    /// Closes the child's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the child's input and waits for its end: how it ended, after how long, the lines until then, and what it
    /// wrote to standard error.
    pub(crate) fn end(mut self) -> Ended {
        self.close_input();
        let start = Instant::now();
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(LONG) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the child does not end: {lines:?}"),
            }
        }
        let status = self.process.wait().unwrap();
        let after = start.elapsed();
        Ended {
            status,
            after,
            lines,
            errors: self.errors(),
        }
    }

    fn errors(&self) -> String {
        self.errors.recv_timeout(LONG).expect("the child ends")
    }
}

/// Returns the path of an example. Cargo puts examples beside the folder of this program.
pub(crate) fn example_path(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap();
    let path = built.join("examples").join(name);
    assert!(
        path.exists(),
        "`cargo build --examples` builds {}",
        path.display()
    );
    path
}

impl Drop for Child {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// How a child ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) after: Duration,
    pub(crate) lines: Vec<String>,
    pub(crate) errors: String,
}
