//! [`PromptOutput`]: the messages of a prompt, and what can become them.

use serde::{Deserialize, Serialize};

use crate::core::{
    content::{Content, Role},
    error::ToolError,
};

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
