//! What a value that does not fit may have been meant to be.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::{edit::Place, near_key::near_key};
use crate::{
    core::{Repair, RepairKind},
    executor::governance::validation_problems::{below, parent_schema, path_of, shown},
};

/// What a value may have been meant to be.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) place: Place,
    pub(super) kind: RepairKind,
    path: String,
}

impl Candidate {
    /// What is told of it: `arguments` are those before the change.
    pub(super) fn repair(self, arguments: &Value) -> Repair {
        let at = |pointer: &str| arguments.pointer(pointer).cloned().unwrap_or_default();
        let (got, used) = match self.place {
            Place::Put { pointer, value } => (at(&pointer), Some(value)),
            Place::Remove { pointer } => (at(&pointer), None),
            Place::Rename { from, to, .. } => (from.into(), Some(to.into())),
        };
        Repair::new(self.path, self.kind, got, used)
    }
}

/// The candidates for what `error` is about, the likeliest first.
pub(super) fn candidates(
    error: &ValidationError<'_>,
    schema: &Value,
    arguments: &Value,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let names = unexpected.iter().map(String::as_str);
            found.extend(names.filter_map(|name| renamed(error, name, schema)));
        }
        ValidationErrorKind::Required { property } => {
            found.extend(wanted_name(error, property.as_str(), schema));
        }
        kind => {
            found.extend(choice(kind, error));
            found.extend(of_value(error, arguments));
        }
    }
    found
}

/// A name that nobody knows, as one that is near.
fn renamed(error: &ValidationError<'_>, name: &str, schema: &Value) -> Option<Candidate> {
    let known = parent_schema(error, schema)?
        .get("properties")?
        .as_object()?;
    let there = error.instance().as_object()?;
    let to = near_key(name, known, there)?;
    Some(rename(error, name, to))
}

/// A name that is missing, where one that nobody knows is near.
fn wanted_name(
    error: &ValidationError<'_>,
    name: Option<&str>,
    schema: &Value,
) -> Option<Candidate> {
    let name = name?;
    let known = parent_schema(error, schema)?
        .get("properties")?
        .as_object()?;
    let there = error.instance().as_object()?;
    let strangers = there.keys().filter(|key| !known.contains_key(*key));
    let mut meant = strangers.filter(|key| near_key(key, known, there) == Some(name));
    let only = meant.next()?;
    meant.next().is_none().then(|| rename(error, only, name))
}

fn rename(error: &ValidationError<'_>, from: &str, to: &str) -> Candidate {
    Candidate {
        place: Place::Rename {
            object: error.instance_path().as_str().to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
        },
        kind: RepairKind::NearMissKey,
        path: below(&path_of(error.instance_path()), from),
    }
}

/// One of the choices, in other letters.
fn choice(kind: &ValidationErrorKind, error: &ValidationError<'_>) -> Option<Candidate> {
    let text = error.instance().as_str()?;
    let choices = choices(kind);
    let folded = |text: &str| text.trim().to_lowercase().replace(['-', ' '], "_");
    let mut alike = choices
        .iter()
        .filter(|choice| folded(choice) == folded(text));
    let only = alike.next()?;
    let is_alone = alike.next().is_none();
    is_alone.then(|| put(error, only.as_str().into(), RepairKind::LetterCase))
}

fn choices(kind: &ValidationErrorKind) -> Vec<String> {
    use ValidationErrorKind as Kind;
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    match kind {
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            options.iter().filter_map(text).collect()
        }
        Kind::Constant { expected_value } => text(expected_value).into_iter().collect(),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => context
            .iter()
            .flatten()
            .flat_map(|error| choices(error.kind()))
            .collect(),
        _ => Vec::new(),
    }
}

/// Another value in place of one that has the wrong type.
fn of_value(error: &ValidationError<'_>, arguments: &Value) -> Vec<Candidate> {
    let value = error.instance().as_ref();
    let mut found = Vec::new();
    match value {
        Value::String(text) => found.extend(unquoted(error, text)),
        Value::Null if !error.instance_path().as_str().is_empty() => found.push(Candidate {
            place: Place::Remove {
                pointer: error.instance_path().as_str().to_owned(),
            },
            kind: RepairKind::NullForDefault,
            path: shown(path_of(error.instance_path())),
        }),
        _ => {}
    }
    let is_whole = std::ptr::eq(value, arguments) || error.instance_path().as_str().is_empty();
    if !value.is_array() && !value.is_null() && !is_whole {
        let list = Value::Array(vec![value.clone()]);
        found.push(put(error, list, RepairKind::SingleValue));
    }
    found
}

/// What a text is when it is read as JSON, or as a boolean in other letters.
fn unquoted(error: &ValidationError<'_>, text: &str) -> Option<Candidate> {
    let text = text.trim();
    let read = match text.to_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => serde_json::from_str(text).ok()?,
    };
    match read {
        Value::String(_) | Value::Null => None,
        Value::Array(_) | Value::Object(_) => Some(put(error, read, RepairKind::StringifiedJson)),
        read => Some(put(error, read, RepairKind::QuotedValue)),
    }
}

fn put(error: &ValidationError<'_>, value: Value, kind: RepairKind) -> Candidate {
    Candidate {
        place: Place::Put {
            pointer: error.instance_path().as_str().to_owned(),
            value,
        },
        kind,
        path: shown(path_of(error.instance_path())),
    }
}
