//! A program that listens, as a child process.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command},
};

/// A server that listens.
#[derive(Debug)]
pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Serving {
    /// Starts it, and waits until it says where it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let stderr = child.stderr.as_mut().unwrap();
        // Nothing is read that comes after the line.
        BufReader::with_capacity(1, stderr)
            .read_line(&mut line)
            .unwrap();
        let address = line
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.strip_suffix("/mcp\n"));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Self { child, address }
    }
}
