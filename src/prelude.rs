//! What a server's source usually needs: `use toolwright::prelude::*`.

pub use crate::{
    Audio, Completion, Content, Context, Image, Json, LogLevel, PromptMessage, ResourceContents,
    Server, State, ToolError, ToolOutput, prompt, prompts, resource, resources, tool, tools,
};
