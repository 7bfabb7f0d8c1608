//! What an engine and its worker say to each other: lines of JSON.

use std::io;

use serde::Serialize;

/// `message` as a line.
pub(crate) fn line(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
