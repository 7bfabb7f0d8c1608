//! The repairs that may be tried on a value, each with the [`Edit`] that it makes.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::near_key::near_key;
use crate::{
    core::{Repair, RepairKind, value_size},
    executor::governance::validation_problems::{member, or_arguments, parent_schema, path_of},
};

/// The most memory that the JSON in a string may take as a value.
const MAX_MEMORY: usize = 4 * 1024 * 1024;

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
    } else if value_size(text) <= MAX_MEMORY {
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

/// Takes every argument that is one Markdown fence out of it, and adds the repairs.
///
/// Models write code like this: the text of the argument starts with three backticks and the name
/// of a language, and ends with three backticks.
pub(crate) fn without_fences(mut value: Value, repairs: &mut Vec<Repair>) -> Value {
    let members = value.as_object_mut().into_iter().flatten();
    for (name, member) in members {
        let Some(code) = member.as_str().and_then(fenced) else {
            continue;
        };
        let code = Value::from(code);
        let got = std::mem::replace(member, code.clone());
        repairs.push(Repair::new(name, RepairKind::CodeFence, got, Some(code)));
    }
    value
}

/// Returns the code in a fence, if the text is nothing but one.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (language, code) = inner.split_once('\n')?;
    let is_language = |one: char| one.is_ascii_alphanumeric() || "+-_#.".contains(one);
    let is_one = language.trim().chars().all(is_language) && !code.contains("```");
    is_one.then(|| code.trim())
}

/// One change of arguments. Pointers are JSON pointers.
#[derive(Debug)]
pub(super) enum Edit {
    /// Replaces the value at `pointer`.
    Replace { pointer: String, value: Value },
    /// Removes the member of an object at `pointer`.
    Remove { pointer: String },
    /// Renames a member of the object at `object`.
    Rename {
        object: String,
        from: String,
        to: String,
    },
}

impl Edit {
    /// Applies the edit. Returns `false` if that is not possible.
    pub(super) fn apply(&self, arguments: &mut Value) -> bool {
        match self {
            Self::Replace { pointer, value } => match arguments.pointer_mut(pointer) {
                Some(place) => {
                    *place = value.clone();
                    true
                }
                None => false,
            },
            Self::Remove { pointer } => remove(arguments, pointer),
            Self::Rename { object, from, to } => rename_member(arguments, object, from, to),
        }
    }
}

fn remove(arguments: &mut Value, pointer: &str) -> bool {
    let Some((object, name)) = pointer.rsplit_once('/') else {
        return false;
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    match arguments.pointer_mut(object) {
        Some(Value::Object(members)) => members.shift_remove(&name).is_some(),
        _ => false,
    }
}

fn rename_member(arguments: &mut Value, object: &str, from: &str, to: &str) -> bool {
    let Some(Value::Object(members)) = arguments.pointer_mut(object) else {
        return false;
    };
    if members.contains_key(to) {
        return false;
    }
    match members.shift_remove(from) {
        Some(value) => members.insert(to.to_owned(), value).is_none(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_text_that_is_one_fence_is_taken_out() {
        assert_eq!(fenced("```sql\nSELECT 1;\n```"), Some("SELECT 1;"));
        assert_eq!(fenced(" ```\r\nSELECT 1\r\n``` \n"), Some("SELECT 1"));
        for text in [
            "SELECT 1",
            "```sql SELECT 1```",
            "```sql\nSELECT 1",
            "a ```\nb\n```",
        ] {
            assert_eq!(fenced(text), None, "{text}");
        }
        assert_eq!(fenced("```\na\n```\n```\nb\n```"), None);
        let mut repairs = Vec::new();
        let value = json!({"a": "```sql\nSELECT 1\n```", "b": 1});
        let used = without_fences(value, &mut repairs);
        assert_eq!(used, json!({"a": "SELECT 1", "b": 1}));
        assert_eq!((repairs.len(), repairs[0].path.as_str()), (1, "a"));
    }
}
