//! [`ToolView`]: a tool as the API shows it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright::ToolDef;
use toolwright_registry::mask;

use super::found_tool::FoundTool;
use crate::{
    admin::{api::Api, rights::Requester, statistics::ToolStatistics},
    tools::missing_service,
};

/// A tool in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ToolSummary {
    name: String,
    /// `sql`, `expression`, `http`, `shell`, `mcp`, `python` or `builtin`.
    kind: String,
    /// `compiled`, `registry` or `upstream`.
    origin: &'static str,
    /// The description for agents.
    description: String,
    /// The description for people.
    description_user: Option<String>,
    title: Option<String>,
    tags: Vec<String>,
    is_active: bool,
    /// Whether other users than the owner may call it.
    is_public: bool,
    owner: Option<String>,
    /// The version that `If-Match` names.
    revision: String,
    updated_at: Option<String>,
    updated_by: Option<String>,
    /// Whether the caller may change it.
    editable: bool,
    /// The size of its definition for agents, estimated.
    tokens: usize,
    /// The calls of the last 24 hours, for the owner and for admins. Others see none.
    statistics: ToolStatistics,
    /// The reason for which it cannot be called.
    problem: Option<String>,
}

/// A tool with its definition.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ToolView {
    #[serde(flatten)]
    pub(super) summary: ToolSummary,
    /// The definition as it is stored, with credentials masked. `null` for a compiled tool.
    spec: Option<Map<String, Value>>,
    /// What MCP clients get.
    definition: Option<Value>,
}

impl ToolView {
    /// Returns a tool with its definition.
    pub(super) fn of(api: &Api, caller: &Requester, tool: &FoundTool) -> Self {
        let definition = tool.definition();
        let spec = tool.record.as_ref().map(|record| {
            let mut json = record.spec.json().clone();
            mask(&mut json);
            json
        });
        Self {
            summary: ToolSummary::of(api, caller, tool),
            // Others see what they may call, not how it works.
            spec: spec.filter(|_| tool.is_editable(caller)),
            definition: definition.and_then(|definition| serde_json::to_value(&*definition).ok()),
        }
    }

    /// Returns the revision.
    pub(super) fn revision(&self) -> &str {
        &self.summary.revision
    }
}

impl ToolSummary {
    /// Returns a tool without its definition.
    pub(super) fn of(api: &Api, caller: &Requester, tool: &FoundTool) -> Self {
        let found = tool.definition();
        let (definition, record) = (found.as_deref(), tool.record.as_ref());
        let text = |name: &str| {
            let value = record?.spec.json().get(name)?.as_str();
            value.map(ToOwned::to_owned)
        };
        let of = |read: fn(&ToolDef) -> String| definition.map(read).unwrap_or_default();
        let is_own = caller.is_admin() || tool.owner().is_some_and(|owner| owner == caller.name());
        Self {
            kind: of(|definition| definition.kind().to_owned()),
            origin: tool.origin(),
            description: of(|definition| definition.description().to_owned()),
            description_user: text("description_user"),
            title: definition.and_then(|definition| definition.title().map(ToOwned::to_owned)),
            tags: definition
                .iter()
                .flat_map(|definition| definition.tags().iter().cloned())
                .collect(),
            is_active: tool.is_active(),
            is_public: record.is_none_or(|record| record.spec.is_public()),
            owner: tool.owner().map(ToOwned::to_owned),
            revision: record.map_or(0, |record| record.revision).to_string(),
            updated_at: record.map(|record| record.at.clone()),
            updated_by: record.map(|record| record.by.clone()),
            editable: tool.is_editable(caller),
            tokens: definition.map_or(0, tokens),
            statistics: match is_own {
                true => api.recent.of(&tool.name),
                false => ToolStatistics::default(),
            },
            problem: problem(api, tool),
            name: tool.name.clone(),
        }
    }
}

/// Estimates the size of a definition for agents: about four characters are a token.
pub(super) fn tokens(definition: &ToolDef) -> usize {
    let json = serde_json::to_string(definition).unwrap_or_default();
    json.len().div_ceil(4)
}

fn problem(api: &Api, tool: &FoundTool) -> Option<String> {
    if tool.live.is_some() && !tool.is_allowed {
        return Some("the policy (`TOOL_WHITELIST`) does not allow it".to_owned());
    }
    let built_in = match &tool.record {
        Some(record) => record.spec.stands_for()?,
        None => &tool.name,
    };
    let services = api.services().ok()?;
    missing_service(built_in, services.states()).map(ToOwned::to_owned)
}
