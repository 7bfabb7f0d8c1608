//! [`MessageStream`]: a buffered socket that is read message by message.
//!
//! It always knows how much of the current message is still to come. So a future that reads from it
//! can be dropped at any time, and another one can go on from there.

use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{error::ServerError, socket::Socket};

/// The usual size of the buffer, in bytes.
const BUFFER_SIZE: usize = 64 << 10;
/// The longest body that is read at once. Rows and errors may be longer: they are read in parts.
const MAX_BODY: usize = 1 << 20;
/// How many bytes of each field of an error are kept.
const MAX_ERROR_FIELD: usize = 4 << 10;

/// A buffered socket that is read message by message.
#[derive(Debug)]
pub(in crate::postgres) struct MessageStream {
    socket: Socket,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// How many bytes of the current message are not read yet.
    left: usize,
    /// Whether anything arrived since the last [`send`](Self::send).
    has_received: bool,
    /// Whether a message may be partly written.
    is_writing: bool,
}

impl MessageStream {
    pub(super) fn new(socket: Socket) -> Self {
        Self {
            socket,
            buffer: vec![0; BUFFER_SIZE],
            start: 0,
            end: 0,
            left: 0,
            has_received: false,
            is_writing: false,
        }
    }

    /// Sends complete messages.
    pub(super) async fn send(&mut self, messages: &[u8]) -> io::Result<()> {
        self.has_received = false;
        self.is_writing = true;
        self.socket.write_all(messages).await?;
        self.socket.flush().await?;
        self.is_writing = false;
        Ok(())
    }

    pub(super) fn has_received(&self) -> bool {
        self.has_received
    }

    pub(super) fn is_writing(&self) -> bool {
        self.is_writing
    }

    /// Skips the rest of the current message, and returns the tag of the next one.
    pub(in crate::postgres) async fn next(&mut self) -> io::Result<u8> {
        self.skip(self.left).await?;
        self.fill(5).await?;
        let (tag, length) = header(self.buffered()).ok_or_else(malformed)?;
        self.start += 5;
        self.left = length;
        Ok(tag)
    }

    /// Returns the body of the next message, if it has this tag and is completely in the buffer.
    pub(in crate::postgres) fn next_if(&mut self, wanted: u8) -> Option<&[u8]> {
        if self.left > 0 {
            return None;
        }
        let (tag, length) = header(self.buffered())?;
        if tag != wanted || self.buffered().len() < 5 + length {
            return None;
        }
        let from = self.start + 5;
        self.start = from + length;
        Some(&self.buffer[from..from + length])
    }

    /// Returns the rest of the current message.
    ///
    /// # Errors
    /// If it is longer than messages of this kind ever are.
    pub(in crate::postgres) async fn body(&mut self) -> io::Result<&[u8]> {
        if self.left > MAX_BODY {
            return Err(malformed());
        }
        self.take(self.left).await
    }

    /// Returns the next bytes of the current message.
    pub(in crate::postgres) async fn take(&mut self, count: usize) -> io::Result<&[u8]> {
        if count > self.left {
            return Err(malformed());
        }
        self.fill(count).await?;
        let from = self.start;
        self.start += count;
        self.left -= count;
        Ok(&self.buffer[from..from + count])
    }

    pub(in crate::postgres) async fn take_u16(&mut self) -> io::Result<u16> {
        let bytes = self.take(2).await?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub(in crate::postgres) async fn take_i32(&mut self) -> io::Result<i32> {
        let bytes = self.take(4).await?;
        Ok(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Skips the next bytes of the current message, without buffering all of them.
    pub(in crate::postgres) async fn skip(&mut self, mut count: usize) -> io::Result<()> {
        if count > self.left {
            return Err(malformed());
        }
        while count > 0 {
            if self.buffered().is_empty() {
                self.read(1).await?;
            }
            let part = count.min(self.buffered().len());
            self.start += part;
            self.left -= part;
            count -= part;
        }
        Ok(())
    }

    /// Reads an `ErrorResponse`. Only the beginning of each field is kept.
    pub(in crate::postgres) async fn server_error(&mut self) -> io::Result<Box<ServerError>> {
        let mut error = Box::new(ServerError::default());
        loop {
            let kind = self.take(1).await?[0];
            if kind == 0 {
                self.skip(self.left).await?;
                return Ok(error);
            }
            let text = self.text(MAX_ERROR_FIELD).await?;
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

    /// Reads the text up to the next zero, and keeps at most `max` bytes of it.
    async fn text(&mut self, max: usize) -> io::Result<String> {
        let mut kept = Vec::new();
        loop {
            if self.left == 0 {
                return Err(malformed());
            }
            self.fill(1).await?;
            let part = &self.buffer[self.start..self.end];
            let part = &part[..part.len().min(self.left)];
            let zero = memchr::memchr(0, part);
            let text = &part[..zero.unwrap_or(part.len())];
            let room = max - kept.len();
            kept.extend_from_slice(&text[..text.len().min(room)]);
            let used = text.len() + usize::from(zero.is_some());
            self.start += used;
            self.left -= used;
            if zero.is_some() {
                return Ok(String::from_utf8_lossy(&kept).into_owned());
            }
        }
    }

    fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    async fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while self.buffered().len() < wanted {
            self.read(wanted).await?;
        }
        Ok(())
    }

    /// Reads once, with room for `wanted` buffered bytes.
    async fn read(&mut self, wanted: usize) -> io::Result<()> {
        self.make_room(wanted);
        match self.socket.read(&mut self.buffer[self.end..]).await? {
            0 => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the server closed the connection",
            )),
            count => {
                self.end += count;
                self.has_received = true;
                Ok(())
            }
        }
    }

    fn make_room(&mut self, wanted: usize) {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            // Large values are rare, so the buffer shrinks again.
            if self.buffer.len() > BUFFER_SIZE && wanted <= BUFFER_SIZE {
                self.buffer = vec![0; BUFFER_SIZE];
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

    /// Returns the capacity of the buffer.
    #[cfg(test)]
    pub(in crate::postgres) fn buffer_size(&self) -> usize {
        self.buffer.capacity()
    }

    /// Returns whether the peer has neither closed the connection nor announced to do so.
    pub(super) fn seems_open(&self) -> bool {
        match self.socket.peek() {
            // Without a query, the server sends changed settings, or an error before it closes.
            Ok(Some(first)) => self.socket.is_encrypted() || first != b'E',
            Ok(None) => true,
            Err(_) => false,
        }
    }

    pub(super) fn socket(&mut self) -> &mut Socket {
        &mut self.socket
    }
}

/// Parses the tag and the length of the body.
fn header(bytes: &[u8]) -> Option<(u8, usize)> {
    let [tag, a, b, c, d, ..] = *bytes else {
        return None;
    };
    let length = u32::from_be_bytes([a, b, c, d]);
    Some((tag, length.checked_sub(4)? as usize))
}

/// Creates the error for bytes that do not follow the protocol.
pub(in crate::postgres) fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is malformed")
}
