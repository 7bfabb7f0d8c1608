//! [`KnownSecrets`]: values that are known to be secret, wherever they occur.

use std::borrow::Cow;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The text that replaces a secret.
pub(super) const MASK: &str = "********";

/// Shorter values are too likely to occur as something else.
const SHORTEST_SECRET: usize = 4;
/// This much of a secret is enough for a first look.
const MAX_HINT: usize = 32;

/// The characters that a URL does not escape.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Values that are known to be secret, as they are and as a URL writes them.
#[derive(Default)]
pub(super) struct KnownSecrets(Option<Finders>);

struct Finders {
    values: Vec<String>,
    finder: AhoCorasick,
    /// Finds the parts of the values that no escaping changes.
    hints: AhoCorasick,
}

impl KnownSecrets {
    /// Looks for these values, except those of less than four characters.
    pub(super) fn new(mut values: Vec<String>) -> Self {
        values.retain(|value| value.chars().count() >= SHORTEST_SECRET);
        let encoded: Vec<_> = values.iter().map(|value| in_url(value)).collect();
        values.extend(encoded);
        values.sort();
        values.dedup();
        Self((!values.is_empty()).then(|| Finders::new(values)))
    }

    /// Whether `value` as a whole is one of the secrets.
    pub(super) fn contains(&self, value: &str) -> bool {
        let finders = self.0.as_ref();
        finders.is_some_and(|finders| finders.values.iter().any(|secret| secret == value))
    }

    /// Whether one of the secrets may occur in `text`, in whatever way it is escaped there.
    pub(super) fn may_occur_in(&self, text: &str) -> bool {
        let finders = self.0.as_ref();
        finders.is_some_and(|finders| finders.hints.is_match(text))
    }

    /// Replaces every secret in `text` by the mask.
    pub(super) fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(finders) = &self.0 else {
            return text.into();
        };
        if !finders.finder.is_match(text) {
            return text.into();
        }
        let masks = vec![MASK; finders.values.len()];
        finders.finder.replace_all(text, &masks).into()
    }
}

impl Finders {
    fn new(values: Vec<String>) -> Self {
        let finder = AhoCorasick::builder()
            // Private keys are long, and a faster automaton of one takes a megabyte.
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .match_kind(MatchKind::LeftmostLongest)
            .build(&values)
            .expect("secrets have less than two thousand million letters");
        let hints: Vec<_> = values.iter().flat_map(|value| visible(value)).collect();
        let hints = AhoCorasick::builder()
            // Every other kind of match goes byte by byte, which is twenty times as slow.
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

/// The secret as a URL writes it.
fn in_url(secret: &str) -> String {
    utf8_percent_encode(secret, UNRESERVED).to_string()
}

/// The part of a secret that no escaping changes. If there is none, its first character in each
/// way that JSON can write it.
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
    vec![part[..part.len().min(MAX_HINT)].to_owned()]
}
