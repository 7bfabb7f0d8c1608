//! [`Redactor`]: masks secrets in text and JSON.

use std::{borrow::Cow, fmt};

use memchr::memmem::Finder;

use super::{
    known_secrets::{KnownSecrets, MASK},
    rewriter::Rewriter,
    sensitive_key::{RecentKeys, is_sensitive},
    url_password::{mask_passwords, may_follow},
};
use crate::json_string::string_length;

/// A longer key is prose.
const MAX_KEY: usize = 128;
/// How deep JSON may be nested as a string in JSON.
const MAX_NESTING: u8 = 8;

/// The first part of an escape that stands for an ASCII character, up to the digit that says so.
const ESCAPE: &[u8] = b"\\u00";

/// Masks secrets in text and JSON: known values, the values of keys such as `password`, and the
/// passwords in URLs.
///
/// Text without secrets is returned as it is.
///
/// ```
/// use toolwright_base::Redactor;
/// let redactor = Redactor::new(["correct horse"]);
/// let line = redactor.redact_json(r#"{"url": "db://me:correct horse@host", "apiKey": 7}"#);
/// assert_eq!(line, r#"{"url": "db://me:********@host", "apiKey": "********"}"#);
/// ```
pub struct Redactor {
    escape: Finder<'static>,
    known: KnownSecrets,
}

impl Redactor {
    /// The text that replaces a secret.
    pub const MASK: &str = MASK;

    /// Creates a redactor that masks these values wherever they occur, and the values of sensitive
    /// keys.
    ///
    /// Values of less than four characters are ignored: they are too likely to occur as something
    /// else.
    pub fn new(secrets: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let secrets = secrets.into_iter().map(Into::into).collect();
        Self {
            escape: Finder::new(ESCAPE),
            known: KnownSecrets::new(secrets),
        }
    }

    /// Whether the value of this key is secret.
    #[must_use]
    pub fn is_sensitive(key: &str) -> bool {
        is_sensitive(key)
    }

    /// Masks the secrets in JSON text, and puts it on one line.
    #[must_use]
    pub fn redact_json<'a>(&self, json: &'a str) -> Cow<'a, str> {
        let line = in_one_line(json);
        if !self.has_hint(&line) {
            return line;
        }
        match self.rewrite(&line, 0) {
            Some(redacted) => redacted.into(),
            None => line,
        }
    }

    /// Masks the secrets in text. Text that is JSON is treated as such.
    #[must_use]
    pub fn redact_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.redact_within(text, 0)
            .map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// Returns the redacted text if it changes. `nesting` counts the strings of JSON around it.
    fn redact_within(&self, text: &str, nesting: u8) -> Option<String> {
        if !self.has_hint(text) {
            return None;
        }
        let is_container = text.trim_start().starts_with(['{', '[']);
        if is_container && nesting < MAX_NESTING && is_json(text) {
            return self.rewrite(text, nesting);
        }
        let mut redacted = self.known.mask(text);
        if let Some(without) = Self::without_keyed(&redacted) {
            redacted = without.into();
        }
        if let Some(without) = mask_passwords(&redacted) {
            redacted = without.into();
        }
        match redacted {
            Cow::Owned(redacted) => Some(redacted),
            Cow::Borrowed(_) => None,
        }
    }

    fn rewrite(&self, json: &str, nesting: u8) -> Option<String> {
        let redact = |text: &str| self.redact_within(text, nesting + 1);
        let redacted = Rewriter::new(&self.known, &redact, json).run();
        (redacted != json).then_some(redacted)
    }

    /// Whether something in `text` may be secret. It scans as fast as memory is read, and stops
    /// only at colons.
    fn has_hint(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut keys = RecentKeys::default();
        let is_secret = |colon| {
            key_before(text, colon).is_some_and(|key| keys.is_sensitive(key))
                || may_follow(text, colon)
        };
        memchr::memchr_iter(b':', bytes).any(is_secret)
            || self.known.may_occur_in(text)
            // A character that is escaped without need may hide a secret.
            || self
                .escape
                .find_iter(bytes)
                .any(|at| matches!(bytes.get(at + ESCAPE.len()), Some(b'2'..=b'7')))
    }

    /// Masks the strings of sensitive keys in text that contains JSON, or a part of it.
    fn without_keyed(text: &str) -> Option<String> {
        let mut redacted = String::new();
        let mut copied = 0;
        for colon in memchr::memchr_iter(b':', text.as_bytes()) {
            let value = text[colon + 1..].trim_start();
            let start = text.len() - value.len();
            if let Some(inner) = value.strip_prefix('"')
                && colon >= copied
                && key_before(text, colon).is_some_and(is_sensitive)
            {
                redacted.push_str(&text[copied..=start]);
                redacted.push_str(Self::MASK);
                copied = start + 1 + string_length(inner);
            }
        }
        if copied == 0 {
            return None;
        }
        redacted.push_str(&text[copied..]);
        Some(redacted)
    }
}

/// Returns the quoted key before the colon at this position. The quotes may be escaped.
fn key_before(text: &str, colon: usize) -> Option<&str> {
    let before = text[..colon].trim_ascii_end();
    let key = before.strip_suffix('"')?;
    let head = key.len().saturating_sub(MAX_KEY);
    let quote = memchr::memrchr(b'"', &key.as_bytes()[head..])?;
    Some(key[head + quote + 1..].trim_end_matches('\\'))
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new(std::iter::empty::<String>())
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the secrets.
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

/// Replaces line breaks between the tokens of JSON by spaces. Strings contain none.
fn in_one_line(json: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_none() {
        return json.into();
    }
    json.replace(['\n', '\r'], " ").into()
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
