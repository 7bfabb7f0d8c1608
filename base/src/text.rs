//! Texts of strangers, made safe to print and short.

use std::{borrow::Cow, fmt::Write as _};

/// Returns `true` if a character controls a terminal or changes the direction of the text after it.
/// Line ends and tabs are harmless.
fn is_dangerous(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        letter => letter.is_control(),
    }
}

/// Replaces the characters that control a terminal. Lines stay as they are.
pub fn visible_text(text: &str) -> Cow<'_, str> {
    if !text.contains(is_dangerous) {
        return Cow::Borrowed(text);
    }
    let replaced = |letter: char| match is_dangerous(letter) {
        true => '\u{fffd}',
        false => letter,
    };
    Cow::Owned(text.replace("\r\n", "\n").chars().map(replaced).collect())
}

/// Replaces the characters that control a terminal, and puts all lines into one.
pub fn visible_line(text: &str) -> String {
    visible_text(text).replace(['\n', '\t'], " ")
}

/// Escapes the characters that control a terminal, and line ends: `\n`, `\u{1b}`.
pub fn escaped_line(text: &str) -> Cow<'_, str> {
    if !text.contains(|letter| is_dangerous(letter) || letter == '\n') {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("\\n"),
            letter if is_dangerous(letter) => escaped.extend(letter.escape_default()),
            letter => escaped.push(letter),
        }
    }
    Cow::Owned(escaped)
}

/// Escapes the characters that control a terminal in JSON, whose value stays the same.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_dangerous) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_dangerous(letter) {
            // Writing to a string does not fail. All of them have four digits at most.
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// Returns `text`, or its first `most` bytes and an ellipsis if it is longer.
pub fn cut_text(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", &text[..char_boundary(text, most)]))
}

/// Returns the largest index up to `most` at which `text` can be split. `str::floor_char_boundary` needs
/// Rust 1.91.
pub fn char_boundary(text: &str, most: usize) -> usize {
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    (0..=most.min(text.len()))
        .rev()
        .find(is_boundary)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[31m\u{9b}1m\u{202e}b\r\nc\td\re\u{7}";

    #[test]
    fn text_cannot_control_a_terminal() {
        assert_eq!(
            visible_text(HOSTILE),
            "a\u{fffd}[31m\u{fffd}1m\u{fffd}b\nc\td\u{fffd}e\u{fffd}"
        );
        assert_eq!(
            visible_line(HOSTILE),
            "a\u{fffd}[31m\u{fffd}1m\u{fffd}b c d\u{fffd}e\u{fffd}"
        );
        assert_eq!(visible_text("ä\n\tb"), "ä\n\tb");
    }

    #[test]
    fn a_line_cannot_be_forged() {
        assert_eq!(
            escaped_line("one\n2026 INFO two\u{1b}[2K\r"),
            "one\\n2026 INFO two\\u{1b}[2K\\r"
        );
        assert_eq!(escaped_line("plain ä"), "plain ä");
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let value = serde_json::json!({"text": HOSTILE});
        let json = serde_json::to_string_pretty(&value).unwrap();
        let escaped = escaped_json(&json);
        assert!(!escaped.contains(is_dangerous));
        let read: serde_json::Value = serde_json::from_str(&escaped).unwrap();
        assert_eq!(read, value);
    }

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
