//! [`Memory`]: how much of a conversation the model of an agent gets.

use super::model::MAX_TOKENS;
use crate::{jsonc::Node, texts};

/// The largest number of messages.
const MAX_MESSAGES: u64 = 10_000;

/// The latest part of a conversation: a sliding window over its messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    /// The largest number of messages.
    pub max_messages: Option<u64>,
    /// The largest number of tokens.
    pub max_tokens: Option<u64>,
}

impl Memory {
    /// The type of memory that there is.
    pub const SLIDING_WINDOW: &'static str = "sliding_window";

    /// Reads `{"type": "sliding_window", "max_messages": 20, "max_tokens": 8000}`.
    pub(super) fn read(node: &Node<'_>) -> Option<Self> {
        let fields = node.object()?;
        let kind = fields.required(&["type"]);
        let is_known = kind
            .as_ref()
            .and_then(Node::text)
            .map(|kind| kind == Self::SLIDING_WINDOW);
        if let (Some(node), Some(false)) = (&kind, is_known) {
            node.problem(texts::unknown_memory());
        }
        let limit = |name: &'static str, most| {
            let node = fields.take(&[name])?;
            node.whole(&(1..=most))
        };
        let memory = Self {
            max_messages: limit("max_messages", MAX_MESSAGES),
            max_tokens: limit("max_tokens", MAX_TOKENS),
        };
        fields.finish();
        Some(memory)
    }
}
