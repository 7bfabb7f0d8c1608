//! [`argument_problems`]: everything that does not fit in the argument of one parameter.
//!
//! A schema names every part that does not fit. What it does not know, such as whether a text is a date,
//! only the type of the parameter does, which stops at the first part that it does not accept. So a copy
//! of the argument is mended part by part, and the type is asked again.

use serde_json::{Map, Value};

use super::parse::ParameterCheck;
use crate::core::{
    error::{InvalidArguments, Problem},
    schema::{Misfit, Schema, describe, example_of, misfits, schema_at},
};

/// How much is looked for.
#[derive(Debug)]
pub(super) struct SearchLimits {
    /// The most problems.
    pub(super) problems: usize,
    /// The number of times that types may be asked again. Each time they read a whole argument.
    pub(super) questions: usize,
}

impl SearchLimits {
    /// The most bytes of JSON that types read again.
    const MAX_READ: usize = 1024 * 1024;

    /// Returns the limits for arguments of so many bytes.
    pub(super) fn of(bytes: usize) -> Self {
        let problems = InvalidArguments::MAX_FOUND;
        Self {
            problems,
            questions: problems.min(Self::MAX_READ / bytes.max(1)),
        }
    }
}

/// Returns the first problems of the argument for one parameter: those that its schema finds, then those
/// that its type finds.
pub(super) fn argument_problems(
    check: ParameterCheck,
    got: &Map<String, Value>,
    schema: &Schema,
    left: &mut SearchLimits,
) -> Vec<Problem> {
    let property = schema.get("properties").and_then(|all| all.get(check.name));
    let (Some(property), Some(value)) = (property, got.get(check.name)) else {
        return Vec::new();
    };
    let found = misfits(property, schema, value, left.problems);
    let mut mended = MendedArgument::of(property, schema, value, &found);
    let mut told: Vec<_> = found.iter().map(|misfit| misfit.path.clone()).collect();
    let mut problems = schema_problems(check.name, property, found);
    while problems.len() < left.problems
        && let Some((path, message)) = check.misfit(&mended.value)
        && !told.iter().any(|one| is_same_part(one, &path))
    {
        let got = value_at(value, &path).unwrap_or(value);
        let wanted = mended.wanted(&path, &message);
        problems.push(Problem::new(joined(check.name, &path), Some(got), wanted));
        if left.questions == 0 || !mended.mend(&path) {
            break;
        }
        left.questions -= 1;
        told.push(path);
    }
    left.problems -= problems.len();
    problems
}

/// Returns the first `most` problems that the schema of a parameter finds in its argument.
pub(super) fn schema_misfits(
    name: &str,
    got: &Map<String, Value>,
    schema: &Schema,
    most: usize,
) -> Vec<Problem> {
    let property = schema.get("properties").and_then(|all| all.get(name));
    match (property, got.get(name)) {
        (Some(property), Some(value)) => {
            schema_problems(name, property, misfits(property, schema, value, most))
        }
        _ => Vec::new(),
    }
}

fn schema_problems(name: &str, property: &Value, found: Vec<Misfit<'_>>) -> Vec<Problem> {
    let problem = |mut misfit: Misfit<'_>| {
        if misfit.path.is_empty() {
            misfit.wanted = with_description(misfit.wanted, property);
        }
        let path = joined(name, &misfit.path);
        misfit.into_problem(path)
    };
    found.into_iter().map(problem).collect()
}

/// Adds the first line of a parameter's description to what is wanted of it.
pub(super) fn with_description(wanted: String, property: &Value) -> String {
    let description = property.get("description").and_then(Value::as_str);
    match description.and_then(|text| text.lines().next()) {
        Some(description) => format!("{wanted} ({description})"),
        None => wanted,
    }
}

/// An argument in which the parts that do not fit are replaced by examples, one after the other.
struct MendedArgument<'s> {
    property: &'s Value,
    schema: &'s Schema,
    value: Value,
}

impl<'s> MendedArgument<'s> {
    /// Returns a copy of `value` without what its schema found, as far as that can be mended.
    fn of(property: &'s Value, schema: &'s Schema, value: &Value, found: &[Misfit<'_>]) -> Self {
        let mut mended = Self {
            property,
            schema,
            value: value.clone(),
        };
        for misfit in found {
            match misfit.is_unknown {
                true => mended.remove(&misfit.path),
                false => _ = mended.mend(&misfit.path),
            }
        }
        mended
    }

    /// Replaces the part at `path` by an example, or adds it. Returns whether it could.
    fn mend(&mut self, path: &str) -> bool {
        let Some(schema) = schema_at(self.property, self.schema, path) else {
            return false;
        };
        let example = example_of(schema, self.schema);
        match self.parent_of(path) {
            (Some(whole), None) => *whole = example,
            (Some(Value::Object(members)), Some(name)) => {
                members.insert(name.to_owned(), example);
            }
            (Some(Value::Array(items)), Some(index)) => {
                let index = index.parse::<usize>();
                let item = index.ok().and_then(|index| items.get_mut(index));
                let Some(item) = item else { return false };
                *item = example;
            }
            _ => return false,
        }
        true
    }

    /// Removes the member at `path`.
    fn remove(&mut self, path: &str) {
        if let (Some(Value::Object(members)), Some(name)) = self.parent_of(path) {
            members.remove(name);
        }
    }

    /// Returns the value that has the part at `path`, and the last step to it: none for the whole.
    fn parent_of<'p>(&mut self, path: &'p str) -> (Option<&mut Value>, Option<&'p str>) {
        let mut steps: Vec<_> = steps(path).collect();
        let last = steps.pop();
        let mut steps = steps.into_iter();
        let parent = steps.try_fold(&mut self.value, |value, step| match value {
            Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
            value => value.get_mut(step),
        });
        (parent, last)
    }

    /// Describes what fits at `path`, where the type says `message`.
    fn wanted(&self, path: &str, message: &str) -> String {
        let inner = schema_at(self.property, self.schema, path);
        let kind = inner.and_then(|schema| match schema.get("type")? {
            // That of an optional value is a list, with `null`.
            Value::Array(kinds) => kinds.first()?.as_str(),
            kind => kind.as_str(),
        });
        match (inner, kind, message.rsplit_once("expected ")) {
            (Some(inner), Some("string"), _) if inner.get("format").is_some() => {
                with_description(describe(inner), inner)
            }
            (_, Some("integer"), Some((_, rust_type))) => format!("an integer ({rust_type})"),
            _ => format!("a value that fits: {message}"),
        }
    }
}

/// Whether one of two paths leads to the value of the other one, or to a part of it.
fn is_same_part(one: &str, other: &str) -> bool {
    steps(one)
        .zip(steps(other))
        .all(|(one, other)| one == other)
}

/// Returns the names and the indices of a path in the form of serde: `items[2].price`.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

fn value_at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    steps(path).try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        value => value.get(step),
    })
}

/// Returns the path of a value within the argument `name`.
fn joined(name: &str, path: &str) -> String {
    let joint = if path.is_empty() || path.starts_with('[') {
        ""
    } else {
        "."
    };
    format!("{name}{joint}{path}")
}
