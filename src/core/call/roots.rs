//! Asking for the folders that the client works in: [`Roots`].

use std::future::IntoFuture;

use serde::Deserialize;

use super::context::Context;
use crate::core::{
    future::BoxFuture,
    peer::{AskError, InputRequest},
};

impl Context {
    /// Asks for the folders that the client works in.
    pub const fn roots(&self) -> Roots<'_> {
        Roots {
            context: self,
            key: None,
        }
    }
}

/// The question for the client's roots, on its way: await it.
#[derive(Debug)]
#[must_use = "nothing is asked before it is awaited"]
pub struct Roots<'c> {
    context: &'c Context,
    key: Option<String>,
}

impl Roots<'_> {
    /// The key of the question on the wire, where a client knows it by one.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'c> IntoFuture for Roots<'c> {
    type Output = Result<Vec<Root>, AskError>;
    type IntoFuture = BoxFuture<'c, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let answer = self.context.request(self.key, InputRequest::Roots).await?;
            serde_json::from_value::<Answer>(answer)
                .map(|answer| answer.roots)
                .map_err(|error| AskError::Invalid(error.to_string()))
        })
    }
}

#[derive(Deserialize)]
struct Answer {
    roots: Vec<Root>,
}

/// A folder that the client works in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// Where it is, as a `file://` URI.
    pub uri: String,
    /// Its name for people.
    #[serde(default)]
    pub name: Option<String>,
}
