//! Booleans, numbers and bytes.

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// The largest magnitude up to which a double represents every whole number: 2^53.
const MAX_EXACT: u64 = 1 << 53;
/// The number of decimal digits that a double always preserves.
const MAX_DIGITS: usize = 15;
/// The longest text of a number. A longer one may be too small for a double.
const MAX_NUMERIC_LENGTH: usize = 300;

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
    let is_exact = text.len() <= MAX_DIGITS
        || text
            .parse::<i64>()
            .is_ok_and(|number| number.unsigned_abs() <= MAX_EXACT);
    is_exact.then(|| integer(text, out))?
}

/// Writes a number as PostgreSQL does: in a form that JSON has too, except for `NaN` and
/// infinities.
pub(super) fn float(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let first = text.strip_prefix('-').unwrap_or(text).bytes().next()?;
    first
        .is_ascii_digit()
        .then(|| out.extend_from_slice(text.as_bytes()))
}

pub(super) fn numeric(text: &str, out: &mut Vec<u8>) -> Option<()> {
    let number = text.strip_prefix('-').unwrap_or(text);
    if !number.bytes().next()?.is_ascii_digit() || text.len() > MAX_NUMERIC_LENGTH {
        return None;
    }
    let digits = number.bytes().filter(u8::is_ascii_digit);
    let significant = digits.skip_while(|digit| *digit == b'0').count();
    (significant <= MAX_DIGITS).then(|| out.extend_from_slice(text.as_bytes()))
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
    use super::super::{JsonForm, to_json};

    fn check(form: &JsonForm, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(to_json(form, text), *expected, "{form:?} {text}");
        }
    }

    #[test]
    fn whole_numbers_that_a_double_cannot_hold_become_strings() {
        check(
            &JsonForm::Boolean,
            &[("t", "true"), ("f", "false"), ("x", "\"x\"")],
        );
        check(
            &JsonForm::Integer,
            &[("-1", "-1"), ("4294967295", "4294967295"), ("-", "\"-\"")],
        );
        check(
            &JsonForm::BigInteger,
            &[
                ("-9007199254740992", "-9007199254740992"),
                ("9007199254740992", "9007199254740992"),
                ("9007199254740993", "\"9007199254740993\""),
                ("-9223372036854775808", "\"-9223372036854775808\""),
            ],
        );
    }

    #[test]
    fn decimal_numbers_keep_their_digits() {
        check(
            &JsonForm::Numeric,
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
        assert_eq!(to_json(&JsonForm::Numeric, &tiny), format!("\"{tiny}\""));
        check(
            &JsonForm::Float,
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
    fn bytes_become_base64() {
        check(
            &JsonForm::Bytes,
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
