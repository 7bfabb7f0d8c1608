//! `GET agents/{name}/export`.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use toolwright::ToolDef;
use toolwright_registry::{ModelProvider, export};

use super::{
    agent_view::{AgentSummary, LeftOut},
    found_agent::{FoundAgent, SeenTool},
};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    request::ApiRequest,
};

/// An agent as the API of its provider wants it.
#[derive(Debug, Serialize, JsonSchema)]
struct ExportView {
    agent: AgentSummary,
    provider: ModelProvider,
    /// The body of a request to the provider, which lacks only the messages of the conversation: `POST
    /// /v1/messages` for `anthropic`, and a chat completion for `openai` and `zhipuai`.
    request: Map<String, Value>,
    /// How much of the conversation to send.
    memory_config: Option<Value>,
    /// The tools whose names the provider does not accept: the names in `request`, with those that MCP
    /// knows.
    renamed: BTreeMap<String, String>,
    /// The parts that the provider would refuse.
    problems: Vec<String>,
    /// The tools of its list that are left out, for those who may change it.
    left_out: Vec<LeftOut>,
}

/// Returns the operation.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/agents/{name}/export",
            "export_agent",
            "Returns an agent as the API of its provider wants it, with the tools that the caller may call.",
            |api, request| Box::pin(run(api, request)),
        )
        .answers::<ExportView>(StatusCode::OK),
    ]
}

async fn run(api: Arc<Api>, request: ApiRequest) -> Answer {
    let caller = &request.caller;
    let found = FoundAgent::find(&api, caller, request.part("name"))?;
    let is_editable = found.is_editable(caller);
    let (mut tools, mut left_out) = (Vec::new(), Vec::new());
    for tool in found.tools(&api, caller) {
        match tool {
            SeenTool::Ready(tool) => tools.extend(tool.live),
            other if is_editable => left_out.extend(LeftOut::of(other)),
            _ => {}
        }
    }
    let definitions: Vec<&ToolDef> = tools.iter().map(|tool| tool.definition()).collect();
    let agent = found.agent();
    let exported = export(agent, &definitions);
    let memory = ["memory_config", "memory"].iter();
    answer::ok(&ExportView {
        agent: AgentSummary::of(caller, &found),
        provider: agent.provider(),
        request: exported.request,
        memory_config: memory
            .filter_map(|name| agent.json().get(*name))
            .find(|memory| memory.is_object())
            .cloned(),
        renamed: exported.renamed,
        problems: exported.problems,
        left_out,
    })
}
