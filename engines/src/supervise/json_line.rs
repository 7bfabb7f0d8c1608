//! The protocol between parents and children: a value of JSON on a line.
//!
//! `exchange` sends one request to a child process and returns the line that it answers.

use std::{
    future,
    io::{self, BufRead},
};

use serde::{Serialize, de::DeserializeOwned};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
};

/// Returns `value` as a line.
pub(crate) fn encode(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the next line, however long it is: only for input that this program wrote itself.
pub(crate) fn read<T: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<T> {
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    Ok(serde_json::from_slice(&line)?)
}

/// Sends all parts of `request` and waits for a line of at most `most` bytes.
///
/// Returns `None` if there is no such line, as when the process exits. The process may answer before
/// it has read all of the request.
pub(super) async fn exchange(
    input: &mut (impl AsyncWrite + Unpin),
    output: &mut (impl AsyncBufRead + Unpin),
    request: &[&[u8]],
    most: usize,
) -> Option<Vec<u8>> {
    let send = async {
        for piece in request {
            // The process has exited. Reading shows that too.
            if input.write_all(piece).await.is_err() {
                break;
            }
        }
        future::pending().await
    };
    let receive = async {
        let mut line = Vec::new();
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let read = output.take(most).read_until(b'\n', &mut line).await;
        (read.is_ok() && line.ends_with(b"\n")).then_some(line)
    };
    tokio::select! {
        line = receive => line,
        never = send => never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written_and_the_rest_is_left() {
        let mut input = encode(&"two\nlines").unwrap();
        assert_eq!(input, b"\"two\\nlines\"\n");
        input.extend(b"rest");
        let mut input = input.as_slice();
        assert_eq!(read::<String>(&mut input).unwrap(), "two\nlines");
        assert_eq!(input, b"rest");
        assert!(read::<String>(&mut input).is_err());
        assert!(read::<String>(&mut input).is_err());
    }
}
