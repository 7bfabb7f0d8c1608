//! [`Link`]: a socket, and what was read from it and is not yet used, cut into messages.
//!
//! It always knows how much of the message at hand is still to come. So whoever waits on it may go away at any time, and another may
//! go on from there.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{error::ServerError, socket::Socket};

/// How much is read at once.
const BUFFER: usize = 64 << 10;
/// The longest message that is held whole. Rows and errors may be longer: they are taken in pieces.
const LONGEST: usize = 1 << 20;
/// How much of each part of an error is kept.
const LONGEST_PART: usize = 4 << 10;

/// A socket, cut into messages.
#[derive(Debug)]
pub(in crate::data::postgres) struct Link {
    socket: Socket,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// How much of the message at hand is not yet used.
    left: usize,
    /// Whether anything came since the last [`send`](Self::send).
    heard: bool,
    /// Whether a message may be half written.
    is_writing: bool,
}

impl Link {
    pub(super) fn new(socket: Socket) -> Self {
        Self {
            socket,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            left: 0,
            heard: false,
            is_writing: false,
        }
    }

    /// Writes whole messages.
    pub(super) async fn send(&mut self, messages: &[u8]) -> io::Result<()> {
        self.heard = false;
        self.is_writing = true;
        self.socket.write_all(messages).await?;
        self.socket.flush().await?;
        self.is_writing = false;
        Ok(())
    }

    pub(super) fn heard(&self) -> bool {
        self.heard
    }

    pub(super) fn is_writing(&self) -> bool {
        self.is_writing
    }

    /// The next message's kind, after what is left of the last one.
    pub(in crate::data::postgres) async fn next(&mut self) -> io::Result<u8> {
        self.skip(self.left).await?;
        self.fill(5).await?;
        let (tag, length) = header(self.here()).ok_or_else(malformed)?;
        self.start += 5;
        self.left = length;
        Ok(tag)
    }

    /// The next message's contents, if it is of this kind and all of it is here.
    pub(in crate::data::postgres) fn next_if(&mut self, wanted: u8) -> Option<&[u8]> {
        if self.left > 0 {
            return None;
        }
        let (tag, length) = header(self.here())?;
        if tag != wanted || self.here().len() < 5 + length {
            return None;
        }
        let from = self.start + 5;
        self.start = from + length;
        Some(&self.buffer[from..from + length])
    }

    /// The contents of a message that is short by its nature.
    pub(in crate::data::postgres) async fn whole(&mut self) -> io::Result<&[u8]> {
        if self.left > LONGEST {
            return Err(malformed());
        }
        self.take(self.left).await
    }

    /// The next bytes of the message.
    pub(in crate::data::postgres) async fn take(&mut self, count: usize) -> io::Result<&[u8]> {
        if count > self.left {
            return Err(malformed());
        }
        self.fill(count).await?;
        let from = self.start;
        self.start += count;
        self.left -= count;
        Ok(&self.buffer[from..from + count])
    }

    pub(in crate::data::postgres) async fn take_u16(&mut self) -> io::Result<u16> {
        let bytes = self.take(2).await?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub(in crate::data::postgres) async fn take_i32(&mut self) -> io::Result<i32> {
        let bytes = self.take(4).await?;
        Ok(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Leaves out the next bytes of the message, without room for all of them.
    pub(in crate::data::postgres) async fn skip(&mut self, mut count: usize) -> io::Result<()> {
        if count > self.left {
            return Err(malformed());
        }
        while count > 0 {
            if self.here().is_empty() {
                self.read(1).await?;
            }
            let part = count.min(self.here().len());
            self.start += part;
            self.left -= part;
            count -= part;
        }
        Ok(())
    }

    /// An error, or a notice. However long it is, only the beginning of each part is kept.
    pub(in crate::data::postgres) async fn error(&mut self) -> io::Result<Box<ServerError>> {
        let mut error = Box::new(ServerError::default());
        loop {
            let kind = self.take(1).await?[0];
            if kind == 0 {
                self.skip(self.left).await?;
                return Ok(error);
            }
            let text = self.text(LONGEST_PART).await?;
            match kind {
                b'C' => error.code = text,
                b'M' => error.message = text,
                b'D' => error.detail = Some(text),
                b'H' => error.hint = Some(text),
                b'P' => error.position = text.parse().ok(),
                b'V' => error.is_fatal = text != "ERROR",
                _ => {}
            }
        }
    }

    /// The text up to the next zero, of which at most so many bytes are kept.
    async fn text(&mut self, most: usize) -> io::Result<String> {
        let mut kept = Vec::new();
        loop {
            if self.left == 0 {
                return Err(malformed());
            }
            self.fill(1).await?;
            let here = &self.buffer[self.start..self.end];
            let here = &here[..here.len().min(self.left)];
            let zero = memchr::memchr(0, here);
            let text = &here[..zero.unwrap_or(here.len())];
            let room = most - kept.len();
            kept.extend_from_slice(&text[..text.len().min(room)]);
            let used = text.len() + usize::from(zero.is_some());
            self.start += used;
            self.left -= used;
            if zero.is_some() {
                return Ok(String::from_utf8_lossy(&kept).into_owned());
            }
        }
    }

    fn here(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    async fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while self.here().len() < wanted {
            self.read(wanted).await?;
        }
        Ok(())
    }

    /// Reads once, with room for so many bytes in all.
    async fn read(&mut self, wanted: usize) -> io::Result<()> {
        self.make_room(wanted);
        match self.socket.read(&mut self.buffer[self.end..]).await? {
            0 => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the server closed it",
            )),
            count => {
                self.end += count;
                self.heard = true;
                Ok(())
            }
        }
    }

    fn make_room(&mut self, wanted: usize) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            // A long value is rare, and its room is not kept for the next one.
            if self.buffer.len() > BUFFER && wanted <= BUFFER {
                self.buffer = vec![0; BUFFER];
            }
        }
        if self.end == self.buffer.len() || self.buffer.len() - self.start < wanted {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            if self.buffer.len() < wanted {
                self.buffer.resize(wanted, 0);
            }
        }
    }

    /// How much memory the buffer takes.
    #[cfg(test)]
    pub(in crate::data::postgres) fn buffer_size(&self) -> usize {
        self.buffer.capacity()
    }

    /// Whether the other side has neither hung up nor said that it will.
    pub(super) fn seems_open(&self) -> bool {
        match self.socket.peek() {
            // What it says unasked is about settings, or it is its last word.
            Ok(Some(first)) => self.socket.is_secured() || first != b'E',
            Ok(None) => true,
            Err(_) => false,
        }
    }

    pub(super) fn socket(&mut self) -> &mut Socket {
        &mut self.socket
    }
}

/// The kind and the length of the message that begins here.
fn header(bytes: &[u8]) -> Option<(u8, usize)> {
    let [tag, a, b, c, d, ..] = *bytes else {
        return None;
    };
    let length = u32::from_be_bytes([a, b, c, d]);
    Some((tag, length.checked_sub(4)? as usize))
}

/// What came is not a message.
pub(in crate::data::postgres) fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is malformed")
}
