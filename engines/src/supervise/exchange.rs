//! [`exchange`]: one request to a child process, and the line that it answers.

use std::future;

use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
};

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
