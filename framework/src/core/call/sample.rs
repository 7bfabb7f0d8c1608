//! What a call asks of the client itself: a [`Sample`] of its model, and its [`Roots`].

use std::future::IntoFuture;

use serde::{Deserialize, Deserializer};

use super::context::Context;
use crate::core::{
    content::{Content, Role},
    future::BoxFuture,
    peer::{AskError, InputRequest, SampleMessage, SampleRequest},
};

impl Context {
    /// Asks the client's model.
    ///
    /// The future returns an [`AskError`] if the client does not allow it.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Summarise a text.
    /// #[tool]
    /// async fn summarise(ctx: Context, text: String) -> Result<String, ToolError> {
    ///     let answer = ctx
    ///         .sample(format!("Summarise in one sentence: {text}"))
    ///         .system_prompt("You are brief.")
    ///         .max_tokens(100)
    ///         .await?;
    ///     Ok(answer.text())
    /// }
    /// ```
    pub fn sample(&self, prompt: impl Into<String>) -> Sample<'_> {
        Sample::new(self, prompt.into())
    }
}

/// A question to the client's model, created by [`Context::sample`]. Set its options, then await
/// it.
#[derive(Debug)]
#[must_use = "nothing is asked before it is awaited"]
pub struct Sample<'c> {
    context: &'c Context,
    key: Option<String>,
    request: SampleRequest,
}

impl<'c> Sample<'c> {
    fn new(context: &'c Context, prompt: String) -> Self {
        let message = SampleMessage {
            role: Role::User,
            content: Content::text(prompt),
        };
        let request = SampleRequest {
            messages: vec![message],
            max_tokens: 1024,
            system_prompt: None,
            temperature: None,
        };
        Self {
            context,
            key: None,
            request,
        }
    }

    /// Sets the most tokens of the answer. The default is 1024.
    pub const fn max_tokens(mut self, tokens: u32) -> Self {
        self.request.max_tokens = tokens;
        self
    }

    /// Sets the system prompt.
    pub fn system_prompt(mut self, text: impl Into<String>) -> Self {
        self.request.system_prompt = Some(text.into());
        self
    }

    /// Sets the sampling temperature.
    pub const fn temperature(mut self, temperature: f64) -> Self {
        self.request.temperature = Some(temperature);
        self
    }

    /// Adds a message to the conversation.
    pub fn message(mut self, role: Role, content: impl Into<Content>) -> Self {
        self.request.messages.push(SampleMessage {
            role,
            content: content.into(),
        });
        self
    }

    /// Sets the key of the question on the wire, for clients that know the question by it.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'c> IntoFuture for Sample<'c> {
    type Output = Result<SampleAnswer, AskError>;
    type IntoFuture = BoxFuture<'c, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let answer = self
                .context
                .ask_client(self.key, InputRequest::Sample(self.request))
                .await?;
            serde_json::from_value(answer).map_err(|error| AskError::Invalid(error.to_string()))
        })
    }
}

/// The answer of the client's model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SampleAnswer {
    /// The model that answered.
    pub model: String,
    /// The blocks of the answer.
    #[serde(deserialize_with = "one_or_many")]
    pub content: Vec<Content>,
    /// The reason why the model stopped, such as `endTurn`.
    #[serde(default)]
    pub stop_reason: Option<String>,
}

impl SampleAnswer {
    /// Returns the text blocks of the answer, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        self.content
            .iter()
            .filter_map(Content::as_text)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Content>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        Many(Vec<Content>),
        One(Content),
    }
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::Many(contents) => contents,
        OneOrMany::One(content) => vec![content],
    })
}

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
