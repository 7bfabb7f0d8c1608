//! [`Completion`]: an argument that a person is typing.

use std::{collections::BTreeMap, future::Future};

use schemars::JsonSchema;
use serde_json::Value;

use super::{
    call::{Context, FromContext, StateType},
    error::ToolError,
    schema::{Choice, choices_of, schema_of},
};

/// A request to complete an argument: the text typed so far, and the other arguments.
///
/// The function of `#[complete(…)]` takes one, and then any types that implement [`FromContext`],
/// such as [`State`](crate::State) and [`Context`]:
///
/// ```
/// use toolwright::prelude::*;
///
/// struct Atlas(Vec<String>);
///
/// async fn cities(completion: Completion, atlas: State<Atlas>) -> Vec<String> {
///     let typed = completion.value.to_lowercase();
///     let found = atlas.0.iter().filter(|city| city.to_lowercase().starts_with(&typed));
///     found.cloned().collect()
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
/// let atlas = Atlas(["Bergen", "Berlin", "Oslo"].map(String::from).into());
/// let server = Server::new("demo").state(atlas).prompts(prompts![describe]);
/// let client = server.client().await?;
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

/// The functions of `#[complete(…)]`: async functions that take a [`Completion`] and then up to
/// four types that implement [`FromContext`], and return a `Vec<String>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete an argument",
    note = "expected an async function that takes a `Completion` and then types that implement `FromContext`, \
            such as `State<T>`, and returns `Vec<String>`"
)]
pub trait Completer<Taken>: Send {
    /// Returns the values.
    ///
    /// # Errors
    /// Fails if something cannot be taken from `context`.
    fn complete(
        self,
        completion: Completion,
        context: &Context,
    ) -> impl Future<Output = Result<Vec<String>, ToolError>> + Send;

    /// The states that the server must have.
    fn requires() -> Vec<StateType>;
}

macro_rules! completer {
    ($($taken:ident)*) => {
        impl<F, R, $($taken: FromContext),*> Completer<($($taken,)*)> for F
        where
            F: FnOnce(Completion, $($taken),*) -> R + Send,
            R: Future<Output = Vec<String>> + Send,
        {
            #[allow(unused_variables, reason = "a function may take nothing from the context")]
            async fn complete(
                self,
                completion: Completion,
                context: &Context,
            ) -> Result<Vec<String>, ToolError> {
                Ok(self(completion, $($taken::from_context(context).await?),*).await)
            }

            fn requires() -> Vec<StateType> {
                let states: &[Vec<StateType>] = &[$($taken::requires()),*];
                states.concat()
            }
        }
    };
}
completer!();
completer!(A);
completer!(A B);
completer!(A B C);
completer!(A B C D);

/// Completes with a function. Generated for `#[complete(function)]`.
pub async fn complete_with<T, F: Completer<T>>(
    function: F,
    completion: Completion,
    context: Context,
) -> Vec<String> {
    let completed = function.complete(completion, &context).await;
    completed.unwrap_or_else(|error| {
        tracing::warn!("an argument was not completed: {error}");
        Vec::new()
    })
}

/// Returns the states that a function of `#[complete(function)]` requires.
pub fn states_of<T, F: Completer<T>>(_: &F) -> Vec<StateType> {
    F::requires()
}

/// Completes with the values that the schema of `T` enumerates, if it does.
pub async fn complete_enum<T: JsonSchema>(completion: Completion) -> Vec<String> {
    enumerated_by::<T>(&completion)
}

/// Returns the values that the schema of `T` enumerates and that begin with what was typed.
pub(in crate::core) fn enumerated_by<T: JsonSchema>(completion: &Completion) -> Vec<String> {
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
