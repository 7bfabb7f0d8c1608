//! [`Cursor`]: a place in the text of an array, a composite or a range.

use std::borrow::Cow;

/// How a quotation mark is written in a quoted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// After a backslash, as in arrays.
    Escaped,
    /// Twice, as in composites and ranges. A backslash hides what follows there too.
    Doubled,
}

/// A place in a text.
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

    /// Steps over the next character, which must be an ASCII one.
    pub(super) fn step(&mut self) -> Option<u8> {
        let byte = self.peek().filter(u8::is_ascii)?;
        self.rest = &self.rest[1..];
        Some(byte)
    }

    /// Steps over this mark, if it is here.
    pub(super) fn eat(&mut self, mark: u8) -> bool {
        let is_here = self.peek() == Some(mark);
        if is_here {
            self.rest = &self.rest[1..];
        }
        is_here
    }

    /// The text up to one of these marks.
    pub(super) fn bare(&mut self, is_end: impl Fn(u8) -> bool) -> Option<&'a str> {
        let end = self.rest.bytes().position(is_end)?;
        let (text, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(text)
    }

    /// The text in quotation marks that begins here.
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
            let is_hidden =
                mark == b'\\' || (quoting == Quoting::Doubled && self.peek() == Some(b'"'));
            if !is_hidden {
                return Some(text);
            }
            let hidden = self.rest.chars().next()?;
            text.push(hidden);
            self.rest = &self.rest[hidden.len_utf8()..];
        }
    }
}
