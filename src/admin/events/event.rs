//! [`Event`]: something that changed.

use serde_json::{Value, json};
use toolwright::log::LogEntry;

use crate::admin::executions::ExecutionItem;

/// Something that changed.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) topic: Topic,
    pub(super) data: Value,
}

/// The kind of a change, and its audience.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Topic {
    /// Definitions of tools: everybody is told.
    Registry,
    /// Definitions of agents: everybody is told.
    Agents,
    /// A call of this caller ended: that caller and admins are told.
    Execution(Option<String>),
    /// The state of a part: admins are told.
    Health,
    /// The open questions: everybody is told, and asks for those that they may answer.
    Question,
}

impl Event {
    /// Creates the event of a changed registry.
    pub(super) fn registry(revision: u64) -> Self {
        Self {
            topic: Topic::Registry,
            data: json!({"revision": revision.to_string()}),
        }
    }

    /// Creates the event of a call that ended.
    pub(super) fn execution(entry: &LogEntry) -> Self {
        Self {
            topic: Topic::Execution(entry.caller.clone()),
            data: serde_json::to_value(ExecutionItem::of(entry)).unwrap_or_default(),
        }
    }

    /// Creates an event without data.
    pub(super) fn plain(topic: Topic) -> Self {
        Self {
            topic,
            data: json!({}),
        }
    }

    /// Returns the event as a server-sent event.
    pub(super) fn to_text(&self, id: u64) -> String {
        let Self { topic, data } = self;
        format!("event: {}\nid: {id}\ndata: {data}\n\n", topic.as_str())
    }
}

impl Topic {
    const fn as_str(&self) -> &'static str {
        match self {
            Self::Registry => "registry",
            Self::Agents => "agents",
            Self::Execution(_) => "execution",
            Self::Health => "health",
            Self::Question => "question",
        }
    }
}
