//! [`ItemCall`]: the use of a resource, a prompt or a list, and its [`ItemOutput`].

use std::{fmt, sync::Arc};

use serde::Serialize;

use crate::core::{
    call::Context,
    content::ResourceContents,
    prompt::PromptMessage,
    tool::{Arguments, Tool},
};

/// The use of a resource, a prompt or a list, as middleware and [`Govern`](crate::govern::Govern) see
/// it.
#[derive(Clone)]
#[non_exhaustive]
pub struct ItemCall {
    /// The kind of the item.
    pub kind: ItemKind,
    /// The name that the use is logged under: that of the tool that the item belongs to, or its own.
    /// That of a list is `tools`, `resources`, `resourceTemplates` or `prompts`.
    pub name: String,
    /// The tool that the item belongs to, if there is one.
    pub tool: Option<Arc<dyn Tool>>,
    /// The context of the use.
    pub context: Context,
    /// The URI, or the arguments of the prompt.
    pub arguments: Arguments,
}

impl fmt::Debug for ItemCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemCall")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}

/// How an item is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ItemKind {
    /// A resource is read.
    Resource,
    /// A prompt is filled in.
    Prompt,
    /// An argument of a prompt, or a variable of a resource, is completed.
    Completion,
    /// Tools, resources, templates or prompts are listed. Lists are neither limited nor logged.
    List,
}

impl ItemKind {
    /// Returns the word that the execution log has for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::Prompt => "prompt",
            Self::Completion => "completion",
            Self::List => "list",
        }
    }
}

/// The output of an item. It serialises as the execution log stores it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ItemOutput {
    /// The contents of a resource.
    Contents(Vec<ResourceContents>),
    /// The messages of a prompt.
    Messages(Vec<PromptMessage>),
    /// The values that complete an argument.
    Values(Vec<String>),
    /// The names or URIs that a list shows.
    Names(Vec<String>),
}
