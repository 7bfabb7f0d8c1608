//! Truth, numbers and bytes.

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// The largest size up to which every whole number is a number in every reader: 2^53.
const LARGEST_EXACT: u64 = 1 << 53;
/// How many digits of a decimal number every reader keeps.
const MOST_DIGITS: usize = 15;
/// A number with more characters may be smaller than any that a reader can tell from zero.
const LONGEST_NUMERIC: usize = 300;

pub(super) fn boolean(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let word: &[u8] = match text {
        "t" => b"true",
        "f" => b"false",
        _ => return None,
    };
    out.extend_from_slice(word);
    Some(())
}

pub(super) fn integer(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| out.extend_from_slice(text.as_bytes()))
}

pub(super) fn big_integer(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let is_exact = text.len() <= MOST_DIGITS
        || text
            .parse::<i64>()
            .is_ok_and(|number| number.unsigned_abs() <= LARGEST_EXACT);
    is_exact.then(|| integer(text, out))?
}

/// PostgreSQL writes as many digits as are needed, in a form that JSON has too; only what is not a number is not.
pub(super) fn float(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let first = text.strip_prefix('-').unwrap_or(text).bytes().next()?;
    first
        .is_ascii_digit()
        .then(|| out.extend_from_slice(text.as_bytes()))
}

pub(super) fn numeric(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let number = text.strip_prefix('-').unwrap_or(text);
    if !number.bytes().next()?.is_ascii_digit() || text.len() > LONGEST_NUMERIC {
        return None;
    }
    let digits = number.bytes().filter(u8::is_ascii_digit);
    let significant = digits.skip_while(|digit| *digit == b'0').count();
    (significant <= MOST_DIGITS).then(|| out.extend_from_slice(text.as_bytes()))
}

pub(super) fn bytes(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let digits = text.strip_prefix("\\x")?.as_bytes();
    let bytes: Option<Vec<u8>> = digits.chunks_exact(2).map(byte).collect();
    let encoded = STANDARD.encode(bytes?);
    out.push(b'"');
    out.extend_from_slice(encoded.as_bytes());
    out.push(b'"');
    Some(())
}

fn byte(digits: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(digits[at]).to_digit(16);
    u8::try_from(digit(0)? << 4 | digit(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{Shape, written};

    fn check(shape: &Shape, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(written(shape, text), *expected, "{shape:?} {text}");
        }
    }

    #[test]
    fn whole_numbers_are_exact() {
        check(
            &Shape::Boolean,
            &[("t", "true"), ("f", "false"), ("x", "\"x\"")],
        );
        check(
            &Shape::Integer,
            &[("-1", "-1"), ("4294967295", "4294967295"), ("-", "\"-\"")],
        );
        check(
            &Shape::BigInteger,
            &[
                ("-9007199254740992", "-9007199254740992"),
                ("9007199254740992", "9007199254740992"),
                ("9007199254740993", "\"9007199254740993\""),
                ("-9223372036854775808", "\"-9223372036854775808\""),
            ],
        );
    }

    #[test]
    fn decimal_numbers_are_as_they_were_written() {
        check(
            &Shape::Numeric,
            &[
                ("1.50", "1.50"),
                ("0", "0"),
                ("0.00", "0.00"),
                ("-0.000000000000000000001", "-0.000000000000000000001"),
                ("123456789012345", "123456789012345"),
                ("1234567890.123456", "\"1234567890.123456\""),
                ("NaN", "\"NaN\""),
                ("-Infinity", "\"-Infinity\""),
            ],
        );
        let tiny = format!("0.{}1", "0".repeat(400));
        assert_eq!(written(&Shape::Numeric, &tiny), format!("\"{tiny}\""));
        check(
            &Shape::Float,
            &[
                ("1e+20", "1e+20"),
                ("-0", "-0"),
                ("1.5e-05", "1.5e-05"),
                ("NaN", "\"NaN\""),
                ("-Infinity", "\"-Infinity\""),
            ],
        );
    }

    #[test]
    fn bytes_are_in_base64() {
        check(
            &Shape::Bytes,
            &[
                ("\\x", "\"\""),
                ("\\x00ff10", "\"AP8Q\""),
                ("\\x00f", "\"AA==\""),
                ("\\xzz", "\"\\\\xzz\""),
                ("abc", "\"abc\""),
            ],
        );
    }
}
