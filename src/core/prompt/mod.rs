//! [`Prompt`]: a message that a person picks and a client fills in.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use crate::core::{
    call::{Context, StateType},
    completion::Completion,
    content::{Content, Role},
    error::ToolError,
    tool::BoxFuture,
    variables::{Variable, Variables},
};

/// A message that a person picks and a client fills in. `#[prompt]` writes this for a function.
pub trait Prompt: Send + Sync {
    /// What it says about itself.
    fn definition(&self) -> &PromptDef;

    /// The states that it takes: a server without them is not built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// The messages for these arguments.
    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>>;

    /// Values that an argument could have.
    fn complete(&self, _argument: &str, _completion: Completion) -> BoxFuture<'_, Vec<String>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// What a prompt says about itself. It serialises to the protocol's `Prompt`.
#[derive(Debug, Clone)]
pub struct PromptDef {
    name: String,
    title: Option<String>,
    description: String,
    tags: BTreeSet<String>,
    arguments: Vec<Variable>,
}

impl PromptDef {
    /// A prompt by its name and by what people read about it.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            tags: BTreeSet::new(),
            arguments: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// A word to find it by.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// An argument.
    #[must_use]
    pub fn argument(mut self, argument: Variable) -> Self {
        self.arguments.push(argument);
        self
    }

    /// The same prompt under another name, as a mounted server's is.
    #[must_use]
    pub fn renamed(&self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self.clone()
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What people read about it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(&self) -> &[Variable] {
        &self.arguments
    }
}

impl Serialize for PromptDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &self.description)?;
        if !self.arguments.is_empty() {
            map.serialize_entry("arguments", &self.arguments)?;
        }
        if !self.tags.is_empty() {
            map.serialize_entry("_meta", &json!({"toolwright/tags": self.tags}))?;
        }
        map.end()
    }
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Content,
}

impl PromptMessage {
    /// A message of the person.
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// A message of the model.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// What a prompt answers.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PromptOutput {
    /// The messages.
    pub messages: Vec<PromptMessage>,
}

impl From<Vec<PromptMessage>> for PromptOutput {
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self { messages }
    }
}

/// What a prompt function can return: text (one message of the person), a message, or several.
#[diagnostic::on_unimplemented(
    message = "a prompt cannot return `{Self}`",
    note = "return `String`, `PromptMessage`, `Vec<PromptMessage>` or `PromptOutput`"
)]
pub trait IntoPromptOutput {
    /// The messages.
    ///
    /// # Errors
    /// None of the types here fails; others may.
    fn into_prompt_output(self) -> Result<PromptOutput, ToolError>;
}

impl IntoPromptOutput for PromptOutput {
    fn into_prompt_output(self) -> Result<PromptOutput, ToolError> {
        Ok(self)
    }
}

impl IntoPromptOutput for Vec<PromptMessage> {
    fn into_prompt_output(self) -> Result<PromptOutput, ToolError> {
        Ok(self.into())
    }
}

impl IntoPromptOutput for PromptMessage {
    fn into_prompt_output(self) -> Result<PromptOutput, ToolError> {
        Ok(vec![self].into())
    }
}

macro_rules! as_user_message {
    ($($type:ty)*) => {$(
        impl IntoPromptOutput for $type {
            fn into_prompt_output(self) -> Result<PromptOutput, ToolError> {
                PromptMessage::user(self).into_prompt_output()
            }
        }
    )*};
}
as_user_message!(String &str Content);
