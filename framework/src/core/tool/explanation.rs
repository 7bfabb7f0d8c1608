//! Explains what is wrong with the arguments of a call, parameter by parameter.

use serde_json::{Map, Value, json};

use super::{
    arguments::Arguments,
    definition::ToolDef,
    parse::ParameterCheck,
    type_misfits::{SearchLimits, argument_problems, schema_misfits, with_description},
};
use crate::core::{
    error::{InvalidArguments, Problem, ToolError, is_short, shorten},
    schema::{Schema, describe, example_of, fits, list},
};

/// The most bytes of an argument that an example repeats.
const MAX_IN_EXAMPLE: usize = 1024;

impl InvalidArguments {
    /// Creates the error for these problems with `got`, the arguments that were sent.
    #[doc(hidden)]
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
            Err(invalid) => return *invalid,
        };
        let schema = definition.input_schema();
        let mut problems = unknown_names(&got, schema);
        problems.extend(missing_names(&got, schema));
        let mut left = SearchLimits::of(arguments.as_str().len());
        for check in checks {
            problems.extend(argument_problems(*check, &got, schema, &mut left));
        }
        if problems.is_empty() {
            let got = Value::Object(got.clone());
            problems.push(Problem::new("arguments", Some(&got), error.to_string()));
        }
        let mut invalid = Self::new(definition, &got, problems);
        invalid.is_all &= left.questions > 0;
        invalid
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
        let got = Self::members(definition, arguments).map_err(|invalid| invalid.into_error())?;
        let mut problems = unknown_names(&got, schema);
        problems.extend(missing_names(&got, schema));
        for name in known.keys() {
            let left = Self::MAX_FOUND.saturating_sub(problems.len());
            problems.extend(schema_misfits(name, &got, schema, left));
        }
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
    fn members(
        definition: &ToolDef,
        arguments: &Arguments,
    ) -> Result<Map<String, Value>, Box<Self>> {
        match arguments.to_value() {
            Ok(Value::Object(got)) => Ok(got),
            Ok(other) => Err(Box::new(Self::of_whole(definition, &shorten(&other)))),
            Err(error) => {
                let got = format!("unreadable JSON ({error})");
                Err(Box::new(Self::of_whole(definition, &got)))
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
        let problem = |(name, wanted)| {
            let mut problem = Problem::new(name, got.get(name), wanted);
            if is_huge {
                problem.got = "too much to show".into();
            }
            problem
        };
        let problems = violations.into_iter().map(problem).collect();
        Self::new(definition, &got, problems)
    }

    /// Creates the error for all arguments, without a look at each of them.
    pub(crate) fn of_all(definition: &ToolDef, arguments: &Arguments, wanted: String) -> Self {
        let mut problem = Problem::new("arguments", None, wanted);
        problem.got = format!("{} bytes of JSON", arguments.as_str().len());
        Self::new(definition, &Map::new(), vec![problem])
    }

    fn of_whole(definition: &ToolDef, got: &str) -> Self {
        let mut problem = Problem::new("arguments", None, "a JSON object");
        got.clone_into(&mut problem.got);
        Self::new(definition, &Map::new(), vec![problem])
    }

    fn new(definition: &ToolDef, got: &Map<String, Value>, mut problems: Vec<Problem>) -> Self {
        let schema = definition.input_schema();
        let example = working_example(schema, got, &problems);
        let works = fits(&Value::Object(schema.clone()), schema, &example);
        let example = works.then_some(example);
        let more = problems.len().saturating_sub(Self::MAX_PROBLEMS);
        let is_all = problems.len() < Self::MAX_FOUND;
        problems.truncate(Self::MAX_PROBLEMS);
        Self {
            tool: definition.name().to_owned(),
            problems,
            more,
            is_all,
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
        .take(InvalidArguments::MAX_FOUND)
        .map(|(name, value)| Problem::unknown(name, Some(value), names()))
        .collect()
}

fn missing_names(got: &Map<String, Value>, schema: &Schema) -> Vec<Problem> {
    let required = schema.get("required").and_then(Value::as_array);
    required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .filter(|name| !got.contains_key(*name))
        .take(InvalidArguments::MAX_FOUND)
        .map(|name| Problem::new(name, None, wanted(schema, name)))
        .collect()
}

fn wanted(schema: &Schema, name: &str) -> String {
    let Some(property) = properties(schema).and_then(|known| known.get(name)) else {
        return "a value".into();
    };
    with_description(describe(property), property)
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
