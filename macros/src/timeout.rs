//! The timeout of a tool, as in `timeout = "5s"`.

use syn::LitStr;

use crate::errors::Errors;

/// The units in milliseconds. The longest suffix comes first.
const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// Returns the timeout in milliseconds.
pub(crate) fn parse(literal: &LitStr, errors: &mut Errors) -> Option<u64> {
    let text = literal.value();
    let timeout = milliseconds(&text);
    if timeout.is_none() {
        let expected =
            "expected a whole number above 0 and a unit, `ms`, `s`, `m` or `h`, as in `5s`";
        errors.at(literal, format!("`{text}` is not a timeout: {expected}"));
    }
    timeout
}

fn milliseconds(text: &str) -> Option<u64> {
    let (number, scale) = UNITS
        .iter()
        .find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let count: u64 = number.parse().ok().filter(|&count| is_plain && count > 0)?;
    count.checked_mul(*scale)
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn all_units_are_parsed() {
        let read = ["250ms", "5s", "2m", "1h"].map(milliseconds);
        assert_eq!(
            read,
            [Some(250), Some(5_000), Some(120_000), Some(3_600_000)]
        );
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "s",
            "5",
            "0s",
            "-5s",
            "+5s",
            "1.5s",
            "5 s",
            "5d",
            "99999999999999999999h",
            "18446744073709551615h",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
