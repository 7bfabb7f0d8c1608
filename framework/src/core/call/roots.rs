//! [`Roots`]: the question for the folders that the client works in.

use std::future::IntoFuture;

use serde::Deserialize;

use super::context::Context;
use crate::core::{
    future::BoxFuture,
    peer::{AskError, InputRequest},
};

impl Context {
    /// Asks for the folders that the client works in.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// List the folders of this workspace.
    /// #[tool(read_only)]
    /// async fn folders(ctx: Context) -> Result<Vec<String>, ToolError> {
    ///     let roots = ctx.roots().await?;
    ///     Ok(roots.into_iter().map(|root| root.uri).collect())
    /// }
    /// ```
    pub const fn roots(&self) -> Roots<'_> {
        Roots {
            context: self,
            key: None,
        }
    }
}

/// The question for the client's roots, created by [`Context::roots`]. Await it.
#[derive(Debug)]
#[must_use = "nothing is asked before it is awaited"]
pub struct Roots<'c> {
    context: &'c Context,
    key: Option<String>,
}

impl Roots<'_> {
    /// Sets the key of the question on the wire, for clients that know the question by it.
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
            let answer = self
                .context
                .ask_client(self.key, InputRequest::Roots)
                .await?;
            serde_json::from_value::<RootsResult>(answer)
                .map(|answer| answer.roots)
                .map_err(|error| AskError::Invalid(error.to_string()))
        })
    }
}

#[derive(Deserialize)]
struct RootsResult {
    roots: Vec<Root>,
}

/// A folder that the client works in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Root {
    /// The folder, as a `file://` URI.
    pub uri: String,
    /// A name for people.
    #[serde(default)]
    pub name: Option<String>,
}
