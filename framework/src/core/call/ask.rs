//! [`Ask`]: a question to a person.

use std::{fmt, future::IntoFuture, marker::PhantomData};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{context::Context, elicitation::accepted, form::form_of};
use crate::core::{
    future::BoxFuture,
    peer::{AskError, InputRequest},
    schema::Schema,
};

impl Context {
    /// Asks a person for a `T`: a flat struct, or a plain value.
    ///
    /// The future returns an [`AskError`] if the person declines or the client cannot ask.
    ///
    /// ```
    /// # use toolwright::prelude::*;
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Guest {
    ///     name: String,
    ///     age: u8,
    /// }
    ///
    /// /// Seat a guest.
    /// #[tool]
    /// async fn seat(ctx: Context) -> Result<String, ToolError> {
    ///     let guest = ctx.ask::<Guest>("Who is coming?").await?;
    ///     Ok(format!("{} ({}) has a seat", guest.name, guest.age))
    /// }
    /// ```
    pub fn ask<T: DeserializeOwned + JsonSchema>(&self, message: impl Into<String>) -> Ask<'_, T> {
        Ask {
            context: self,
            message: message.into(),
            key: None,
            schema: None,
            answer: PhantomData,
        }
    }
}

/// A question to a person, created by [`Context::ask`]. Set its options, then await it.
///
/// `T` is a flat struct, or a plain value. A plain value is a string, a number, a boolean, an
/// enumeration or a list of an enumeration.
#[must_use = "nothing is asked before it is awaited"]
pub struct Ask<'c, T> {
    context: &'c Context,
    message: String,
    key: Option<String>,
    schema: Option<Schema>,
    answer: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Ask<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("message", &self.message)
            .field("key", &self.key)
            .finish()
    }
}

impl<T> Ask<'_, T> {
    /// Sets the key of the question on the wire, for clients that know the question by it.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets the schema of the form, in place of the one of `T`.
    pub fn schema(mut self, schema: Schema) -> Self {
        self.schema = Some(schema);
        self
    }
}

impl<'c, T: DeserializeOwned + JsonSchema + 'c> IntoFuture for Ask<'c, T> {
    type Output = Result<T, AskError>;
    type IntoFuture = BoxFuture<'c, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self {
            context,
            message,
            key,
            schema,
            ..
        } = self;
        Box::pin(async move {
            let form = form_of::<T>(schema)?;
            let request = InputRequest::Form {
                message,
                schema: form.schema,
            };
            let answer = context.ask_client(key, request).await?;
            let content = accepted(answer)?;
            let content = if form.wrapped {
                content["value"].clone()
            } else {
                content
            };
            serde_json::from_value(content).map_err(|error| AskError::Invalid(error.to_string()))
        })
    }
}
