//! Lists what a value that does not fit may have been meant to be.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::{edit::Edit, near_key::near_key};
use crate::{
    core::{Repair, RepairKind, value_size},
    executor::governance::{
        argument_path::{member, or_arguments, path_of},
        validation_problems::parent_schema,
    },
};

/// The most memory that the JSON in a string may take as a value.
const MOST_MEMORY: usize = 4 * 1024 * 1024;

/// An edit that may make a value fit.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) edit: Edit,
    pub(super) kind: RepairKind,
    path: String,
}

impl Candidate {
    /// Describes the edit. `arguments` are those before it was applied.
    pub(super) fn into_repair(self, arguments: &Value) -> Repair {
        let at = |pointer: &str| arguments.pointer(pointer).cloned().unwrap_or_default();
        let (got, used) = match self.edit {
            Edit::Replace { pointer, value } => (at(&pointer), Some(value)),
            Edit::Remove { pointer } => (at(&pointer), None),
            Edit::Rename { from, to, .. } => (from.into(), Some(to.into())),
        };
        Repair::new(self.path, self.kind, got, used)
    }
}

/// Returns the candidates for the value of `error`, the likeliest first.
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
            found.extend(names.filter_map(|name| unknown_key(error, name, schema)));
        }
        ValidationErrorKind::Required { property } => {
            found.extend(missing_key(error, property.as_str(), schema));
        }
        kind => {
            found.extend(choice(kind, error));
            found.extend(other_type(error, arguments));
        }
    }
    found
}

/// Renames the unknown key `name` to a similar known one.
fn unknown_key(error: &ValidationError<'_>, name: &str, schema: &Value) -> Option<Candidate> {
    let known = parent_schema(error, schema)?
        .get("properties")?
        .as_object()?;
    let present = error.instance().as_object()?;
    let to = near_key(name, known, present)?;
    Some(rename(error, name, to))
}

/// Renames a similar unknown key to the missing key `name`.
fn missing_key(
    error: &ValidationError<'_>,
    name: Option<&str>,
    schema: &Value,
) -> Option<Candidate> {
    let name = name?;
    let known = parent_schema(error, schema)?
        .get("properties")?
        .as_object()?;
    let present = error.instance().as_object()?;
    let unknown = present.keys().filter(|key| !known.contains_key(*key));
    let mut similar = unknown.filter(|key| near_key(key, known, present) == Some(name));
    let only = similar.next()?;
    similar.next().is_none().then(|| rename(error, only, name))
}

fn rename(error: &ValidationError<'_>, from: &str, to: &str) -> Candidate {
    Candidate {
        edit: Edit::Rename {
            object: error.instance_path().as_str().to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
        },
        kind: RepairKind::NearMissKey,
        path: member(&path_of(error.instance_path()), from),
    }
}

/// Replaces a string by the choice that differs only in case, hyphens and spaces.
fn choice(kind: &ValidationErrorKind, error: &ValidationError<'_>) -> Option<Candidate> {
    let text = error.instance().as_str()?;
    let choices = choices(kind);
    let folded = |text: &str| text.trim().to_lowercase().replace(['-', ' '], "_");
    let mut alike = choices
        .iter()
        .filter(|choice| folded(choice) == folded(text));
    let only = alike.next()?;
    let is_alone = alike.next().is_none();
    is_alone.then(|| replace(error, only.as_str().into(), RepairKind::LetterCase))
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

/// Replaces or removes a value of the wrong type.
fn other_type(error: &ValidationError<'_>, arguments: &Value) -> Vec<Candidate> {
    let value = error.instance().as_ref();
    let mut found = Vec::new();
    match value {
        Value::String(text) => found.extend(unquoted(error, text)),
        Value::Null if !error.instance_path().as_str().is_empty() => found.push(Candidate {
            edit: Edit::Remove {
                pointer: error.instance_path().as_str().to_owned(),
            },
            kind: RepairKind::NullForDefault,
            path: or_arguments(path_of(error.instance_path())),
        }),
        _ => {}
    }
    let is_whole = std::ptr::eq(value, arguments) || error.instance_path().as_str().is_empty();
    if !value.is_array() && !value.is_null() && !is_whole {
        let list = Value::Array(vec![value.clone()]);
        found.push(replace(error, list, RepairKind::SingleValue));
    }
    found
}

/// Replaces a string by the JSON that it contains, or by the boolean that it spells.
fn unquoted(error: &ValidationError<'_>, text: &str) -> Option<Candidate> {
    let text = text.trim();
    let read = if text.eq_ignore_ascii_case("true") {
        Value::Bool(true)
    } else if text.eq_ignore_ascii_case("false") {
        Value::Bool(false)
    } else if value_size(text) <= MOST_MEMORY {
        serde_json::from_str(text).ok()?
    } else {
        return None;
    };
    match read {
        Value::String(_) | Value::Null => None,
        Value::Array(_) | Value::Object(_) => {
            Some(replace(error, read, RepairKind::StringifiedJson))
        }
        read => Some(replace(error, read, RepairKind::QuotedValue)),
    }
}

fn replace(error: &ValidationError<'_>, value: Value, kind: RepairKind) -> Candidate {
    Candidate {
        edit: Edit::Replace {
            pointer: error.instance_path().as_str().to_owned(),
            value,
        },
        kind,
        path: or_arguments(path_of(error.instance_path())),
    }
}
