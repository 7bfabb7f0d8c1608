//! [`Method`]: the methods of the protocol, by era.

use super::capabilities;
use crate::executor::View;

/// A method of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Method {
    Initialize,
    Discover,
    Ping,
    SetLevel,
    ListTools,
    ListPrompts,
    ListResources,
    ListTemplates,
    CallTool,
    GetPrompt,
    ReadResource,
    Complete,
    Subscribe,
    Unsubscribe,
    Listen,
    GetTask,
    UpdateTask,
    CancelTask,
}

impl Method {
    /// Returns the method of this name, or `None` if the era does not have it.
    pub(super) fn parse(name: &str, modern: bool) -> Option<Self> {
        let method = match name {
            "initialize" => Self::Initialize,
            "server/discover" => Self::Discover,
            "ping" => Self::Ping,
            "logging/setLevel" => Self::SetLevel,
            "tools/list" => Self::ListTools,
            "prompts/list" => Self::ListPrompts,
            "resources/list" => Self::ListResources,
            "resources/templates/list" => Self::ListTemplates,
            "tools/call" => Self::CallTool,
            "prompts/get" => Self::GetPrompt,
            "resources/read" => Self::ReadResource,
            "completion/complete" => Self::Complete,
            "resources/subscribe" => Self::Subscribe,
            "resources/unsubscribe" => Self::Unsubscribe,
            "subscriptions/listen" => Self::Listen,
            "tasks/get" => Self::GetTask,
            "tasks/update" => Self::UpdateTask,
            "tasks/cancel" => Self::CancelTask,
            _ => return None,
        };
        method.is_of_era(modern).then_some(method)
    }

    const fn is_of_era(self, modern: bool) -> bool {
        match self {
            Self::Initialize
            | Self::Ping
            | Self::SetLevel
            | Self::Subscribe
            | Self::Unsubscribe => !modern,
            Self::Discover | Self::Listen | Self::GetTask | Self::UpdateTask | Self::CancelTask => {
                modern
            }
            _ => true,
        }
    }

    /// Returns whether the server offers the method to a caller with this view. A method without
    /// its capability is unknown.
    pub(super) fn is_offered_to(self, view: View<'_>) -> bool {
        match self {
            Self::ListPrompts | Self::GetPrompt => capabilities::has_prompts(view),
            Self::ListResources
            | Self::ListTemplates
            | Self::ReadResource
            | Self::Subscribe
            | Self::Unsubscribe => capabilities::has_resources(view),
            Self::Complete => capabilities::has_completions(view),
            _ if self.is_of_tasks() => capabilities::has_tasks(view),
            _ => true,
        }
    }

    pub(super) const fn is_of_tasks(self) -> bool {
        matches!(self, Self::GetTask | Self::UpdateTask | Self::CancelTask)
    }
}
