//! [`Rewriting`]: JSON text once more, without what is secret in it.

use std::borrow::Cow;

use super::{
    redactor::{Redactor, string_length},
    sensitive_key::is_sensitive,
};

/// Goes over JSON text and copies it. What is not JSON is copied as well as it can be: nothing here fails.
pub(super) struct Rewriting<'a> {
    redactor: &'a Redactor,
    json: &'a str,
    /// How many strings deep this JSON is in other JSON.
    nesting: u8,
    at: usize,
    output: String,
    /// For each object or list that is open, whether it is an object.
    open: Vec<bool>,
    /// Whether the next string is a key.
    is_key_next: bool,
    /// Whether the next value stands under a key that says that it is secret.
    is_secret_next: bool,
}

impl<'a> Rewriting<'a> {
    pub(super) fn new(redactor: &'a Redactor, json: &'a str, nesting: u8) -> Self {
        Self {
            redactor,
            json,
            nesting,
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

    /// What is left to be read.
    fn rest(&self) -> &'a str {
        &self.json[self.at..]
    }

    fn copy(&mut self, length: usize) {
        self.output.push_str(&self.rest()[..length]);
        self.at += length;
    }

    /// Leaves out the next `length` bytes.
    fn hide(&mut self, length: usize) {
        self.output.push('"');
        self.output.push_str(Redactor::MASK);
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
            self.is_secret_next = is_sensitive(&read(text).unwrap_or(text.into()));
        } else if self.is_secret_next && length > 2 {
            return self.hide(length);
        } else {
            self.is_secret_next = false;
        }
        self.write(text);
        self.at += length;
    }

    /// Writes a string, with its quotes, without what is secret in it.
    fn write(&mut self, text: &str) {
        let Some(inner) = read(text) else {
            // Half a letter, or half a string. A mask fits there as well.
            return self.output.push_str(&self.redactor.without_known(text));
        };
        match self.redactor.redact_within(&inner, self.nesting + 1) {
            Some(redacted) => self.output.push_str(&quoted(&redacted)),
            None => self.output.push_str(text),
        }
    }

    /// A number, `true`, `false` or `null`. Only numbers can be secret.
    fn literal(&mut self) {
        let is_end = |letter: char| matches!(letter, ',' | ':' | '"' | '{' | '}' | '[' | ']');
        let rest = self.rest();
        let length = rest
            .find(|letter: char| letter.is_ascii_whitespace() || is_end(letter))
            .unwrap_or(rest.len());
        let literal = &rest[..length];
        let is_word = matches!(literal, "true" | "false" | "null");
        if (self.is_secret_next && !is_word) || self.redactor.is_known(literal) {
            return self.hide(length);
        }
        self.is_secret_next = false;
        self.copy(length);
    }

    /// Leaves out an object or a list.
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

/// What a string says, given with its quotes; nothing if it is not whole.
fn read(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(inner.into());
    }
    serde_json::from_str::<String>(text).ok().map(Cow::Owned)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
