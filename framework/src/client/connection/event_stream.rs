//! [`EventParser`]: parses a stream of server-sent events as it arrives.
//!
//! By hand: the parsers of crates have no limit for an event, and keep what is too long.

use std::time::Duration;

use super::error::ConnectionError;

/// An event of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// The field `event`, or nothing.
    pub(super) name: String,
    pub(super) data: Vec<u8>,
    /// The field `id`.
    pub(super) id: Option<String>,
    /// The field `retry`: how long to wait before the stream is opened again.
    pub(super) retry: Option<Duration>,
}

/// Parses a stream of server-sent events as it arrives.
#[derive(Debug)]
pub(super) struct EventParser {
    line: Vec<u8>,
    event: Event,
    has_data: bool,
    /// Whether the last byte was a carriage return, which a line feed may follow.
    after_return: bool,
    limit: usize,
}

impl EventParser {
    /// Creates a parser for events of up to `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            line: Vec::new(),
            event: Event::default(),
            has_data: false,
            after_return: false,
            limit,
        }
    }

    /// Parses a piece of the stream, and returns the events that it completes.
    ///
    /// # Errors
    /// If an event is too long. The stream is of no use after that.
    pub(super) fn push(&mut self, mut piece: &[u8]) -> Result<Vec<Event>, ConnectionError> {
        let mut events = Vec::new();
        while !piece.is_empty() {
            if self.after_return && piece[0] == b'\n' {
                piece = &piece[1..];
                self.after_return = false;
                continue;
            }
            self.after_return = false;
            let end = memchr::memchr2(b'\n', b'\r', piece);
            self.line
                .extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
            if self.line.len() + self.event.data.len() > self.limit {
                return Err(ConnectionError::TooLarge { limit: self.limit });
            }
            let Some(end) = end else { break };
            self.after_return = piece[end] == b'\r';
            piece = &piece[end + 1..];
            let line = std::mem::take(&mut self.line);
            events.extend(self.take_line(&line));
        }
        Ok(events)
    }

    /// Takes a line. An empty one ends an event.
    fn take_line(&mut self, line: &[u8]) -> Option<Event> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match &line[..colon] {
            b"data" => {
                if self.has_data {
                    self.event.data.push(b'\n');
                }
                self.event.data.extend_from_slice(value);
                self.has_data = true;
            }
            b"event" => self.event.name = String::from_utf8_lossy(value).into_owned(),
            b"retry" => {
                let millis = str::from_utf8(value).ok().and_then(|it| it.parse().ok());
                self.event.retry = millis.map(Duration::from_millis);
            }
            b"id" => self.event.id = Some(String::from_utf8_lossy(value).into_owned()),
            _ => {}
        }
        None
    }
}
