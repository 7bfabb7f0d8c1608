//! [`AgentView`]: an agent as the API shows it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright_registry::{Memory, ModelParameters, ModelProvider};

use super::found_agent::{FoundAgent, SeenTool};
use crate::{
    admin::{api::Api, rights::Requester},
    agents::PREFIX,
};

/// An agent in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AgentSummary {
    name: String,
    description: Option<String>,
    model_provider: ModelProvider,
    model_name: String,
    /// Whether it is served.
    is_active: bool,
    /// Whether others than the owner may use it.
    is_public: bool,
    owner: Option<String>,
    /// The number of tools in its list, also of those that are left out.
    tool_count: usize,
    /// The path of its MCP endpoint.
    endpoint: String,
    /// The version that `If-Match` names.
    revision: String,
    updated_at: String,
    updated_by: String,
    /// Whether the caller may change it.
    editable: bool,
}

/// An agent with its definition.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AgentView {
    #[serde(flatten)]
    summary: AgentSummary,
    system_prompt: Option<String>,
    config: ParametersView,
    memory_config: Option<MemoryView>,
    /// The names of the tools that the caller gets from it, in their order.
    tools: Vec<String>,
    /// The tools of its list that are left out, for those who may change it.
    left_out: Vec<LeftOut>,
    /// The definition as it is stored, for those who may change it.
    spec: Option<Map<String, Value>>,
}

/// How the model is asked.
#[derive(Debug, Serialize, JsonSchema)]
struct ParametersView {
    temperature: Option<f64>,
    max_tokens: Option<u64>,
    top_p: Option<f64>,
    stop_sequences: Vec<String>,
}

/// How much of a conversation the model gets.
#[derive(Debug, Serialize, JsonSchema)]
struct MemoryView {
    /// Always `sliding_window`.
    r#type: &'static str,
    max_messages: Option<u64>,
    max_tokens: Option<u64>,
}

/// A tool of a list that is left out.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LeftOut {
    /// The tool as the list names it: its id, or its name.
    tool: String,
    /// Its name, if the caller may see it.
    name: Option<String>,
    /// `inactive` if it is switched off, `unavailable` if it is gone or private.
    reason: &'static str,
}

impl AgentSummary {
    /// Returns an agent for a list.
    pub(super) fn of(caller: &Requester, found: &FoundAgent) -> Self {
        let (agent, record) = (found.agent(), &found.record);
        Self {
            name: agent.name().to_owned(),
            description: agent.description().map(ToOwned::to_owned),
            model_provider: agent.provider(),
            model_name: agent.model().to_owned(),
            is_active: agent.is_active(),
            is_public: agent.is_public(),
            owner: agent.owner().map(ToOwned::to_owned),
            tool_count: agent.tools().len(),
            endpoint: format!("{PREFIX}/{}", agent.name()),
            revision: record.revision.to_string(),
            updated_at: record.at.clone(),
            updated_by: record.by.clone(),
            editable: found.is_editable(caller),
        }
    }
}

impl AgentView {
    /// Returns an agent with its definition.
    pub(super) fn of(api: &Api, caller: &Requester, found: &FoundAgent) -> Self {
        let agent = found.agent();
        let is_editable = found.is_editable(caller);
        let (mut tools, mut left_out) = (Vec::new(), Vec::new());
        for tool in found.tools(api, caller) {
            match tool {
                SeenTool::Ready(tool) => tools.push(tool.name),
                // What others may not see of a list is not for them to know.
                other if is_editable => left_out.extend(LeftOut::of(other)),
                _ => {}
            }
        }
        Self {
            summary: AgentSummary::of(caller, found),
            system_prompt: agent.system_prompt().map(ToOwned::to_owned),
            config: agent.parameters().into(),
            memory_config: agent.memory().map(Into::into),
            tools,
            left_out,
            spec: is_editable.then(|| agent.json().clone()),
        }
    }

    /// Returns the revision.
    pub(super) fn revision(&self) -> &str {
        &self.summary.revision
    }
}

impl LeftOut {
    /// Returns why a tool is left out, if it is.
    pub(super) fn of(tool: SeenTool) -> Option<Self> {
        match tool {
            SeenTool::Ready(_) => None,
            SeenTool::Inactive(tool) => Some(Self {
                tool: tool.listed.to_string(),
                name: tool.name,
                reason: "inactive",
            }),
            SeenTool::Unavailable(tool) => Some(Self {
                tool: tool.listed.to_string(),
                name: None,
                reason: "unavailable",
            }),
        }
    }
}

impl From<&ModelParameters> for ParametersView {
    fn from(parameters: &ModelParameters) -> Self {
        Self {
            temperature: parameters.temperature,
            max_tokens: parameters.max_tokens,
            top_p: parameters.top_p,
            stop_sequences: parameters.stop_sequences.clone(),
        }
    }
}

impl From<&Memory> for MemoryView {
    fn from(memory: &Memory) -> Self {
        Self {
            r#type: Memory::SLIDING_WINDOW,
            max_messages: memory.max_messages,
            max_tokens: memory.max_tokens,
        }
    }
}
