//! Why a value does not fit a schema, for a model to read.

use jsonschema::{
    ValidationError, Validator,
    error::ValidationErrorKind,
    paths::{Location, LocationSegment},
};
use serde_json::Value;

use crate::core::{Problem, Schema, describe};

/// The most problems that are told at once.
const MOST: usize = 20;

/// All that does not fit.
pub(super) fn problems(validator: &Validator, schema: &Value, value: &Value) -> Vec<Problem> {
    let mut problems: Vec<_> = validator
        .iter_errors(value)
        .take(MOST)
        .flat_map(|error| problems_of(&error, schema))
        .collect();
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    problems
}

/// The first thing that does not fit, in words.
pub(super) fn first(validator: &Validator, schema: &Schema, value: &Value) -> Option<String> {
    let error = validator.iter_errors(value).next()?;
    let schema = Value::Object(schema.clone());
    let problem = problems_of(&error, &schema).into_iter().next()?;
    Some(format!(
        "`{}`: got {}, wanted {}",
        problem.path, problem.got, problem.wanted
    ))
}

fn problems_of(error: &ValidationError<'_>, schema: &Value) -> Vec<Problem> {
    let path = path_of(error.instance_path());
    let instance = error.instance();
    let around = parent_schema(error, schema);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let wanted = around
                .and_then(|schema| schema.get("properties")?.get(name))
                .map_or_else(|| "a value".into(), describe);
            vec![Problem::new(below(&path, name), None, wanted)]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                let got = instance.get(name);
                Problem::new(below(&path, name), got, known_names(around))
            })
            .collect(),
        kind => vec![Problem::new(
            shown(path),
            Some(instance),
            wanted(kind, around, error),
        )],
    }
}

/// What is wanted in place of what came.
fn wanted(
    kind: &ValidationErrorKind,
    around: Option<&Value>,
    error: &ValidationError<'_>,
) -> String {
    use ValidationErrorKind as Kind;
    match kind {
        Kind::Minimum { limit } => format!("a number from {limit}"),
        Kind::Maximum { limit } => format!("a number up to {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("a number above {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("a number below {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => format!("at least {limit} characters"),
        Kind::MaxLength { limit } => format!("at most {limit} characters"),
        Kind::MinItems { limit } => format!("at least {limit} items"),
        Kind::MaxItems { limit } => format!("at most {limit} items"),
        Kind::MinProperties { limit } => format!("at least {limit} entries"),
        Kind::MaxProperties { limit } => format!("at most {limit} entries"),
        Kind::UniqueItems => "items that are all different".into(),
        Kind::Pattern { pattern } => format!("text that matches `{pattern}`"),
        Kind::Format { format } => format!("a string ({format})"),
        Kind::Constant { expected_value } => format!("`{expected_value}`"),
        Kind::Type { .. } | Kind::Enum { .. } | Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            around.map_or_else(|| "a value of another type".into(), describe)
        }
        _ => format!("what fits: {}", error.masked()),
    }
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
        _ => "no such name".into(),
    }
}

/// The schema that has the keyword which does not hold.
pub(super) fn parent_schema<'a>(
    error: &ValidationError<'_>,
    schema: &'a Value,
) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    schema.pointer(parent)
}

/// A place as people write it: `items[2].price`; nothing for the whole.
pub(super) fn path_of(location: &Location) -> String {
    let mut path = String::new();
    for segment in location {
        match segment {
            LocationSegment::Property(name) => path = below(&path, &name),
            LocationSegment::Index(index) => path = format!("{path}[{index}]"),
        }
    }
    path
}

/// The whole has a name too.
pub(super) fn shown(path: String) -> String {
    if path.is_empty() {
        "arguments".into()
    } else {
        path
    }
}

pub(super) fn below(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
