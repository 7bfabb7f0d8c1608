//! [`Lines`]: the lines of a stream, each up to a limit.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The bytes that are kept of both ends of a line that is too long, to find its id.
const KEPT: usize = 512;

/// A line of a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Whole(Vec<u8>),
    /// A line that is too long: its beginning and its end.
    TooLong {
        head: Vec<u8>,
        tail: Vec<u8>,
    },
}

/// Reads a stream line by line.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    limit: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self {
            input: BufReader::with_capacity(64 * 1024, input),
            limit,
        }
    }

    /// Reads the next line, without its end. Returns `None` at the end of the stream.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut tail = Vec::new();
        loop {
            let part = self.input.fill_buf().await?;
            if part.is_empty() {
                return Ok((!line.is_empty()).then_some(Line::Whole(line)));
            }
            let end = memchr::memchr(b'\n', part);
            let piece = &part[..end.unwrap_or(part.len())];
            let fits = tail.is_empty() && line.len() + piece.len() <= self.limit;
            if fits {
                line.extend_from_slice(piece);
            } else {
                if line.len() < KEPT {
                    line.extend_from_slice(&piece[..piece.len().min(KEPT)]);
                }
                line.truncate(KEPT);
                keep_end(&mut tail, piece);
            }
            let used = end.map_or(part.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(match tail.is_empty() {
                    true => Line::Whole(line),
                    false => Line::TooLong { head: line, tail },
                }));
            }
        }
    }
}

/// Appends `piece` and keeps the end.
fn keep_end(tail: &mut Vec<u8>, piece: &[u8]) {
    tail.extend_from_slice(&piece[piece.len().saturating_sub(KEPT)..]);
    let surplus = tail.len().saturating_sub(KEPT);
    tail.drain(..surplus);
}

/// Returns the number of the request that a line answers which is too long to be parsed, from its
/// two ends.
pub(super) fn id_at_ends(head: &[u8], tail: &[u8]) -> Option<i64> {
    let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
    // Some write the id first, others last.
    let first = head
        .split_once("\"id\"")
        .filter(|(before, _)| !before.contains("\"result\"") && !before.contains("\"error\""));
    let last = || tail.rsplit_once("\"id\"");
    let (_, after) = first.or_else(last)?;
    let number = after.trim_start().strip_prefix(':')?.trim_start();
    let digits = number.len()
        - number
            .trim_start_matches(|one: char| one.is_ascii_digit())
            .len();
    number[..digits].parse().ok()
}
