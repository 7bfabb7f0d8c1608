//! A program that listens, as a child process.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command},
};

/// A server that listens, until it is dropped.
#[derive(Debug)]
pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Serving {
    /// Starts it, and waits until it says where it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let stderr = child.stderr.as_mut().unwrap();
        // Nothing is read that comes after the line.
        let mut lines = BufReader::with_capacity(1, stderr).lines();
        let mut said = Vec::new();
        let address = loop {
            let line = lines.next().unwrap_or_else(|| panic!("{said:?}")).unwrap();
            let rest = line.strip_prefix("listening on http://");
            match rest.and_then(|rest| rest.strip_suffix("/mcp")) {
                Some(address) => break address.to_owned(),
                None => said.push(line),
            }
        };
        Self { child, address }
    }

    /// Kills it, and waits until it has ended.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
