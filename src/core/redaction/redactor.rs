//! [`Redactor`]: what is left out of logs.

use std::{borrow::Cow, fmt};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use memchr::memmem::Finder;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{recent_keys::RecentKeys, rewriting::Rewriting, sensitive_key::is_sensitive};

/// Shorter values are too likely to stand for something else.
const SHORTEST_SECRET: usize = 4;
/// So much of a secret is enough for a first look.
const LONGEST_HINT: usize = 32;
/// A key that is longer is prose.
const LONGEST_KEY: usize = 128;
/// How deep JSON may be a string in JSON.
const MOST_NESTING: u8 = 8;

/// How the escape of a letter begins that needs none, up to the digit that says so.
const ESCAPE: &[u8] = b"\\u00";

/// What stands for itself in a URL.
const OF_URLS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// What is left out of logs: known secrets, and what stands under keys such as `password`.
///
/// Text without either is given back as it is, after one look over it.
///
/// ```
/// use toolwright::Redactor;
/// let redactor = Redactor::new(["correct horse"]);
/// let logged = redactor.redact_json(r#"{"url": "db://me:correct horse@host", "apiKey": 7, "max_tokens": 5}"#);
/// assert_eq!(logged, r#"{"url": "db://me:********@host", "apiKey": "********", "max_tokens": 5}"#);
/// ```
pub struct Redactor {
    escape: Finder<'static>,
    secrets: Option<Secrets>,
}

/// Values that are known to be secret.
struct Secrets {
    values: Vec<String>,
    finder: AhoCorasick,
    /// Sees whether one may be there, however it is escaped.
    hints: AhoCorasick,
}

impl Redactor {
    /// What stands in the place of a secret.
    pub const MASK: &str = "********";

    /// Leaves these values out, wherever they are, and what stands under keys that say that it is secret. Values of less than four
    /// letters are not looked for.
    pub fn new(secrets: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut values: Vec<String> = secrets.into_iter().map(Into::into).collect();
        values.retain(|value| value.chars().count() >= SHORTEST_SECRET);
        let encoded: Vec<_> = values.iter().map(|value| in_url(value)).collect();
        values.extend(encoded);
        values.sort();
        values.dedup();
        Self {
            escape: Finder::new(ESCAPE),
            secrets: (!values.is_empty()).then(|| Secrets::new(values)),
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
    pub(super) fn redact_within(&self, text: &str, nesting: u8) -> Option<String> {
        if !self.has_hint(text) {
            return None;
        }
        let is_container = text.trim_start().starts_with(['{', '[']);
        if is_container && nesting < MOST_NESTING && is_json(text) {
            return self.rewrite(text, nesting);
        }
        let known = self.without_known(text);
        match Self::without_keyed(&known) {
            Some(redacted) => Some(redacted),
            None => match known {
                Cow::Owned(redacted) => Some(redacted),
                Cow::Borrowed(_) => None,
            },
        }
    }

    /// Whether a value is one of the known secrets.
    pub(super) fn is_known(&self, value: &str) -> bool {
        let secrets = self.secrets.as_ref();
        secrets.is_some_and(|secrets| secrets.values.iter().any(|secret| secret == value))
    }

    /// `text` without known secrets.
    pub(super) fn without_known<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(secrets) = &self.secrets else {
            return text.into();
        };
        if !secrets.finder.is_match(text) {
            return text.into();
        }
        let masks = vec![Self::MASK; secrets.values.len()];
        secrets.finder.replace_all(text, &masks).into()
    }

    fn rewrite(&self, json: &str, nesting: u8) -> Option<String> {
        let redacted = Rewriting::new(self, json, nesting).run();
        (redacted != json).then_some(redacted)
    }

    /// Whether something in `text` may be secret. Looks over it as fast as memory is read, and stops only at colons.
    fn has_hint(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let is_known = |secrets: &Secrets| secrets.hints.is_match(text);
        let mut keys = RecentKeys::default();
        memchr::memchr_iter(b':', bytes)
            .filter_map(|colon| key_before(text, colon))
            .any(|key| keys.is_sensitive(key))
            || self.secrets.as_ref().is_some_and(is_known)
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

impl Secrets {
    fn new(values: Vec<String>) -> Self {
        let finder = AhoCorasick::builder()
            // Private keys are long, and a faster automaton of one takes a megabyte.
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .match_kind(MatchKind::LeftmostLongest)
            .build(&values)
            .expect("secrets have less than two thousand million letters");
        let hints: Vec<_> = values.iter().flat_map(|value| visible(value)).collect();
        let hints = AhoCorasick::builder()
            // With others it goes letter by letter, twenty times as slow.
            .match_kind(MatchKind::LeftmostFirst)
            .build(&hints)
            .expect("a hint has a few letters");
        Self {
            values,
            finder,
            hints,
        }
    }
}

/// How a secret is written in a URL.
fn in_url(secret: &str) -> String {
    utf8_percent_encode(secret, OF_URLS).to_string()
}

/// The part of a secret that looks the same however often it was escaped; of one that has none, its first letter in all ways.
fn visible(secret: &str) -> Vec<String> {
    let is_plain = |letter: char| letter.is_ascii_graphic() && !matches!(letter, '"' | '\\' | '/');
    let part = secret
        .split(|letter| !is_plain(letter))
        .max_by_key(|part| part.len())
        .unwrap_or_default();
    if let Some(first) = secret.chars().next().filter(|_| part.is_empty()) {
        let unit = first.encode_utf16(&mut [0; 2])[0];
        let escapes = [format!("\\u{unit:04x}"), format!("\\u{unit:04X}")];
        return [first.to_string()].into_iter().chain(escapes).collect();
    }
    vec![part[..part.len().min(LONGEST_HINT)].to_owned()]
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

/// How long a string is whose opening quote was before `text`: up to the closing one, or to the end.
pub(super) fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += found;
        if bytes[at] == b'"' {
            return at;
        }
        at += 2;
    }
    bytes.len()
}
