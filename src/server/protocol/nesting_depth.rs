//! How deeply a message may be nested.
//!
//! What is skipped or kept as text is read without recursion, and so would let any depth through to whoever reads it later. One limit
//! for all of a message is below what `serde_json` reads (127), so that each of its pieces, and an answer that repeats one, can be read too.

/// The most levels of lists and objects, that of the message itself included.
pub(super) const MOST_LEVELS: usize = 100;

/// Whether a text is nested too deeply, if it is JSON.
pub(super) fn is_too_deep(json: &[u8]) -> bool {
    // Nearly all messages have fewer brackets than that, and counting them is cheap.
    opening(json) > MOST_LEVELS && deepest(json) > MOST_LEVELS
}

/// How many brackets open, in texts and out of them: counted in bytes, which the compiler makes vectors of.
fn opening(json: &[u8]) -> usize {
    let count = |piece: &[u8]| piece.iter().map(|byte| u8::from(opens(*byte))).sum::<u8>();
    json.chunks(255)
        .map(|piece| usize::from(count(piece)))
        .sum()
}

const fn opens(byte: u8) -> bool {
    // They differ in this bit.
    byte | 0x20 == b'{'
}

fn deepest(json: &[u8]) -> usize {
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

/// Goes on behind the closing quote.
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
    fn only_levels_within_each_other_count() {
        assert_eq!(deepest(b"1"), 0);
        assert_eq!(deepest(br#"{"a":[1,{}],"b":[[]]}"#), 3);
        assert_eq!(deepest(br#"["[[[[", "\"[[", "\\", []]"#), 2);
        assert_eq!(deepest(b"]]]]["), 1);
    }

    #[test]
    fn the_limit_is_the_last_level_that_is_allowed() {
        let nested = |levels| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(!is_too_deep(nested(MOST_LEVELS).as_bytes()));
        assert!(is_too_deep(nested(MOST_LEVELS + 1).as_bytes()));
        assert!(!is_too_deep("[]".repeat(1000).as_bytes()));
    }
}
