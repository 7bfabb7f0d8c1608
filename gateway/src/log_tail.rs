//! [`LogTail`]: the last lines of a program's standard error.

use std::{collections::VecDeque, sync::Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, BufReader};
use toolwright_base::lock;

/// The lines that are kept, and the most bytes of one.
const MAX_LINES: usize = 200;
const MAX_LINE: u64 = 1_000;

/// The last lines of a program's standard error.
#[derive(Default)]
pub(crate) struct LogTail(Mutex<VecDeque<String>>);

impl LogTail {
    /// Returns the lines, the oldest first.
    pub(crate) fn lines(&self) -> Vec<String> {
        lock(&self.0).iter().cloned().collect()
    }

    /// Forgets the lines of an earlier program.
    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    /// Reads until the end.
    pub(crate) async fn read(&self, errors: impl AsyncRead + Unpin) {
        let mut errors = BufReader::new(errors);
        loop {
            let mut line = Vec::new();
            let read = (&mut errors)
                .take(MAX_LINE)
                .read_until(b'\n', &mut line)
                .await;
            if !read.is_ok_and(|read| read > 0) {
                return;
            }
            let mut lines = lock(&self.0);
            if lines.len() == MAX_LINES {
                lines.pop_front();
            }
            lines.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
    }
}
