//! [`Completion`]: an argument that a person is typing.

use std::{collections::BTreeMap, future::Future};

use schemars::JsonSchema;
use serde_json::Value;

use super::schema::{Choice, choices_of, schema_of};

/// A request to complete an argument: the text typed so far, and the other arguments.
///
/// The function of `#[complete(…)]` takes one:
///
/// ```
/// use toolwright::prelude::*;
///
/// async fn cities(completion: Completion) -> Vec<String> {
///     let typed = completion.value.to_lowercase();
///     let known = ["Bergen", "Berlin", "Oslo"].into_iter();
///     let found = known.filter(|city| city.to_lowercase().starts_with(&typed));
///     found.map(String::from).collect()
/// }
///
/// /// Describe a city.
/// #[prompt]
/// fn describe(#[complete(cities)] city: String) -> String {
///     format!("What is {city} like?")
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let client = Server::new("demo").prompts(prompts![describe]).client().await?;
/// assert_eq!(client.complete("describe", "city", "ber").await?, ["Bergen", "Berlin"]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The text typed so far.
    pub value: String,
    /// The arguments that are already known, by name.
    pub arguments: BTreeMap<String, String>,
}

impl Completion {
    /// Creates a request to complete `value` when `arguments` are known.
    #[must_use]
    pub const fn new(value: String, arguments: BTreeMap<String, String>) -> Self {
        Self { value, arguments }
    }
}

/// Completes with a function. Generated for `#[complete(function)]`.
pub async fn complete_with<F, R>(function: F, completion: Completion) -> Vec<String>
where
    F: FnOnce(Completion) -> R,
    R: Future<Output = Vec<String>>,
{
    function(completion).await
}

/// Completes with the values that the schema of `T` enumerates, if it does.
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

/// Returns the values that fit `schema`, if it enumerates them.
fn enumerated(schema: &Value) -> Vec<String> {
    if schema.get("type").is_some_and(|kind| kind == "boolean") {
        return vec!["true".into(), "false".into()];
    }
    let choices = choices_of(schema).unwrap_or_default();
    let text = |choice: Choice<'_>| choice.value.as_str().map(ToOwned::to_owned);
    choices.into_iter().filter_map(text).collect()
}
