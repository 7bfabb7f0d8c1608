//! [`LineReader`]: reads standard input line by line.

use std::io::{self, BufRead, BufReader, Read as _, Stdin};

use bytes::Bytes;

/// A line of input.
pub(super) enum Line {
    Whole(Bytes),
    TooLong,
}

/// Reads standard input line by line, with a limit on their length.
pub(super) struct LineReader {
    input: BufReader<Stdin>,
    max_line: usize,
}

impl LineReader {
    pub(super) fn new(max_line: usize) -> Self {
        Self {
            input: BufReader::with_capacity(64 * 1024, io::stdin()),
            max_line,
        }
    }

    pub(super) const fn max_line(&self) -> usize {
        self.max_line
    }

    /// Returns whether more input is buffered.
    pub(super) fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Reads the next line that is not blank. Returns `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Line> {
        loop {
            let line = read_line(&mut self.input, self.max_line).ok()??;
            if !matches!(&line, Line::Whole(text) if text.iter().all(u8::is_ascii_whitespace)) {
                return Some(line);
            }
        }
    }
}

/// Reads a line without its line break. The content of a line that is too long is dropped.
fn read_line(input: &mut impl BufRead, max_line: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let limit = max_line as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Some(Line::Whole(line.into())));
    }
    if line.len() as u64 == limit {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok((!line.is_empty()).then(|| Line::Whole(line.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_over_the_limit_is_dropped_and_the_next_is_read() {
        let mut input = io::Cursor::new(b"12345\n1234567\nab".to_vec());
        let mut next = || match read_line(&mut input, 5).unwrap() {
            Some(Line::Whole(line)) => Some(String::from_utf8(line.to_vec()).unwrap()),
            Some(Line::TooLong) => Some("too long".into()),
            None => None,
        };
        assert_eq!(next().as_deref(), Some("12345"));
        assert_eq!(next().as_deref(), Some("too long"));
        assert_eq!(next().as_deref(), Some("ab"));
        assert_eq!(next(), None);
    }
}
