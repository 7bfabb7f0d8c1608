//! [`cut_text`]: limits the length of a text that a client chose.

use std::borrow::Cow;

/// Returns `text`, or its first `most` bytes and an ellipsis if it is longer.
pub fn cut_text(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(most);
    Cow::Owned(format!("{}…", &text[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        for (text, most, expected) in [
            ("", 0, ""),
            ("abc", 3, "abc"),
            ("abcd", 3, "abc…"),
            ("aäb", 2, "a…"),
            ("aäb", 3, "aä…"),
            ("äb", 0, "…"),
        ] {
            assert_eq!(cut_text(text, most), expected, "{text} {most}");
        }
    }
}
