//! [`Redactor`]: what is left out of logs.

use std::{borrow::Cow, fmt};

use memchr::memmem::Finder;

use super::{
    json_string::string_length,
    known_secrets::{KnownSecrets, MASK},
    recent_keys::RecentKeys,
    rewriter::Rewriter,
    sensitive_key::is_sensitive,
};

/// A longer key is prose.
const LONGEST_KEY: usize = 128;
/// How deep JSON may be nested as a string in JSON.
const MOST_NESTING: u8 = 8;

/// The first part of an escape that stands for an ASCII character, up to the digit that says so.
const ESCAPE: &[u8] = b"\\u00";

/// What is left out of logs: known secrets, and what stands under keys such as `password`.
///
/// Text without either is given back as it is, after one look over it.
///
/// ```
/// use toolwright::log::Redactor;
/// let redactor = Redactor::new(["correct horse"]);
/// let logged = redactor.redact_json(r#"{"url": "db://me:correct horse@host", "apiKey": 7, "max_tokens": 5}"#);
/// assert_eq!(logged, r#"{"url": "db://me:********@host", "apiKey": "********", "max_tokens": 5}"#);
/// ```
pub struct Redactor {
    escape: Finder<'static>,
    known: KnownSecrets,
}

impl Redactor {
    /// What stands in the place of a secret.
    pub const MASK: &str = MASK;

    /// Leaves these values out, wherever they are, and what stands under keys that say that it is secret. Values of less than four
    /// letters are not looked for.
    pub fn new(secrets: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let secrets = secrets.into_iter().map(Into::into).collect();
        Self {
            escape: Finder::new(ESCAPE),
            known: KnownSecrets::new(secrets),
        }
    }

    /// Whether what stands under this key is secret.
    #[must_use]
    pub fn is_sensitive(key: &str) -> bool {
        is_sensitive(key)
    }

    /// JSON text without what is secret, in one line.
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

    /// Text without what is secret. Text that is JSON is treated like it.
    #[must_use]
    pub fn redact_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.redact_within(text, 0)
            .map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// What becomes of text that is `nesting` strings deep in JSON, if it changes.
    fn redact_within(&self, text: &str, nesting: u8) -> Option<String> {
        if !self.has_hint(text) {
            return None;
        }
        let is_container = text.trim_start().starts_with(['{', '[']);
        if is_container && nesting < MOST_NESTING && is_json(text) {
            return self.rewrite(text, nesting);
        }
        let known = self.known.mask(text);
        match Self::without_keyed(&known) {
            Some(redacted) => Some(redacted),
            None => match known {
                Cow::Owned(redacted) => Some(redacted),
                Cow::Borrowed(_) => None,
            },
        }
    }

    fn rewrite(&self, json: &str, nesting: u8) -> Option<String> {
        let redact = |text: &str| self.redact_within(text, nesting + 1);
        let redacted = Rewriter::new(&self.known, &redact, json).run();
        (redacted != json).then_some(redacted)
    }

    /// Whether something in `text` may be secret. Looks over it as fast as memory is read, and stops only at colons.
    fn has_hint(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut keys = RecentKeys::default();
        memchr::memchr_iter(b':', bytes)
            .filter_map(|colon| key_before(text, colon))
            .any(|key| keys.is_sensitive(key))
            || self.known.may_occur_in(text)
            // What such an escape hides is seen only when it is read.
            || self
                .escape
                .find_iter(bytes)
                .any(|at| matches!(bytes.get(at + ESCAPE.len()), Some(b'2'..=b'7')))
    }

    /// Text with JSON somewhere in it, or a piece of JSON: without the strings under keys that say that they are secret.
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

/// The quoted key that the colon at this place stands after. The quotes may be escaped.
fn key_before(text: &str, colon: usize) -> Option<&str> {
    let before = text[..colon].trim_ascii_end();
    let key = before.strip_suffix('"')?;
    let head = key.len().saturating_sub(LONGEST_KEY);
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
        // The secrets least of all.
        f.debug_struct("Redactor").finish_non_exhaustive()
    }
}

/// Line ends between the parts of JSON become spaces; within strings there are none.
fn in_one_line(json: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_none() {
        return json.into();
    }
    json.replace(['\n', '\r'], " ").into()
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
