//! [`Rewriter`]: copies JSON text and masks what is secret in it.

use super::{
    known_secrets::{KnownSecrets, MASK},
    sensitive_key::is_sensitive,
};
use crate::json_string::{quoted, string_length, unquoted};

/// Copies JSON text and masks what is secret in it. Nothing here fails: text that is not JSON is
/// copied as far as it makes sense.
pub(super) struct Rewriter<'a> {
    known: &'a KnownSecrets,
    /// Redacts the value of a string, or returns `None` if nothing in it is secret.
    redact: &'a dyn Fn(&str) -> Option<String>,
    json: &'a str,
    at: usize,
    output: String,
    /// For each object or list that is open, whether it is an object.
    open: Vec<bool>,
    is_key_next: bool,
    /// Whether the next value stands under a sensitive key.
    is_secret_next: bool,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(
        known: &'a KnownSecrets,
        redact: &'a dyn Fn(&str) -> Option<String>,
        json: &'a str,
    ) -> Self {
        Self {
            known,
            redact,
            json,
            at: 0,
            output: String::with_capacity(json.len()),
            open: Vec::new(),
            is_key_next: false,
            is_secret_next: false,
        }
    }

    pub(super) fn run(mut self) -> String {
        while let Some(byte) = self.json.as_bytes().get(self.at) {
            match byte {
                b'"' => self.string(),
                b'{' | b'[' if self.is_secret_next => self.hide_container(),
                b'{' | b'[' => {
                    self.open.push(*byte == b'{');
                    self.is_key_next = *byte == b'{';
                    self.copy(1);
                }
                b'}' | b']' => {
                    self.open.pop();
                    self.is_key_next = false;
                    self.copy(1);
                }
                b',' => {
                    self.is_key_next = self.open.last() == Some(&true);
                    self.copy(1);
                }
                b':' => self.copy(1),
                byte if byte.is_ascii_whitespace() => self.copy(1),
                _ => self.literal(),
            }
        }
        self.output
    }

    /// The text that was not read yet.
    fn rest(&self) -> &'a str {
        &self.json[self.at..]
    }

    fn copy(&mut self, length: usize) {
        self.output.push_str(&self.rest()[..length]);
        self.at += length;
    }

    /// Writes a mask in place of the next `length` bytes.
    fn hide(&mut self, length: usize) {
        self.output.push('"');
        self.output.push_str(MASK);
        self.output.push('"');
        self.at += length;
        self.is_secret_next = false;
    }

    fn string(&mut self) {
        let rest = self.rest();
        let length = rest.len().min(string_length(&rest[1..]) + 2);
        let text = &rest[..length];
        if self.is_key_next {
            self.is_key_next = false;
            self.is_secret_next = is_sensitive(&unquoted(text).unwrap_or(text.into()));
        } else if self.is_secret_next && length > 2 {
            return self.hide(length);
        } else {
            self.is_secret_next = false;
        }
        self.write(text);
        self.at += length;
    }

    /// Writes a string, given with its quotes, and masks what is secret in it.
    fn write(&mut self, text: &str) {
        let Some(inner) = unquoted(text) else {
            // Half a character, or half a string. A mask fits there as well.
            return self.output.push_str(&self.known.mask(text));
        };
        match (self.redact)(&inner) {
            Some(redacted) => self.output.push_str(&quoted(&redacted)),
            None => self.output.push_str(text),
        }
    }

    /// Writes a number, `true`, `false` or `null`. Only numbers can be secret.
    fn literal(&mut self) {
        let is_end = |letter: char| matches!(letter, ',' | ':' | '"' | '{' | '}' | '[' | ']');
        let rest = self.rest();
        let length = rest
            .find(|letter: char| letter.is_ascii_whitespace() || is_end(letter))
            .unwrap_or(rest.len());
        let literal = &rest[..length];
        let is_word = matches!(literal, "true" | "false" | "null");
        if (self.is_secret_next && !is_word) || self.known.contains(literal) {
            return self.hide(length);
        }
        self.is_secret_next = false;
        self.copy(length);
    }

    /// Writes a mask in place of an object or a list.
    fn hide_container(&mut self) {
        let rest = self.rest();
        let (mut depth, mut length) = (0_usize, 0);
        loop {
            match rest.as_bytes().get(length) {
                None => break,
                Some(b'"') => {
                    length += 1;
                    length += string_length(&rest[length..]);
                }
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth -= 1,
                Some(_) => {}
            }
            length += 1;
            if depth == 0 {
                break;
            }
        }
        self.hide(length.min(rest.len()));
    }
}
