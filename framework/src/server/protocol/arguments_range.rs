//! Finds the arguments of a large tool call without parsing them twice.
//!
//! The envelope keeps the arguments as text, and the tool parses them later. `serde_json` skips
//! such text as slowly as it parses it, which is half of the work of a call with a large argument.
//! The scanner in this module is written by hand because it can skip strings with vector
//! instructions (`memchr`). It still checks that the text is valid JSON. At anything unusual it
//! gives up, and `serde_json` reads the whole message as it does small ones.

use std::ops::Range;

use memchr::memchr2;

use super::nesting_depth::MAX_DEPTH;

/// The shortest message that is scanned. For shorter ones it does not pay. Fuzzing lowers the limit
/// so that its short inputs reach the scanner.
const MIN_LENGTH: usize = if cfg!(fuzzing) { 32 } else { 4096 };
/// The largest number of open, non-empty containers in a value. One more level inside of them and
/// the levels around the arguments still fit into [`MAX_DEPTH`].
const MAX_OPEN: u32 = MAX_DEPTH as u32 - 3;

/// Returns the byte range of `params.arguments` in a large message.
///
/// Returns `None` if the message is short, is not valid JSON, or is unusual in any way, for example
/// if it has a duplicate or escaped key.
pub(super) fn find_arguments(message: &str) -> Option<Range<usize>> {
    if message.len() < MIN_LENGTH {
        return None;
    }
    let text = JsonText(message.as_bytes());
    let params = text.member(text.spaces(0), b"params")?;
    let arguments = text.member(params.start, b"arguments")?;
    let is_large = arguments.len() >= MIN_LENGTH;
    (is_large && message.as_bytes().get(arguments.start) == Some(&b'{')).then_some(arguments)
}

/// Text that is scanned as JSON. Positions are byte offsets; `None` means that the text is invalid.
#[derive(Clone, Copy)]
struct JsonText<'a>(&'a [u8]);

impl JsonText<'_> {
    /// Returns the range of the member `name` in the object at `at`. The member must be unique.
    fn member(self, at: usize, name: &[u8]) -> Option<Range<usize>> {
        let mut found = None;
        let mut at = self.spaces(self.byte(at, b'{')?);
        loop {
            let key = at;
            let key_end = self.string(at)?;
            let start = self.spaces(self.byte(self.spaces(key_end), b':')?);
            let end = self.value(start)?;
            let key = self.0.get(key + 1..key_end - 1)?;
            if key == name && found.replace(start..end).is_some() {
                return None;
            }
            at = self.spaces(end);
            if self.0.get(at) == Some(&b'}') {
                return found;
            }
            at = self.spaces(self.byte(at, b',')?);
        }
    }

    /// Returns the end of the value at `at`.
    fn value(self, mut at: usize) -> Option<usize> {
        let mut open = OpenContainers::default();
        loop {
            at = match *self.0.get(at)? {
                b'"' => self.string(at)?,
                b'{' if self.0.get(self.spaces(at + 1)) == Some(&b'}') => self.spaces(at + 1) + 1,
                b'[' if self.0.get(self.spaces(at + 1)) == Some(&b']') => self.spaces(at + 1) + 1,
                b'{' => {
                    open.push(true)?;
                    at = self.key(self.spaces(at + 1))?;
                    continue;
                }
                b'[' => {
                    open.push(false)?;
                    at = self.spaces(at + 1);
                    continue;
                }
                _ => self.scalar(at)?,
            };
            loop {
                let Some(is_object) = open.last() else {
                    return Some(at);
                };
                at = self.spaces(at);
                match (self.0.get(at)?, is_object) {
                    (b',', true) => {
                        at = self.key(self.spaces(at + 1))?;
                        break;
                    }
                    (b',', false) => {
                        at = self.spaces(at + 1);
                        break;
                    }
                    (b'}', true) | (b']', false) => open.pop(),
                    _ => return None,
                }
                at += 1;
            }
        }
    }

    /// Returns the start of the value whose key is at `at`.
    fn key(self, at: usize) -> Option<usize> {
        let end = self.string(at)?;
        Some(self.spaces(self.byte(self.spaces(end), b':')?))
    }

    /// Returns the end of the string at `at`.
    fn string(self, at: usize) -> Option<usize> {
        let mut at = self.byte(at, b'"')?;
        loop {
            let rest = self.0.get(at..)?;
            let plain = memchr2(b'"', b'\\', rest)?;
            let least = rest[..plain]
                .iter()
                .fold(u8::MAX, |least, byte| least.min(*byte));
            if least < b' ' {
                return None;
            }
            at += plain;
            if rest[plain] == b'"' {
                return Some(at + 1);
            }
            at = match *self.0.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at + 2,
                b'u' => self.hexadecimal(at + 2)?,
                _ => return None,
            };
        }
    }

    fn hexadecimal(self, at: usize) -> Option<usize> {
        let digits = self.0.get(at..at + 4)?;
        digits.iter().all(u8::is_ascii_hexdigit).then_some(at + 4)
    }

    /// Returns the end of the number, boolean or `null` at `at`.
    fn scalar(self, at: usize) -> Option<usize> {
        for word in ["true", "false", "null"] {
            if self.0[at..].starts_with(word.as_bytes()) {
                return Some(at + word.len());
            }
        }
        let sign = usize::from(self.0.get(at) == Some(&b'-'));
        let mut end = match self.0.get(at + sign)? {
            b'0' => at + sign + 1,
            _ => self.digits(at + sign)?,
        };
        if self.0.get(end) == Some(&b'.') {
            end = self.digits(end + 1)?;
        }
        if let Some(b'e' | b'E') = self.0.get(end) {
            let sign = matches!(self.0.get(end + 1), Some(b'+' | b'-'));
            end = self.digits(end + 1 + usize::from(sign))?;
        }
        Some(end)
    }

    /// Returns the end of one or more digits at `at`.
    fn digits(self, at: usize) -> Option<usize> {
        let count = self
            .0
            .get(at..)?
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        (count > 0).then_some(at + count)
    }

    /// Returns the position after `byte`, which must be at `at`.
    fn byte(self, at: usize, byte: u8) -> Option<usize> {
        (self.0.get(at) == Some(&byte)).then_some(at + 1)
    }

    /// Returns the position after the white space at `at`.
    fn spaces(self, at: usize) -> usize {
        let rest = self.0.get(at..).unwrap_or_default();
        at + rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\n' | b'\t' | b'\r'))
            .count()
    }
}

/// A stack of open containers with one bit each; the innermost is the lowest bit.
#[derive(Default)]
struct OpenContainers {
    is_object: u128,
    depth: u32,
}

impl OpenContainers {
    const fn push(&mut self, is_object: bool) -> Option<()> {
        if self.depth == MAX_OPEN {
            return None;
        }
        self.depth += 1;
        self.is_object = self.is_object << 1 | is_object as u128;
        Some(())
    }

    const fn pop(&mut self) {
        self.depth -= 1;
        self.is_object >>= 1;
    }

    const fn last(&self) -> Option<bool> {
        if self.depth == 0 {
            return None;
        }
        Some(self.is_object & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    /// Returns whether all of `text` is one JSON value.
    fn is_value(text: &str) -> bool {
        JsonText(text.as_bytes()).value(0) == Some(text.len())
    }

    fn is_json(text: &str) -> bool {
        serde_json::from_str::<&RawValue>(text).is_ok_and(|raw| raw.get().len() == text.len())
    }

    const SAMPLES: [&str; 12] = [
        r#"{"a":[1,-2.5e+10,0.1E-3,0],"b":{"c":null,"d":true,"e":false},"f":""}"#,
        r#"[ { } , [ ] , "x\"\\\/\b\f\n\r\t\u00e9\ud800" , 10 ]"#,
        "{\"k\" :\t\"\u{fc}\u{d55c}\" ,\r\n\"l\":[[[[{\"m\":[]}]]]]}",
        "\"plain\"",
        "-0",
        "01",
        "1.",
        "nul",
        "{\"a\":1,}",
        "[1 2]",
        "{\"a\" 1}",
        "\"a\u{1}b\"",
    ];

    #[test]
    fn the_scanner_accepts_what_serde_json_accepts() {
        for text in SAMPLES {
            assert_eq!(is_value(text), is_json(text), "{text}");
        }
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |bound: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            usize::try_from(random % bound as u64).unwrap()
        };
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "0", "-", ".", "e", "u", "a", "\u{1}",
            "null", "true", "\\u12", "1e5", "{}", "\"k\":",
        ];
        for _ in 0..200_000 {
            let sample = SAMPLES[next(SAMPLES.len())];
            let mut cut = next(sample.len() + 1);
            while !sample.is_char_boundary(cut) {
                cut -= 1;
            }
            let (head, tail) = sample.split_at(cut);
            let skip = tail
                .chars()
                .take(next(3))
                .map(char::len_utf8)
                .sum::<usize>();
            let text = [head, pieces[next(pieces.len())], &tail[skip..]].concat();
            assert_eq!(is_value(&text), is_json(&text), "{text}");
        }
    }

    #[test]
    fn only_large_arguments_in_the_usual_place_are_found() {
        let large = "x".repeat(2 * MIN_LENGTH);
        let found = |text: &str| find_arguments(text).map(|range| text[range].to_owned());
        let arguments = format!(r#"{{"text": "{large}"}}"#);
        let usual = format!(
            r#" {{"jsonrpc":"2.0","params":{{"name":"a","arguments": {arguments} ,"_meta":{{}}}},"id":1}}"#
        );
        assert_eq!(found(&usual), Some(arguments.clone()));
        for unusual in [
            usual.replace("\"arguments\"", "\"\\u0061rguments\""),
            usual.replace("\"name\":\"a\"", "\"arguments\":{}"),
            usual.replace("\"id\":1", "\"params\":{}"),
            usual.replace("\"name\":\"a\"", "\"name\":a"),
            usual.replace(&arguments, &format!("\"{large}\"")),
            usual.replace(&arguments, "{}"),
            format!(r#"{{"params":[{usual}]}}"#),
            large.clone(),
        ] {
            assert_eq!(found(&unusual), None, "{:.80}", unusual);
        }
        assert_eq!(found(r#"{"params":{"arguments":{}}}"#), None);
    }

    #[test]
    fn values_that_are_nested_too_deeply_are_rejected() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(is_value(&nested(MAX_DEPTH - 2)));
        assert!(!is_value(&nested(MAX_DEPTH - 1)));
    }
}
