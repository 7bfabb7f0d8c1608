//! [`forward`]: what a worker prints goes to the log.

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::ChildStderr,
};

/// The most bytes of a line. A longer one is split.
const MOST_BYTES: u64 = 4096;

/// Writes the lines that a worker of `tool` prints to the log, until it has exited.
pub(super) fn forward(prints: ChildStderr, tool: String) {
    tokio::spawn(async move {
        let mut prints = BufReader::new(prints);
        let mut line = Vec::new();
        while let Ok(1..) = (&mut prints)
            .take(MOST_BYTES)
            .read_until(b'\n', &mut line)
            .await
        {
            let text = String::from_utf8_lossy(line.trim_ascii_end());
            tracing::info!(tool, "{text}");
            line.clear();
        }
    });
}
