//! Turns the errors of a validator into [`Problem`]s that a model can read.

use jsonschema::{ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

use super::{
    argument_path::{member, or_arguments, path_of},
    excerpt::Excerpt,
};
use crate::core::{
    InvalidArguments, Problem, Schema, UNIQUE_ITEMS, describe, describe_format, describe_pattern,
};

/// Returns the first problems of `value`, sorted by path.
///
/// Of a large value only the first elements of each list are searched. If all of them fit, there
/// are no problems although `value` does not fit.
pub(super) fn problems(validator: &Validator, schema: &Value, value: &Value) -> Vec<Problem> {
    let excerpt = Excerpt::of(value);
    let mut problems: Vec<_> = excerpt
        .errors(validator)
        .flat_map(|error| problems_of(&error, schema))
        .take(InvalidArguments::MOST_PROBLEMS)
        .collect();
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    problems
}

/// Returns the first problem of `value` as a sentence, or `None` if it fits.
pub(super) fn first(validator: &Validator, schema: &Schema, value: &Value) -> Option<String> {
    if validator.is_valid(value) {
        return None;
    }
    let excerpt = Excerpt::of(value);
    let schema = Value::Object(schema.clone());
    let error = excerpt.errors(validator).next();
    let problem = error.and_then(|error| problems_of(&error, &schema).into_iter().next());
    Some(match problem {
        Some(Problem {
            path, got, wanted, ..
        }) => format!("`{path}`: got {got}, wanted {wanted}"),
        None => "an element of a long list does not fit".into(),
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
            .take(InvalidArguments::MOST_PROBLEMS)
            .map(|name| {
                let got = instance.get(name);
                Problem::new(member(&path, name), got, known_names(parent))
            })
            .collect(),
        kind => vec![Problem::new(
            or_arguments(path),
            Some(instance),
            wanted(kind, parent, error),
        )],
    }
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
        Kind::Type { .. } | Kind::Enum { .. } | Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
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
