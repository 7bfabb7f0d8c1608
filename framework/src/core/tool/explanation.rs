//! Explains what is wrong with the arguments of a call, parameter by parameter.

use serde_json::{Map, Value, json};

use super::{arguments::Arguments, definition::ToolDef, parse::ParameterCheck};
use crate::core::{
    error::{InvalidArguments, Problem, ToolError, is_short, shorten},
    schema::{Schema, describe, example_of, fits, list, misfits},
};

/// The most bytes of an argument that an example repeats.
const MAX_IN_EXAMPLE: usize = 1024;

impl InvalidArguments {
    /// Creates the error for these problems with `got`, the arguments that were sent.
    #[must_use]
    pub fn of_problems(definition: &ToolDef, got: &Value, problems: Vec<Problem>) -> Self {
        let none = Map::new();
        Self::new(definition, got.as_object().unwrap_or(&none), problems)
    }

    /// Explains why `arguments` do not fit `definition`, parameter by parameter.
    pub(in crate::core) fn explain(
        arguments: &Arguments,
        definition: &ToolDef,
        checks: &[ParameterCheck],
        error: &serde_json::Error,
    ) -> Self {
        if arguments.is_huge() {
            return Self::of_all(definition, arguments, error.to_string());
        }
        let got = match Self::members(definition, arguments) {
            Ok(got) => got,
            Err(invalid) => return invalid,
        };
        let schema = definition.input_schema();
        let mut problems = unknown_names(&got, schema);
        problems.extend(missing_names(&got, schema));
        for check in checks {
            match misfit(*check, &got, schema) {
                Some(problem) => problems.push(problem),
                None => problems.extend(limits_of(check.name, &got, schema)),
            }
        }
        if problems.is_empty() {
            problems.push(Problem {
                path: "arguments".into(),
                got: shorten(&Value::Object(got.clone())),
                wanted: error.to_string(),
            });
        }
        Self::new(definition, &got, problems)
    }

    /// Checks the arguments of a tool that parses them by itself against its input schema.
    ///
    /// # Errors
    /// [`ToolError::InvalidArguments`] with everything that does not fit.
    pub(crate) fn check(definition: &ToolDef, arguments: &Arguments) -> Result<(), ToolError> {
        let schema = definition.input_schema();
        let Some(known) = properties(schema).filter(|known| !known.is_empty()) else {
            return Ok(());
        };
        if arguments.is_huge() {
            return Err(Self::too_large(definition, arguments).into_error());
        }
        let got = Self::members(definition, arguments).map_err(Self::into_error)?;
        let mut problems = unknown_names(&got, schema);
        problems.extend(missing_names(&got, schema));
        problems.extend(known.keys().flat_map(|name| limits_of(name, &got, schema)));
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Self::new(definition, &got, problems).into_error()),
        }
    }

    /// Returns the error for arguments that take too much memory.
    pub(crate) fn too_large(definition: &ToolDef, arguments: &Arguments) -> Self {
        let wanted = "fewer values: these take too much memory".to_owned();
        Self::of_all(definition, arguments, wanted)
    }

    /// Returns the arguments by name.
    fn members(definition: &ToolDef, arguments: &Arguments) -> Result<Map<String, Value>, Self> {
        match arguments.to_value() {
            Ok(Value::Object(got)) => Ok(got),
            Ok(other) => Err(Self::of_whole(definition, &shorten(&other))),
            Err(error) => {
                let got = format!("unreadable JSON ({error})");
                Err(Self::of_whole(definition, &got))
            }
        }
    }

    pub(in crate::core) fn from_violations(
        definition: &ToolDef,
        arguments: &Arguments,
        violations: Vec<(&'static str, String)>,
    ) -> Self {
        let is_huge = arguments.is_huge();
        let got = match (!is_huge).then(|| arguments.to_value()) {
            Some(Ok(Value::Object(got))) => got,
            _ => Map::new(),
        };
        let shown = |name| match got.get(name) {
            Some(value) => shorten(value),
            None if is_huge => "too much to show".into(),
            None => "nothing".into(),
        };
        let problems = violations
            .into_iter()
            .map(|(name, wanted)| Problem {
                path: name.to_owned(),
                got: shown(name),
                wanted,
            })
            .collect();
        Self::new(definition, &got, problems)
    }

    /// Creates the error for all arguments, without a look at each of them.
    pub(crate) fn of_all(definition: &ToolDef, arguments: &Arguments, wanted: String) -> Self {
        let problem = Problem {
            path: "arguments".into(),
            got: format!("{} bytes of JSON", arguments.as_str().len()),
            wanted,
        };
        Self::new(definition, &Map::new(), vec![problem])
    }

    fn of_whole(definition: &ToolDef, got: &str) -> Self {
        let problem = Problem {
            path: "arguments".into(),
            got: got.to_owned(),
            wanted: "a JSON object".into(),
        };
        Self::new(definition, &Map::new(), vec![problem])
    }

    fn new(definition: &ToolDef, got: &Map<String, Value>, problems: Vec<Problem>) -> Self {
        let schema = definition.input_schema();
        let example = working_example(schema, got, &problems);
        let works = fits(&Value::Object(schema.clone()), schema, &example);
        let example = works.then_some(example);
        Self {
            tool: definition.name().to_owned(),
            problems,
            example,
        }
    }
}

fn properties(schema: &Schema) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

fn unknown_names(got: &Map<String, Value>, schema: &Schema) -> Vec<Problem> {
    let closed = schema.get("additionalProperties") == Some(&json!(false));
    let Some(known) = properties(schema).filter(|_| closed) else {
        return Vec::new();
    };
    let names = || match known.len() {
        0 => "no parameters".to_owned(),
        _ => format!("one of {}", list(known.keys())),
    };
    got.iter()
        .filter(|(name, _)| !known.contains_key(*name))
        .take(InvalidArguments::MAX_PROBLEMS)
        .map(|(name, value)| Problem {
            path: name.clone(),
            got: shorten(value),
            wanted: names(),
        })
        .collect()
}

fn missing_names(got: &Map<String, Value>, schema: &Schema) -> Vec<Problem> {
    let required = schema.get("required").and_then(Value::as_array);
    required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|name| !got.contains_key(*name))
        .map(|name| Problem {
            path: name.to_owned(),
            got: "nothing".into(),
            wanted: wanted(schema, name),
        })
        .collect()
}

fn wanted(schema: &Schema, name: &str) -> String {
    let Some(property) = properties(schema).and_then(|known| known.get(name)) else {
        return "a value".into();
    };
    let kind = describe(property);
    match property
        .get("description")
        .and_then(Value::as_str)
        .and_then(|text| text.lines().next())
    {
        Some(description) => format!("{kind} ({description})"),
        None => kind,
    }
}

fn misfit(check: ParameterCheck, got: &Map<String, Value>, schema: &Schema) -> Option<Problem> {
    let value = got.get(check.name)?;
    let (path, message) = check.misfit(value)?;
    let (path, got, wanted) = if path.is_empty() {
        (
            check.name.to_owned(),
            shorten(value),
            wanted(schema, check.name),
        )
    } else {
        let joint = if path.starts_with('[') { "" } else { "." };
        let inner = at(value, &path).unwrap_or(value);
        (
            format!("{}{joint}{path}", check.name),
            shorten(inner),
            format!("a value that fits: {message}"),
        )
    };
    Some(Problem { path, got, wanted })
}

/// Returns the limits that an argument of the right type is not within.
fn limits_of<'a>(
    name: &'a str,
    got: &'a Map<String, Value>,
    schema: &Schema,
) -> impl Iterator<Item = Problem> + use<'a> {
    let property = properties(schema).and_then(|known| known.get(name));
    let found = property
        .zip(got.get(name))
        .map(|(property, value)| misfits(property, schema, value, InvalidArguments::MAX_PROBLEMS));
    found.into_iter().flatten().map(move |misfit| {
        let joint = if misfit.path.is_empty() || misfit.path.starts_with('[') {
            ""
        } else {
            "."
        };
        let path = format!("{name}{joint}{}", misfit.path);
        Problem::new(path, misfit.got, misfit.wanted)
    })
}

/// Returns the value at a path in the form of serde: `items[2].price`.
fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split(['.', '[', ']'])
        .filter(|step| !step.is_empty())
        .try_fold(value, |value, step| {
            value.get(step).or_else(|| {
                step.parse::<usize>()
                    .ok()
                    .and_then(|index| value.get(index))
            })
        })
}

fn working_example(schema: &Schema, got: &Map<String, Value>, problems: &[Problem]) -> Value {
    let broken = |name: &str| {
        problems
            .iter()
            .any(|problem| problem.path.split(['.', '[']).next() == Some(name))
    };
    let required: Vec<_> = schema
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut example = Map::new();
    for (name, property) in properties(schema).into_iter().flatten() {
        match got.get(name) {
            Some(value) if !broken(name) && is_short(value, MAX_IN_EXAMPLE) => {
                example.insert(name.clone(), value.clone())
            }
            Some(_) => example.insert(name.clone(), example_of(property, schema)),
            None if required.iter().any(|required| required == name) => {
                example.insert(name.clone(), example_of(property, schema))
            }
            None => None,
        };
    }
    Value::Object(example)
}
