//! [`Where`]: a filter on the metadata of a document, and the operands of all filters.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use crate::vectors::{index_error::FilterError, store::Metadata};

/// A filter on the metadata of a document.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::vectors::embedded) enum Where {
    All(Vec<Self>),
    Any(Vec<Self>),
    Key(String, Test),
}

/// A condition on the value under a key.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::vectors::embedded) enum Test {
    In(Vec<Value>),
    /// Also passes if the key is missing.
    NotIn(Vec<Value>),
    /// How the value compares to the number, and whether an equal one passes too.
    Order(Ordering, bool, Number),
    /// The value is a list that contains this.
    Contains(Value),
    /// Also passes if the key is missing.
    ContainsNot(Value),
}

impl Where {
    /// Parses a filter.
    ///
    /// # Errors
    /// If it is not a valid filter.
    pub(in crate::vectors::embedded) fn parse(value: &Value) -> Result<Self, FilterError> {
        parse(value).map_err(|message| FilterError::new("where", message))
    }

    /// Whether a document passes.
    pub(in crate::vectors::embedded) fn passes(&self, metadata: Option<&Metadata>) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.passes(metadata)),
            Self::Any(parts) => parts.iter().any(|part| part.passes(metadata)),
            Self::Key(key, test) => test.passes(metadata.and_then(|metadata| metadata.get(key))),
        }
    }
}

impl Test {
    fn passes(&self, value: Option<&Value>) -> bool {
        let is_in = |list: &[Value]| {
            value.is_some_and(|value| list.iter().any(|wanted| are_equal(value, wanted)))
        };
        let has = |wanted: &Value| {
            let list = value.and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|value| are_equal(value, wanted)))
        };
        match self {
            Self::In(list) => is_in(list),
            Self::NotIn(list) => !is_in(list),
            Self::Order(wanted, or_equal, number) => match value {
                Some(Value::Number(value)) => {
                    let order = compare(value, number);
                    order == Some(*wanted) || (*or_equal && order == Some(Ordering::Equal))
                }
                _ => false,
            },
            Self::Contains(wanted) => has(wanted),
            Self::ContainsNot(wanted) => !has(wanted),
        }
    }
}

fn parse(value: &Value) -> Result<Where, String> {
    let (key, value) = only_pair(value)?;
    match key {
        "$and" => Ok(Where::All(parts(key, value, parse)?)),
        "$or" => Ok(Where::Any(parts(key, value, parse)?)),
        key if key.starts_with('$') => Err(format!("expected a key, `$and` or `$or`, got `{key}`")),
        key => Ok(Where::Key(key.to_owned(), parse_test(key, value)?)),
    }
}

fn parse_test(key: &str, value: &Value) -> Result<Test, String> {
    if !value.is_object() {
        return Ok(Test::In(vec![scalar(key, value)?]));
    }
    let (operator, value) = only_pair(value)?;
    let order = |wanted, or_equal| match value {
        Value::Number(number) => Ok(Test::Order(wanted, or_equal, number.clone())),
        other => Err(format!(
            "`{operator}` takes a number, got `{}`",
            short(other)
        )),
    };
    match operator {
        "$eq" => Ok(Test::In(vec![scalar(operator, value)?])),
        "$ne" => Ok(Test::NotIn(vec![scalar(operator, value)?])),
        "$gt" => order(Ordering::Greater, false),
        "$gte" => order(Ordering::Greater, true),
        "$lt" => order(Ordering::Less, false),
        "$lte" => order(Ordering::Less, true),
        "$in" => Ok(Test::In(scalars(operator, value)?)),
        "$nin" => Ok(Test::NotIn(scalars(operator, value)?)),
        "$contains" => Ok(Test::Contains(scalar(operator, value)?)),
        "$not_contains" => Ok(Test::ContainsNot(scalar(operator, value)?)),
        other => Err(format!(
            "`{other}` is not an operator; expected `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin`, `$contains` or `$not_contains`"
        )),
    }
}

fn scalar(place: &str, value: &Value) -> Result<Value, String> {
    match value {
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(value.clone()),
        other => Err(format!(
            "`{place}` takes a string, a number or a boolean, got `{}`",
            short(other)
        )),
    }
}

fn scalars(operator: &str, value: &Value) -> Result<Vec<Value>, String> {
    let list = value.as_array().filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| {
        format!(
            "`{operator}` takes a list that is not empty, got `{}`",
            short(value)
        )
    })?;
    let list: Vec<Value> = list
        .iter()
        .map(|value| scalar(operator, value))
        .collect::<Result<_, _>>()?;
    let kind = |value: &Value| std::mem::discriminant(value);
    if list.iter().any(|value| kind(value) != kind(&list[0])) {
        return Err(format!(
            "`{operator}` takes values of one type, got `{}`",
            short(value)
        ));
    }
    Ok(list)
}

/// Numbers are equal by their value: 1 is 1.0.
fn are_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            compare(left, right) == Some(Ordering::Equal)
        }
        _ => left == right,
    }
}

fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    match (left.as_i64(), right.as_i64()) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

/// Returns the only key of an object with its value. With several it would be unclear how they
/// combine.
pub(super) fn only_pair(value: &Value) -> Result<(&str, &Value), String> {
    let wanted = || format!("expected an object with one key, got `{}`", short(value));
    let object: &Map<String, Value> = value.as_object().ok_or_else(wanted)?;
    let mut pairs = object.iter();
    match (pairs.next(), pairs.next()) {
        (Some((key, value)), None) => Ok((key, value)),
        (Some(_), Some(_)) => Err(format!(
            "{}; combine several with `$and` or `$or`",
            wanted()
        )),
        _ => Err(wanted()),
    }
}

/// Parses the filters under `$and` or `$or`.
pub(super) fn parts<T>(
    operator: &str,
    value: &Value,
    parse: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let list = value.as_array();
    let list = list.ok_or_else(|| format!("`{operator}` takes a list, got `{}`", short(value)))?;
    list.iter().map(parse).collect()
}

/// Shortens a value for a message.
pub(super) fn short(value: &Value) -> String {
    const MAX_LENGTH: usize = 80;
    let text = value.to_string();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(filter: &Value) -> String {
        Where::parse(filter).unwrap_err().to_string()
    }

    #[test]
    fn an_invalid_filter_is_refused_with_the_reason() {
        for (filter, wanted) in [
            (
                json!({}),
                "`where`: expected an object with one key, got `{}`",
            ),
            (
                json!([1]),
                "`where`: expected an object with one key, got `[1]`",
            ),
            (
                json!({"a": 1, "b": 2}),
                r#"`where`: expected an object with one key, got `{"a":1,"b":2}`; combine several with `$and` or `$or`"#,
            ),
            (
                json!({"$not": {"a": 1}}),
                "`where`: expected a key, `$and` or `$or`, got `$not`",
            ),
            (
                json!({"$and": {"a": 1}}),
                r#"`where`: `$and` takes a list, got `{"a":1}`"#,
            ),
        ] {
            assert_eq!(refusal(&filter), wanted);
        }
    }

    #[test]
    fn an_invalid_value_is_refused_with_the_reason() {
        for (filter, wanted) in [
            (
                json!({"a": {"$foo": 1}}),
                "`where`: `$foo` is not an operator; expected `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$nin`, `$contains` or `$not_contains`",
            ),
            (
                json!({"a": {"$gt": "x"}}),
                r#"`where`: `$gt` takes a number, got `"x"`"#,
            ),
            (
                json!({"a": null}),
                "`where`: `a` takes a string, a number or a boolean, got `null`",
            ),
            (
                json!({"a": {"$in": []}}),
                "`where`: `$in` takes a list that is not empty, got `[]`",
            ),
            (
                json!({"a": {"$nin": [1, "x"]}}),
                r#"`where`: `$nin` takes values of one type, got `[1,"x"]`"#,
            ),
        ] {
            assert_eq!(refusal(&filter), wanted);
        }
    }

    #[test]
    fn large_integers_are_not_rounded() {
        let filter = Where::parse(&json!({"n": {"$gt": 9_007_199_254_740_992_i64}})).unwrap();
        let passes = |number: i64| filter.passes(json!({"n": number}).as_object());
        assert!(passes(9_007_199_254_740_993) && !passes(9_007_199_254_740_992));
    }
}
