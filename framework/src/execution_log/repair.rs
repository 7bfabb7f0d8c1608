//! Repairs a file whose last line is incomplete, because the process that wrote it was killed.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::IgnoredAny;
use toolwright_base::files::append_to_private;

use super::{disk::LogFile, file_name::TORN};

const CHUNK: u64 = 64 << 10;

/// Moves an incomplete last line to a file beside this one. The file must have no other writer.
pub(super) fn repair_last_line(
    file: &dyn LogFile,
    path: &Path,
    now: DateTime<Utc>,
) -> io::Result<()> {
    let length = file.file().metadata()?.len();
    let start = last_line(file.file(), length)?;
    if start == length || is_complete(file.file(), start, length)? {
        return Ok(());
    }
    let beside = beside(path);
    keep_aside(file.file(), start, length, &beside, now)?;
    file.truncate(start)?;
    tracing::warn!(
        file = %path.display(),
        kept = %beside.display(),
        bytes = length - start,
        "the last record of the execution log is incomplete: moved it to a file of its own"
    );
    Ok(())
}

/// Returns the position of the last line, or the end of the file if it is empty.
fn last_line(mut file: &File, length: u64) -> io::Result<u64> {
    // The newline at the very end belongs to the last line.
    let mut end = length.saturating_sub(1);
    let mut chunk = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(CHUNK);
        chunk.clear();
        file.seek(SeekFrom::Start(start))?;
        file.take(end - start).read_to_end(&mut chunk)?;
        if let Some(at) = memchr::memrchr(b'\n', &chunk) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Whether a line is one JSON object with a newline after it.
fn is_complete(mut file: &File, start: u64, length: u64) -> io::Result<bool> {
    let mut edge = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut edge)?;
    if edge != *b"\n" {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut edge)?;
    file.seek(SeekFrom::Start(start))?;
    let line = BufReader::new(file.take(length - start));
    Ok(edge == *b"{" && serde_json::from_reader::<_, IgnoredAny>(line).is_ok())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(TORN);
    name.into()
}

/// Appends the line to the file for such lines, under a comment with the time, and syncs it to the
/// disk.
fn keep_aside(
    mut file: &File,
    start: u64,
    length: u64,
    beside: &Path,
    now: DateTime<Utc>,
) -> io::Result<()> {
    let mut aside = append_to_private(beside)?;
    let time = now.to_rfc3339_opts(SecondsFormat::Secs, true);
    writeln!(aside, "# {} bytes, cut off at {time}", length - start)?;
    file.seek(SeekFrom::Start(start))?;
    io::copy(&mut file.take(length - start), &mut aside)?;
    aside.write_all(b"\n")?;
    aside.sync_all()
}
