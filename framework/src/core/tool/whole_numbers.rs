//! [`with_whole_numbers`]: integers that are written as floats.

use serde_json::Value;

use super::arguments::Arguments;

/// Returns the arguments with integers in place of floats without a fraction, or `None` if there is
/// no such float.
///
/// To JSON Schema `5.0` is an integer; to a Rust integer type it is not.
pub(super) fn with_whole_numbers(arguments: &Arguments) -> Option<Arguments> {
    if arguments.is_huge() {
        return None;
    }
    let mut value = arguments.to_value().ok()?;
    make_whole(&mut value).then(|| Arguments::from_value(&value).ok())?
}

/// Returns whether something was changed.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().and_then(whole);
            let is_whole = whole.is_some();
            if let Some(whole) = whole {
                *value = whole.into();
            }
            is_whole
        }
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |is, item| make_whole(item) | is),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |is, member| make_whole(member) | is),
        _ => false,
    }
}

/// Returns the integer that is equal to `number`, if an `f64` represents it exactly.
pub(crate) fn whole(number: f64) -> Option<i64> {
    const MAX: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number has no fraction and is small enough"
    )]
    (number.fract() == 0.0 && number.abs() <= MAX).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &'static str) -> Option<String> {
        let arguments = with_whole_numbers(&Arguments::from_json(text));
        arguments.map(|arguments| arguments.as_str().to_owned())
    }

    #[test]
    fn floats_without_a_fraction_become_integers() {
        let whole = changed(r#"{"a": 5.0, "b": [1.5, {"c": -2e0}], "d": 1e300, "e": "5.0"}"#);
        let expected = r#"{"a":5,"b":[1.5,{"c":-2}],"d":1e+300,"e":"5.0"}"#;
        assert_eq!(whole.as_deref(), Some(expected));
        for other in [r#"{"a": 5, "b": 1.5}"#, "[", "{}"] {
            assert_eq!(changed(other), None, "{other}");
        }
    }
}
