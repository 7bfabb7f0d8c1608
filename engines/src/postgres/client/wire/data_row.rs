//! `DataRow` messages: the values of a row, added to [`Rows`].

use std::io;

use super::message_stream::{MessageStream, malformed};
use crate::postgres::render::Rows;

/// The largest value that is read to its end, although only its beginning is kept. Reading 1 GB
/// takes seconds, and the connection as long.
const MAX_VALUE: usize = 64 << 20;

/// The reason why a row could not be read.
#[derive(Debug)]
pub(in crate::postgres) enum RowError {
    Socket(io::Error),
    /// A value is so long that it is not read to its end.
    Huge {
        /// The index of its column.
        column: usize,
        bytes: usize,
    },
}

impl From<io::Error> for RowError {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}

/// Adds a row whose message has arrived completely.
pub(in crate::postgres) fn read_buffered(body: &[u8], rows: &mut Rows) -> io::Result<()> {
    let (count, mut rest) = body.split_first_chunk().ok_or_else(malformed)?;
    let count = u16::from_be_bytes(*count);
    check_count(count, rows)?;
    if !rows.begin_row() {
        return Ok(());
    }
    for _ in 0..count {
        let (length, after) = rest.split_first_chunk().ok_or_else(malformed)?;
        // A negative length stands for null.
        let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
            rows.push_null();
            rest = after;
            continue;
        };
        let (bytes, after) = after.split_at_checked(length).ok_or_else(malformed)?;
        rows.push_value(bytes, length);
        rest = after;
    }
    rows.end_row();
    Ok(())
}

/// Adds a row while it arrives. The part of a value beyond the limit is never held in memory.
pub(in crate::postgres) async fn read_streamed(
    stream: &mut MessageStream,
    rows: &mut Rows,
) -> Result<(), RowError> {
    let count = stream.take_u16().await?;
    check_count(count, rows)?;
    if !rows.begin_row() {
        return Ok(());
    }
    for column in 0..usize::from(count) {
        let length = stream.take_i32().await?;
        let Ok(length) = usize::try_from(length) else {
            rows.push_null();
            continue;
        };
        if length > MAX_VALUE && length > rows.cell_bytes() {
            return Err(RowError::Huge {
                column,
                bytes: length,
            });
        }
        let kept = length.min(rows.cell_bytes());
        rows.push_value(stream.take(kept).await?, length);
        stream.skip(length - kept).await?;
        if rows.is_too_large() {
            break;
        }
    }
    rows.end_row();
    Ok(())
}

fn check_count(count: u16, rows: &Rows) -> io::Result<()> {
    match usize::from(count) == rows.columns().len() {
        true => Ok(()),
        false => Err(malformed()),
    }
}
