//! What a function can become: a tool, a resource or a prompt.
//!
//! The three attributes share almost everything; where they differ in what they accept, the [`Noun`] says so.

/// What a function becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Noun {
    /// `#[tool]`
    Tool,
    /// `#[resource]`
    Resource,
    /// `#[prompt]`
    Prompt,
}

impl Noun {
    /// Every noun.
    pub(crate) const ALL: [Self; 3] = [Self::Tool, Self::Resource, Self::Prompt];

    /// The name of the attribute, which is also the word for the thing.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    /// Why a parameter's attribute does not exist here, or `None` if it does.
    pub(crate) fn refusal(self, attribute: &str) -> Option<String> {
        let reason = match (self, attribute) {
            (_, "default") => return None,
            (Self::Tool, "complete") => "completion exists for prompts and resource templates",
            (Self::Tool, _) | (_, "complete") => return None,
            (_, "header") => "headers exist for tools",
            (_, _) => "constraints exist for tools",
        };
        let word = self.word();
        Some(format!("`#[{attribute}]` is not for a {word}: {reason}"))
    }
}
