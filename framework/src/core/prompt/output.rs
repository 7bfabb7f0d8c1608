//! [`PromptOutput`]: the messages of a prompt, and the types that convert into them.

use serde::{Deserialize, Serialize};

use crate::core::{
    content::{Content, Meta, Role},
    error::ToolError,
};

/// A message of a prompt.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Practise a conversation.
/// #[prompt]
/// fn practise(language: String) -> Vec<PromptMessage> {
///     vec![
///         PromptMessage::user(format!("Let us speak {language}.")),
///         PromptMessage::assistant("Gladly. How are you?"),
///     ]
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PromptMessage {
    /// The speaker.
    pub role: Role,
    /// The content.
    pub content: Content,
}

impl PromptMessage {
    /// Creates a message of the person.
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// Creates a message of the model.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// The messages of a prompt.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PromptOutput {
    /// The messages.
    pub messages: Vec<PromptMessage>,
    /// The description of these messages. Without it, a result has that of the prompt.
    pub description: Option<String>,
    /// The `_meta` object of the result.
    pub meta: Meta,
}

impl From<Vec<PromptMessage>> for PromptOutput {
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self {
            messages,
            ..Self::default()
        }
    }
}

/// The types that a prompt can return: text, which is one message of the person, a message, or
/// several.
#[diagnostic::on_unimplemented(
    message = "a prompt cannot return `{Self}`",
    note = "return `String`, `PromptMessage`, `Vec<PromptMessage>` or `PromptOutput`"
)]
pub trait IntoPromptOutput {
    /// Converts the value into messages.
    ///
    /// # Errors
    /// The types of this crate do not fail; others may.
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
