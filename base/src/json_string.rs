//! Strings in JSON text: how long one is, what it says, and how it is written.

use std::borrow::Cow;

/// The length of a string whose opening quote stands before `text`: up to the closing quote, or to
/// the end if there is none.
pub fn string_length(text: &str) -> usize {
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

/// The value of a string that is given with its quotes, or `None` if it is not a whole string.
pub fn unquoted(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(inner.into());
    }
    serde_json::from_str::<String>(text).ok().map(Cow::Owned)
}

/// The string of JSON that has this value.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
