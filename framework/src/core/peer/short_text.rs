//! [`ShortText`]: text of a client that is kept, cut to a length.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use toolwright_base::cut_text;

/// The longest text that is kept, in bytes.
const MAX_BYTES: usize = 256;

/// Text that is cut while it is parsed, so that a long one is never kept.
struct ShortText(String);

impl<'de> Deserialize<'de> for ShortText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ShortTextVisitor)
    }
}

struct ShortTextVisitor;

impl Visitor<'_> for ShortTextVisitor {
    type Value = ShortText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ShortText, E> {
        Ok(ShortText(cut(text)))
    }
}

/// Returns the beginning of a text, with an ellipsis if something is missing.
fn cut(text: &str) -> String {
    if text.len() <= MAX_BYTES {
        return text.to_owned();
    }
    cut_text(text, MAX_BYTES - '…'.len_utf8()).into_owned()
}

/// Parses a text and cuts it.
pub(super) fn required<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(ShortText::deserialize(deserializer)?.0)
}

/// Parses a text that may be absent, and cuts it.
pub(super) fn optional<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let text = Option::<ShortText>::deserialize(deserializer)?;
    Ok(text.map(|ShortText(text)| text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_letters() {
        let whole = "é".repeat(MAX_BYTES / 2);
        assert_eq!(cut(&whole), whole);
        let short = cut(&"é".repeat(1000));
        assert_eq!(short, format!("{}…", "é".repeat(126)));
        assert!(short.len() <= MAX_BYTES);
    }
}
