//! The limit on how deeply a message may be nested.
//!
//! Parts of a message are skipped or kept as text, which needs no recursion and therefore accepts
//! any depth. A later reader of such a part could then fail or overflow. The limit for the whole
//! message is below the one of `serde_json` (127), so each part can be parsed, and so can a reply
//! that repeats it.

/// The largest number of nested arrays and objects, including the message itself.
pub(super) const MAX_DEPTH: usize = 100;

/// Returns whether a JSON text is nested deeper than [`MAX_DEPTH`].
pub(super) fn is_too_deep(json: &[u8]) -> bool {
    // Nearly all messages have fewer count_opening_brackets brackets than that, and counting them
    // is cheap.
    count_opening_brackets(json) > MAX_DEPTH && depth(json) > MAX_DEPTH
}

/// Counts the opening brackets, also those inside of strings. The inner sum is a `u8`, so that the
/// compiler can vectorise it.
fn count_opening_brackets(json: &[u8]) -> usize {
    let count = |piece: &[u8]| piece.iter().map(|byte| u8::from(opens(*byte))).sum::<u8>();
    json.chunks(255)
        .map(|piece| usize::from(count(piece)))
        .sum()
}

const fn opens(byte: u8) -> bool {
    // `[` and `{` differ in this bit alone.
    byte | 0x20 == b'{'
}

fn depth(json: &[u8]) -> usize {
    let (mut level, mut deepest) = (0_usize, 0);
    let mut bytes = json.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'"' => skip_text(&mut bytes),
            b'[' | b'{' => {
                level += 1;
                deepest = deepest.max(level);
            }
            b']' | b'}' => level = level.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Skips to the byte after the closing quote.
fn skip_text<'a>(bytes: &mut impl Iterator<Item = &'a u8>) {
    while let Some(&byte) = bytes.next() {
        match byte {
            b'"' => return,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nested_levels_count() {
        assert_eq!(depth(b"1"), 0);
        assert_eq!(depth(br#"{"a":[1,{}],"b":[[]]}"#), 3);
        assert_eq!(depth(br#"["[[[[", "\"[[", "\\", []]"#), 2);
        assert_eq!(depth(b"]]]]["), 1);
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        let nested = |levels| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(!is_too_deep(nested(MAX_DEPTH).as_bytes()));
        assert!(is_too_deep(nested(MAX_DEPTH + 1).as_bytes()));
        assert!(!is_too_deep("[]".repeat(1000).as_bytes()));
    }
}
