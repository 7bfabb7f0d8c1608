//! Completing an argument while a person types it.

use std::{collections::BTreeMap, future::Future};

use schemars::JsonSchema;
use serde_json::Value;

use super::schema::{Choice, choices_of, schema_of};

/// What is typed so far, and the arguments that are already there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// What is typed so far.
    pub value: String,
    /// The other arguments.
    pub arguments: BTreeMap<String, String>,
}

impl Completion {
    /// A completion of `value`, beside `arguments`.
    #[must_use]
    pub const fn new(value: String, arguments: BTreeMap<String, String>) -> Self {
        Self { value, arguments }
    }
}

/// Completes with a function: what `#[complete(function)]` does.
pub async fn complete_with<F, R>(function: F, completion: Completion) -> Vec<String>
where
    F: FnOnce(Completion) -> R,
    R: Future<Output = Vec<String>>,
{
    function(completion).await
}

/// Completes with the values that `T` enumerates, if it does.
pub async fn complete_enum<T: JsonSchema>(completion: Completion) -> Vec<String> {
    let schema = Value::Object(schema_of::<T>());
    let typed = completion.value.to_lowercase();
    enumerated(&schema)
        .into_iter()
        .filter(|value| value.to_lowercase().starts_with(&typed))
        .collect()
}

/// Completes with nothing.
pub async fn no_completion() -> Vec<String> {
    Vec::new()
}

/// The values that can be typed.
fn enumerated(schema: &Value) -> Vec<String> {
    if schema.get("type").is_some_and(|kind| kind == "boolean") {
        return vec!["true".into(), "false".into()];
    }
    let choices = choices_of(schema).unwrap_or_default();
    let text = |choice: Choice<'_>| choice.value.as_str().map(ToOwned::to_owned);
    choices.into_iter().filter_map(text).collect()
}
