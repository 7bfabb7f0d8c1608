//! Turns the errors of a validator into [`Problem`]s that a model can read.

use std::borrow::Cow;

use jsonschema::{
    ValidationError,
    error::ValidationErrorKind,
    paths::{Location, LocationSegment},
};
use serde_json::{Map, Value};

use crate::core::{
    InvalidArguments, Problem, Schema, SchemaValidator, UNIQUE_ITEMS, describe, describe_format,
    describe_pattern, misfits,
};

/// Returns the first problems of `value`, sorted by path, and whether all of it was searched.
///
/// Of a large value only the first elements of each list are searched. If all of them fit, there
/// are no problems although `value` does not fit.
pub(super) fn problems(
    validator: &SchemaValidator,
    schema: &Value,
    value: &Value,
) -> (Vec<Problem>, bool) {
    let excerpt = Excerpt::of(value);
    let mut problems: Vec<_> = excerpt
        .errors(validator)
        .flat_map(|error| problems_of(&error, schema))
        .take(InvalidArguments::MAX_FOUND)
        .collect();
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    (problems, excerpt.cut.is_empty())
}

/// Returns the first problem of `value` as a sentence, or `None` if it fits.
pub(super) fn first(validator: &SchemaValidator, schema: &Schema, value: &Value) -> Option<String> {
    match validator.fits(value) {
        Ok(true) => return None,
        Ok(false) => {}
        Err(too_costly) => return Some(format!("it is not {too_costly}")),
    }
    let excerpt = Excerpt::of(value);
    let schema = Value::Object(schema.clone());
    let error = excerpt.errors(validator).next();
    let problem = error.and_then(|error| problems_of(&error, &schema).into_iter().next());
    Some(match problem {
        Some(problem) => problem.to_string(),
        None => "a part of a large value does not fit".into(),
    })
}

fn problems_of(error: &ValidationError<'_>, schema: &Value) -> Vec<Problem> {
    let path = path_of(error.instance_path());
    let instance = error.instance();
    let parent = parent_schema(error, schema);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let wanted = parent
                .and_then(|schema| schema.get("properties")?.get(name))
                .map_or_else(|| "a value".into(), describe);
            vec![Problem::new(member(&path, name), None, wanted)]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .take(InvalidArguments::MAX_FOUND)
            .map(|name| {
                let got = instance.get(name);
                Problem::unknown(member(&path, name), got, known_names(parent))
            })
            .collect(),
        ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::OneOfNotValid { .. } => {
            options_of(&path, instance, parent, schema)
        }
        kind => vec![Problem::new(
            or_arguments(path),
            Some(instance),
            wanted(kind, parent, error),
        )],
    }
}

/// Returns what is wrong with a value that fits none of several options.
fn options_of(
    path: &str,
    instance: &Value,
    parent: Option<&Value>,
    schema: &Value,
) -> Vec<Problem> {
    let found = parent.zip(schema.as_object()).map(|(parent, root)| {
        let options = ["anyOf", "oneOf"].map(|name| (name.to_owned(), parent.get(name)));
        let options = options
            .into_iter()
            .filter_map(|(name, of)| Some((name, of?.clone())));
        let options = Value::Object(options.collect());
        let found = misfits(&options, root, instance, InvalidArguments::MAX_FOUND);
        found
            .into_iter()
            .map(|misfit| {
                let path = or_arguments(within(path, &misfit.path));
                misfit.into_problem(path)
            })
            .collect::<Vec<_>>()
    });
    found.filter(|found| !found.is_empty()).unwrap_or_else(|| {
        let wanted = parent.map_or_else(|| "a value of another type".into(), describe);
        vec![Problem::new(
            or_arguments(path.to_owned()),
            Some(instance),
            wanted,
        )]
    })
}

/// Describes the values that `kind` would accept.
fn wanted(
    kind: &ValidationErrorKind,
    parent: Option<&Value>,
    error: &ValidationError<'_>,
) -> String {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::MinLength { .. } | Kind::MaxLength { .. } if has_fixed_length(parent) => {
            parent.map(describe).unwrap_or_default()
        }
        Kind::Minimum { limit } => format!("a number from {limit}"),
        Kind::Maximum { limit } => format!("a number up to {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("a number above {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("a number below {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("at least {}", counted(*limit, "character")),
        Kind::MaxLength { limit } => format!("at most {}", counted(*limit, "character")),
        Kind::MinItems { limit } => format!("at least {}", counted(*limit, "item")),
        Kind::MaxItems { limit } => format!("at most {}", counted(*limit, "item")),
        Kind::MinProperties { limit } => format!("at least {}", counted(*limit, "member")),
        Kind::MaxProperties { limit } => format!("at most {}", counted(*limit, "member")),
        Kind::UniqueItems => UNIQUE_ITEMS.into(),
        Kind::Pattern { pattern } => describe_pattern(pattern),
        Kind::Format { format } => describe_format(format),
        Kind::Constant { expected_value } => format!("`{expected_value}`"),
        Kind::Type { .. } | Kind::Enum { .. } => {
            parent.map_or_else(|| "a value of another type".into(), describe)
        }
        _ => format!("a value that fits: {}", error.masked()),
    }
}

/// Returns `true` if a string has only one length, as a `char`. Its description names the length.
fn has_fixed_length(schema: Option<&Value>) -> bool {
    schema.is_some_and(|schema| schema.get("minLength") == schema.get("maxLength"))
}

fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

fn known_names(schema: Option<&Value>) -> String {
    let known = schema
        .and_then(|schema| schema.get("properties"))
        .and_then(Value::as_object);
    match known {
        Some(known) if !known.is_empty() => {
            let names: Vec<_> = known.keys().map(|name| format!("`{name}`")).collect();
            format!("one of {}", names.join(", "))
        }
        _ => "no such member".into(),
    }
}

/// Returns the schema that contains the keyword of `error`.
pub(super) fn parent_schema<'a>(
    error: &ValidationError<'_>,
    schema: &'a Value,
) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    schema.pointer(parent)
}

/// Returns the path of `location`, which is empty for the arguments as a whole.
pub(super) fn path_of(location: &Location) -> String {
    let mut path = String::new();
    for segment in location {
        match segment {
            LocationSegment::Property(name) => path = member(&path, &name),
            LocationSegment::Index(index) => path = format!("{path}[{index}]"),
        }
    }
    path
}

/// Returns `path`, or `arguments` if it is empty.
pub(super) fn or_arguments(path: String) -> String {
    if path.is_empty() {
        "arguments".into()
    } else {
        path
    }
}

/// Returns the path of a value that has the path `inner` within the one at `path`.
fn within(path: &str, inner: &str) -> String {
    match inner {
        "" => path.to_owned(),
        item if item.starts_with('[') => format!("{path}{item}"),
        name => member(path, name),
    }
}

/// Returns the path of the member `name` of the object at `path`.
pub(super) fn member(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// The most values that are looked at one by one.
///
/// A validator makes all errors of a list before it returns the first one, and each takes half a
/// kilobyte. So a larger value is replaced by an excerpt.
const MAX_VALUES: usize = 2_048;
/// The number of elements of a list in an excerpt: few, so that the problems of one list leave room
/// for others.
const MAX_ELEMENTS: usize = 8;
/// The number of members of an object in an excerpt: more than tools have parameters.
const MAX_MEMBERS: usize = 256;

/// A value, or an excerpt of a large one, as it is searched for errors.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    value: Cow<'a, Value>,
    /// The JSON pointers of the lists and objects that were cut.
    cut: Vec<String>,
}

impl<'a> Excerpt<'a> {
    /// Returns `value` itself, or the first elements of each list and object if it is large.
    ///
    /// The value as a whole decides whether it fits a schema; an excerpt only says why it does not.
    pub(super) fn of(value: &'a Value) -> Self {
        let mut cut = Vec::new();
        if count(value, MAX_VALUES) < MAX_VALUES {
            return Self {
                value: Cow::Borrowed(value),
                cut,
            };
        }
        let mut room = MAX_VALUES;
        let value = shorten(value, &mut String::new(), &mut room, &mut cut);
        Self {
            value: Cow::Owned(value),
            cut,
        }
    }

    /// Returns the errors of the excerpt, except those that come from cutting it.
    pub(super) fn errors<'e>(
        &'e self,
        validator: &'e SchemaValidator,
    ) -> impl Iterator<Item = ValidationError<'e>> {
        let is_cut = |error: &ValidationError<'_>| {
            let place = error.instance_path().as_str();
            self.cut.iter().any(|cut| cut == place)
        };
        let errors = validator.errors(&self.value);
        errors.filter(move |error| !is_cut(error))
    }
}

/// Returns the number of values in `value`, itself included. Stops at `most`.
pub(super) fn count(value: &Value, most: usize) -> usize {
    let mut found = 1;
    let mut add = |inner: &Value| {
        found += count(inner, most.saturating_sub(found));
        found < most
    };
    match value {
        Value::Array(items) => _ = items.iter().all(&mut add),
        Value::Object(members) => _ = members.values().all(&mut add),
        _ => {}
    }
    found
}

/// Copies the first elements of each list and object in `value`, at most `room` values in all.
fn shorten(value: &Value, at: &mut String, room: &mut usize, cut: &mut Vec<String>) -> Value {
    *room = room.saturating_sub(1);
    let (short, is_whole) = match value {
        Value::Array(items) => {
            let mut short = Vec::new();
            for (index, item) in items.iter().enumerate().take(MAX_ELEMENTS.min(*room)) {
                short.push(below(at, &index.to_string(), |at| {
                    shorten(item, at, room, cut)
                }));
            }
            let is_whole = short.len() == items.len();
            (Value::Array(short), is_whole)
        }
        Value::Object(members) => {
            let mut short = Map::new();
            for (name, member) in members.iter().take(MAX_MEMBERS.min(*room)) {
                let member = below(at, name, |at| shorten(member, at, room, cut));
                short.insert(name.clone(), member);
            }
            let is_whole = short.len() == members.len();
            (Value::Object(short), is_whole)
        }
        other => (other.clone(), true),
    };
    if !is_whole {
        cut.push(at.clone());
    }
    short
}

/// Runs `work` with the JSON pointer of the member `name` of the value at `at`.
fn below<T>(at: &mut String, name: &str, work: impl FnOnce(&mut String) -> T) -> T {
    let length = at.len();
    at.push('/');
    at.push_str(&name.replace('~', "~0").replace('/', "~1"));
    let result = work(at);
    at.truncate(length);
    result
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::core::compile;

    fn errors(schema: &Value, value: &Value) -> Vec<String> {
        let validator = compile(schema.as_object().unwrap()).unwrap();
        let excerpt = Excerpt::of(value);
        let errors = excerpt.errors(&validator);
        errors
            .map(|error| error.instance_path().as_str().to_owned())
            .collect()
    }

    #[test]
    fn a_small_value_is_searched_as_a_whole() {
        let schema = json!({"items": {"type": "string"}});
        let value = json!(vec![1; 100]);
        assert_eq!(errors(&schema, &value).len(), 100);
    }

    #[test]
    fn of_a_large_list_the_first_elements_are_searched() {
        let schema = json!({"properties": {"a/b": {
            "items": {"type": "string"}, "minItems": 100, "maxItems": 200_000,
        }}});
        let value = json!({"a/b": vec![1; 120_000], "c": vec!["x"; 120_000]});
        let expected: Vec<_> = (0..MAX_ELEMENTS)
            .map(|index| format!("/a~1b/{index}"))
            .collect();
        assert_eq!(errors(&schema, &value), expected);
    }

    #[test]
    fn lists_of_lists_are_cut_at_every_depth() {
        let value = json!(vec![vec![vec![1; 100]; 100]; 100]);
        assert!(count(&Excerpt::of(&value).value, usize::MAX) <= MAX_VALUES + 3 * MAX_ELEMENTS);
    }

    #[test]
    fn counting_stops_at_the_limit() {
        assert_eq!(count(&json!({"a": [1, 2], "b": null}), 100), 5);
        assert_eq!(count(&json!(vec![1; 1_000]), 10), 10);
    }
}
