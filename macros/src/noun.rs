//! [`Noun`]: a tool, a resource or a prompt.
//!
//! The three attributes share almost everything. A `Noun` says in what they differ.

/// The thing that a function becomes.
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
    /// All nouns.
    pub(crate) const ALL: [Self; 3] = [Self::Tool, Self::Resource, Self::Prompt];

    /// The name of the attribute.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    /// Returns the error for a parameter's attribute that this noun does not have.
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
