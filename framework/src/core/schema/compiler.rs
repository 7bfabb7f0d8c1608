//! [`SchemaValidator`]: validates values against a JSON schema, within a limit of time and memory.

use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::{
    cost::{SchemaCost, TooCostly},
    json_schema::Schema,
    pattern_cost::BACKTRACK_LIMIT,
};

/// The most memory of one compiled pattern, in bytes.
const MAX_PATTERN_SIZE: usize = 1024 * 1024;

/// The most steps of a validation on a thread of the runtime, as its size shows: a few milliseconds.
const MAX_SHORT_STEPS: u64 = 400_000;

/// The most steps of a search for errors. Each error takes half a kilobyte.
const MAX_ERROR_STEPS: u64 = 20_000;

/// A value whose size alone shows that it takes at most so many steps is not counted.
const MAX_STEPS_UNCOUNTED: u64 = 1_000_000;

/// Compiles `schema` as JSON Schema 2020-12, with `format` as an assertion.
///
/// Works offline: a reference to a remote schema is an error.
///
/// ```
/// use serde_json::json;
/// use toolwright::schema::compile;
///
/// let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
/// let validator = compile(schema.as_object().unwrap()).unwrap();
/// assert_eq!(validator.fits(&json!({"n": 1})), Ok(true));
/// assert_eq!(validator.fits(&json!({"n": "one"})), Ok(false));
/// assert_eq!(validator.first_misfit(&json!({"n": "one"})).unwrap().pointer, "/n");
/// ```
///
/// # Errors
/// Says why `schema` is none, or which part of it costs too much to validate.
pub fn compile(schema: &Schema) -> Result<SchemaValidator, String> {
    let cost = SchemaCost::of(schema)?;
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(BACKTRACK_LIMIT)
        .size_limit(MAX_PATTERN_SIZE);
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(patterns)
        .offline()
        .build(&Value::Object(schema.clone()))
        .map_err(|error| error.to_string())?;
    Ok(SchemaValidator { validator, cost })
}

/// A compiled JSON schema.
///
/// The steps of a validation are counted before it begins, since the library that validates cannot
/// be stopped.
#[derive(Debug)]
pub struct SchemaValidator {
    validator: Validator,
    cost: SchemaCost,
}

/// A value that does not fit a schema, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaMisfit {
    /// The JSON pointer of the value that does not fit.
    pub pointer: String,
    /// The reason, without the value.
    pub reason: String,
}

impl SchemaValidator {
    /// Whether `value` fits the schema.
    ///
    /// # Errors
    /// [`TooCostly`] if that takes too long to find out.
    pub fn fits(&self, value: &Value) -> Result<bool, TooCostly> {
        self.cost.steps(value, u64::MAX)?;
        Ok(self.validator.is_valid(value))
    }

    /// Whether `value`, whose JSON has so many bytes, fits the schema. Counts only what may be much.
    ///
    /// # Errors
    /// [`TooCostly`] if that takes too long to find out.
    #[doc(hidden)]
    pub fn fits_sized(&self, value: &Value, bytes: usize) -> Result<bool, TooCostly> {
        if !self.cost.is_surely_within(bytes, MAX_STEPS_UNCOUNTED) {
            self.cost.steps(value, u64::MAX)?;
        }
        Ok(self.validator.is_valid(value))
    }

    /// Whether every value of so many bytes of JSON is validated in a few milliseconds.
    pub(crate) fn is_short(&self, bytes: usize) -> bool {
        self.cost.is_surely_within(bytes, MAX_SHORT_STEPS)
    }

    /// Returns the first thing that does not fit, if `value` does not fit and the search is short.
    #[must_use]
    pub fn first_misfit(&self, value: &Value) -> Option<SchemaMisfit> {
        let error = self.errors(value).next()?;
        Some(SchemaMisfit {
            pointer: error.instance_path().as_str().to_owned(),
            reason: error.masked().to_string(),
        })
    }

    /// Returns what does not fit in `value`; nothing if the search would take long.
    pub(crate) fn errors<'a>(
        &'a self,
        value: &'a Value,
    ) -> impl Iterator<Item = ValidationError<'a>> {
        let is_short = self.cost.steps(value, MAX_ERROR_STEPS).is_ok();
        let errors = is_short.then(|| self.validator.iter_errors(value));
        errors.into_iter().flatten()
    }

    /// Returns in how many steps `value` is validated.
    ///
    /// # Errors
    /// [`TooCostly`] if there are more than `most`.
    pub(crate) fn steps(&self, value: &Value, most: u64) -> Result<u64, TooCostly> {
        self.cost.steps(value, most)
    }
}
