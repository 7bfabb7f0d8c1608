//! [`Cursor`]: a position in the text of an array, a composite or a range.

use std::borrow::Cow;

/// How a quotation mark is escaped in quoted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// With a backslash, as in arrays.
    Escaped,
    /// By doubling it or with a backslash, as in composites and ranges.
    Doubled,
}

/// A position in a text.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.as_bytes().first().copied()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Steps over the next character and returns it, if it is ASCII.
    pub(super) fn step(&mut self) -> Option<u8> {
        let byte = self.peek().filter(u8::is_ascii)?;
        self.rest = &self.rest[1..];
        Some(byte)
    }

    /// Steps over this character, if it comes next. Returns whether it did.
    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    /// Returns the text before the next byte that `is_end` accepts.
    pub(super) fn bare(&mut self, is_end: impl Fn(u8) -> bool) -> Option<&'a str> {
        let end = self.rest.bytes().position(is_end)?;
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(text)
    }

    /// Returns the quoted text that comes next, without quotes and escapes.
    pub(super) fn quoted(&mut self, quoting: Quoting) -> Option<Cow<'a, str>> {
        let text = self.rest.strip_prefix('"')?;
        let end = memchr::memchr2(b'"', b'\\', text.as_bytes())?;
        let is_doubled = quoting == Quoting::Doubled && text[end..].starts_with("\"\"");
        if text.as_bytes()[end] == b'"' && !is_doubled {
            self.rest = &text[end + 1..];
            return Some(Cow::Borrowed(&text[..end]));
        }
        self.rest = text;
        self.unquote(quoting).map(Cow::Owned)
    }

    fn unquote(&mut self, quoting: Quoting) -> Option<String> {
        let mut text = String::new();
        loop {
            let end = memchr::memchr2(b'"', b'\\', self.rest.as_bytes())?;
            text.push_str(&self.rest[..end]);
            let mark = self.rest.as_bytes()[end];
            self.rest = &self.rest[end + 1..];
            let is_escape =
                mark == b'\\' || (quoting == Quoting::Doubled && self.peek() == Some(b'"'));
            if !is_escape {
                return Some(text);
            }
            let escaped = self.rest.chars().next()?;
            text.push(escaped);
            self.rest = &self.rest[escaped.len_utf8()..];
        }
    }
}
