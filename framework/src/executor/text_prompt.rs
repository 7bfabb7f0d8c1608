//! [`TextPrompt`]: a prompt that is a text.

use std::sync::Arc;

use crate::core::{
    Belonging, BoxFuture, Context, Prompt, PromptDef, PromptMessage, PromptOutput, ToolError,
    Variables,
};

/// A prompt that is a text: that of a virtual server.
pub(super) struct TextPrompt {
    definition: PromptDef,
    text: Arc<str>,
}

impl TextPrompt {
    /// Creates a prompt for everybody who may use the virtual server, whatever the policy names.
    pub(super) fn new(name: &str, description: &str, text: Arc<str>) -> Self {
        Self {
            definition: PromptDef::new(name, description).with_belonging(Belonging::Calls),
            text,
        }
    }
}

impl Prompt for TextPrompt {
    fn definition(&self) -> &PromptDef {
        &self.definition
    }

    fn get(&self, _: Context, _: Variables) -> BoxFuture<'_, Result<PromptOutput, ToolError>> {
        let message = PromptMessage::user(&*self.text);
        Box::pin(std::future::ready(Ok(vec![message].into())))
    }
}
