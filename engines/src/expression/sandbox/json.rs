//! Converting variables from JSON, and results to JSON.
//!
//! | Python | JSON |
//! |---|---|
//! | `None`, `bool`, `str` | as they are |
//! | `int` up to 2^53 - 1 on both sides of zero | a number |
//! | `int` beyond that | its digits as text: many JSON parsers would round the number |
//! | `float` | a number; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | `list`, `tuple`, `set`, `frozenset` | an array |
//! | `dict` | an object; keys that are numbers, `bool` or `None` become text as Python's `json` writes them |
//! | `date`, `time`, `datetime` | ISO 8601 |
//! | `timedelta` | seconds |
//! | `bytes` | base64 |
//! | everything else | an error that names its type |

use base64::{Engine as _, prelude::BASE64_STANDARD};
use monty_types::{MontyDate, MontyDateTime, MontyObject, MontyTime, MontyTimeDelta};
use num_bigint::BigInt;
use serde_json::{Map, Number, Value};

use super::super::{
    error::{ExpressionError, ExpressionLimits, Limit, shorten},
    request::Reply,
};

/// The largest integer that every JSON parser reads exactly (RFC 7493).
const MAX_INTEGER: i64 = (1 << 53) - 1;

/// The most bits of an integer. Python writes at most 4,300 digits, since the time grows with their
/// square.
const MAX_BITS: u64 = 14_284;

/// The most levels of a result. Many JSON parsers accept 128.
const MAX_DEPTH: usize = 100;

/// Returns the names and the values of `variables`.
pub(super) fn inputs(variables: Map<String, Value>) -> (Vec<String>, Vec<MontyObject>) {
    variables
        .into_iter()
        .map(|(name, value)| (name, input(value)))
        .unzip()
}

fn input(value: Value) -> MontyObject {
    match value {
        Value::Null => MontyObject::None,
        Value::Bool(value) => MontyObject::Bool(value),
        Value::Number(number) => number_in(&number),
        Value::String(text) => MontyObject::String(text),
        Value::Array(items) => MontyObject::List(items.into_iter().map(input).collect()),
        Value::Object(entries) => MontyObject::Dict(
            entries
                .into_iter()
                .map(|(key, value)| (MontyObject::String(key), input(value)))
                .collect(),
        ),
    }
}

fn number_in(number: &Number) -> MontyObject {
    match (number.as_i64(), number.as_u64()) {
        (Some(integer), _) => MontyObject::Int(integer),
        (None, Some(integer)) => MontyObject::BigInt(BigInt::from(integer)),
        (None, None) => MontyObject::Float(number.as_f64().unwrap_or(f64::NAN)),
    }
}

/// Returns `object` as JSON.
pub(super) fn output(object: &MontyObject, limits: &ExpressionLimits) -> Reply {
    Writer {
        left: limits.result,
        most: limits.result,
    }
    .write(object, 0)
}

/// Writes a result and counts its bytes, roughly and never too high, so that no result grows far
/// beyond the limit.
struct Writer {
    left: usize,
    most: usize,
}

impl Writer {
    fn write(&mut self, object: &MontyObject, depth: usize) -> Reply {
        if depth > MAX_DEPTH {
            return Err(Limit::Depth.into());
        }
        self.count(1)?;
        match object {
            MontyObject::List(items)
            | MontyObject::Tuple(items)
            | MontyObject::NamedTuple { values: items, .. }
            | MontyObject::Set(items)
            | MontyObject::FrozenSet(items) => {
                let items = items.iter().map(|item| self.write(item, depth + 1));
                items.collect::<Result<_, _>>().map(Value::Array)
            }
            MontyObject::Dict(entries) => {
                let mut object = Map::new();
                for (key, value) in entries {
                    let key = self.key(key)?;
                    if object.contains_key(&key) {
                        return Err(no_json(format!(
                            "two keys of a `dict` are both written as `{key}`"
                        )));
                    }
                    let value = self.write(value, depth + 1)?;
                    object.insert(key, value);
                }
                Ok(Value::Object(object))
            }
            plain => self.plain(plain),
        }
    }

    fn plain(&mut self, object: &MontyObject) -> Reply {
        Ok(match object {
            MontyObject::None => Value::Null,
            MontyObject::Bool(value) => (*value).into(),
            MontyObject::Int(integer) if (-MAX_INTEGER..=MAX_INTEGER).contains(integer) => {
                (*integer).into()
            }
            MontyObject::Float(float) => float_out(*float),
            MontyObject::TimeDelta(delta) => seconds(delta),
            other => self.text(other)?.into(),
        })
    }

    /// Returns a value that JSON can only represent as text.
    fn text(&mut self, object: &MontyObject) -> Result<String, ExpressionError> {
        let text = match object {
            MontyObject::String(text) => {
                self.count(text.len())?;
                text.clone()
            }
            MontyObject::Bytes(bytes) => {
                self.count(bytes.len())?;
                BASE64_STANDARD.encode(bytes)
            }
            MontyObject::Int(integer) => integer.to_string(),
            MontyObject::BigInt(integer) => digits(integer)?,
            MontyObject::Date(value) => date(value),
            MontyObject::Time(value) => time(value),
            MontyObject::DateTime(value) => date_time(value),
            MontyObject::Cycle(..) => return Err(no_json("it contains itself")),
            MontyObject::Repr(other) => return Err(not_data(other)),
            other => return Err(not_data(&other.to_string())),
        };
        self.count(text.len()).map(|()| text)
    }

    fn key(&mut self, key: &MontyObject) -> Result<String, ExpressionError> {
        match key {
            MontyObject::None => Ok("null".into()),
            MontyObject::Bool(value) => Ok(value.to_string()),
            MontyObject::Float(value) => Ok(match float_out(*value) {
                Value::String(text) => text,
                number => number.to_string(),
            }),
            MontyObject::TimeDelta(delta) => Ok(seconds(delta).to_string()),
            other => self.text(other),
        }
    }

    fn count(&mut self, bytes: usize) -> Result<(), ExpressionError> {
        self.left = self
            .left
            .checked_sub(bytes)
            .ok_or(Limit::Result(self.most))?;
        Ok(())
    }
}

fn no_json(why: impl Into<String>) -> ExpressionError {
    ExpressionError::Result(why.into())
}

/// Returns the error of a value that is not data, such as a function.
fn not_data(shown: &str) -> ExpressionError {
    let shown = shorten(shown);
    no_json(format!("it contains `{shown}`: try `list(…)` or `str(…)`"))
}

fn float_out(float: f64) -> Value {
    Number::from_f64(float).map_or_else(
        || match float {
            f64::INFINITY => "Infinity".into(),
            f64::NEG_INFINITY => "-Infinity".into(),
            _ => "NaN".into(),
        },
        Value::Number,
    )
}

fn digits(integer: &BigInt) -> Result<String, ExpressionError> {
    if integer.bits() > MAX_BITS {
        return Err(no_json("an integer has more than 4,300 digits"));
    }
    Ok(integer.to_string())
}

fn seconds(delta: &MontyTimeDelta) -> Value {
    let whole = i64::from(delta.days) * 86_400 + i64::from(delta.seconds);
    if delta.microseconds == 0 {
        return whole.into();
    }
    float_out(whole as f64 + f64::from(delta.microseconds) / 1e6)
}

fn date(value: &MontyDate) -> String {
    calendar(value.year, value.month, value.day)
}

fn time(value: &MontyTime) -> String {
    let clock = clock(value.hour, value.minute, value.second, value.microsecond);
    clock + &offset(value.offset_seconds)
}

fn date_time(value: &MontyDateTime) -> String {
    let day = calendar(value.year, value.month, value.day);
    let clock = clock(value.hour, value.minute, value.second, value.microsecond);
    format!("{day}T{clock}{}", offset(value.offset_seconds))
}

fn calendar(year: i32, month: u8, day: u8) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

fn clock(hour: u8, minute: u8, second: u8, microsecond: u32) -> String {
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    match microsecond {
        0 => clock,
        some => format!("{clock}.{some:06}"),
    }
}

fn offset(seconds: Option<i32>) -> String {
    let Some(seconds) = seconds else {
        return String::new();
    };
    let sign = if seconds < 0 { '-' } else { '+' };
    let (minutes, rest) = (seconds.abs() / 60, seconds.abs() % 60);
    let offset = format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60);
    match rest {
        0 => offset,
        some => format!("{offset}:{some:02}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(object: &MontyObject, result: usize) -> Result<Value, String> {
        let limits = ExpressionLimits {
            result,
            ..ExpressionLimits::default()
        };
        output(object, &limits).map_err(|error| error.to_string())
    }

    #[test]
    fn json_values_survive_a_round_trip() {
        for value in [
            json!(null),
            json!(true),
            json!(-1.5),
            json!(MAX_INTEGER),
            json!(-MAX_INTEGER),
            json!("text"),
            json!([1, [2.0, {"a": []}]]),
            json!({"b": 1, "a": {"c": null}}),
        ] {
            let object = input(value.clone());
            assert_eq!(written(&object, 1_000), Ok(value));
        }
    }

    #[test]
    fn integers_that_parsers_would_round_are_text() {
        assert_eq!(
            written(&input(json!(MAX_INTEGER + 1)), 100),
            Ok(json!("9007199254740992"))
        );
        assert_eq!(
            written(&input(json!(u64::MAX)), 100),
            Ok(json!("18446744073709551615"))
        );
    }

    #[test]
    fn an_integer_has_at_most_4300_digits() {
        let power = |digits: u32| MontyObject::BigInt(BigInt::from(10).pow(digits));
        let written_digits = |digits| written(&power(digits), 10_000);
        assert_eq!(
            written_digits(4_299),
            Ok(json!(format!("1{}", "0".repeat(4_299))))
        );
        assert_eq!(
            written_digits(4_301),
            Err("the result has no JSON form: an integer has more than 4,300 digits".into())
        );
    }

    #[test]
    fn bytes_are_counted_before_they_are_written() {
        let too_long = Err("the result is longer than 10 bytes of JSON".into());
        let zeros = |count| MontyObject::List(vec![MontyObject::Int(0); count]);
        assert_eq!(
            written(&zeros(9), 10),
            Ok(json!([0, 0, 0, 0, 0, 0, 0, 0, 0]))
        );
        assert_eq!(written(&zeros(10), 10), too_long);
        let text = |length: usize| MontyObject::String("x".repeat(length));
        assert_eq!(written(&text(11), 10), too_long);
        let entries = [(text(11), MontyObject::None)].into_iter().collect();
        assert_eq!(written(&MontyObject::Dict(entries), 10), too_long);
        assert_eq!(written(&MontyObject::Bytes(vec![0; 11]), 10), too_long);
    }

    #[test]
    fn a_result_nests_at_most_100_deep() {
        let nested = |depth| {
            (0..depth).fold(MontyObject::None, |inner, _| {
                MontyObject::Tuple(vec![inner])
            })
        };
        assert!(written(&nested(MAX_DEPTH), 1_000).is_ok());
        assert_eq!(
            written(&nested(MAX_DEPTH + 1), 1_000),
            Err("depth limit: the expression or its values nest too deeply".into())
        );
    }

    #[test]
    fn an_offset_has_seconds_only_if_needed() {
        for (seconds, text) in [
            (None, ""),
            (Some(0), "+00:00"),
            (Some(-12_600), "-03:30"),
            (Some(3_661), "+01:01:01"),
        ] {
            assert_eq!(offset(seconds), text);
        }
    }
}
