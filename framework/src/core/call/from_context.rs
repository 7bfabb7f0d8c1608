//! [`FromContext`]: what a function can take beside its arguments.

use std::future::{Future, ready};

use super::{
    context::Context,
    state::{State, StateType},
};
use crate::core::error::ToolError;

/// A type that a function can take beside its arguments, as an extractor of axum.
///
/// A parameter whose type implements it is not part of the schema: it is taken from the call.
/// [`Context`] and [`State`] are two such types, `Option<T>` is one for every `T` that is, and an
/// implementation of your own adds others:
///
/// ```
/// use toolwright::{call::{FromContext, StateType}, prelude::*};
///
/// struct Clock(fn() -> u64);
///
/// /// The seconds since 1970, by the clock that the server was built with.
/// struct Now(u64);
///
/// impl FromContext for Now {
///     async fn from_context(context: &Context) -> Result<Self, ToolError> {
///         let clock = State::<Clock>::from_context(context).await?;
///         Ok(Self((clock.0)()))
///     }
///
///     fn requires() -> Vec<StateType> {
///         State::<Clock>::requires()
///     }
/// }
///
/// /// Tell how long ago something was.
/// #[tool]
/// async fn age(now: Now, then: u64) -> u64 {
///     now.0.saturating_sub(then)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let server = Server::new("demo").state(Clock(|| 100)).tools(tools![age]);
/// let age = server.client().await?.call("age", serde_json::json!({"then": 60})).await?;
/// assert_eq!(age.joined_text(), "40");
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from a call",
    label = "not sent by the client, and not a type that implements `FromContext`",
    note = "take `Context` or `State<T>`, or implement `toolwright::call::FromContext` for it"
)]
pub trait FromContext: Sized + Send {
    /// Takes the value from a call.
    ///
    /// # Errors
    /// The error becomes the result of the call, and the function does not run.
    fn from_context(context: &Context) -> impl Future<Output = Result<Self, ToolError>> + Send;

    /// The states that the server must have. A server without them cannot be built.
    #[must_use]
    fn requires() -> Vec<StateType> {
        Vec::new()
    }
}

impl FromContext for Context {
    fn from_context(context: &Self) -> impl Future<Output = Result<Self, ToolError>> + Send {
        ready(Ok(context.clone()))
    }
}

impl<T: Send + Sync + 'static> FromContext for State<T> {
    fn from_context(context: &Context) -> impl Future<Output = Result<Self, ToolError>> + Send {
        ready(context.state())
    }

    fn requires() -> Vec<StateType> {
        vec![StateType::of::<T>()]
    }
}

/// `None` if it cannot be taken. A server may lack what it requires.
impl<T: FromContext> FromContext for Option<T> {
    async fn from_context(context: &Context) -> Result<Self, ToolError> {
        Ok(T::from_context(context).await.ok())
    }
}
