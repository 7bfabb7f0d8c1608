//! `GET agents` and `GET agents/{name}`.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use toolwright_registry::ModelProvider;

use super::{
    agent_view::{AgentSummary, AgentView},
    found_agent::FoundAgent,
};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    request::ApiRequest,
};

/// Which agents are wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct AgentQuery {
    /// Only agents with a model of this provider.
    provider: Option<ModelProvider>,
    /// Only agents that are switched on, or off.
    active: Option<bool>,
    /// Only agents of this user.
    owner: Option<String>,
    /// Only agents whose name or description has these words.
    q: Option<String>,
    /// Only agents that were removed.
    deleted: Option<bool>,
    /// The largest number of items: 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// Returns the operations that read agents.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/agents",
            "list_agents",
            "Lists the agents that the caller may use or owns.",
            |api, request| Box::pin(list(api, request)),
        )
        .query::<AgentQuery>()
        .answers::<Page<AgentSummary>>(StatusCode::OK),
        Operation::get(
            "/agents/{name}",
            "read_agent",
            "Returns an agent, and the tools that the caller gets from it.",
            |api, request| Box::pin(read(api, request)),
        )
        .answers::<AgentView>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: AgentQuery = request.query()?;
    let mut agents = match query.deleted {
        Some(true) => FoundAgent::removed(&api, &request.caller).await?,
        _ => FoundAgent::all(&api, &request.caller),
    };
    agents.retain(|agent| is_wanted(agent, &query));
    let part = PageQuery {
        limit: query.limit,
        cursor: query.cursor,
    };
    let view = |agent: FoundAgent| AgentSummary::of(&request.caller, &agent);
    let agents = page(agents, &part, |agent| agent.agent().name(), view)?;
    answer::cached(&request.headers, &agents)
}

fn is_wanted(found: &FoundAgent, query: &AgentQuery) -> bool {
    let agent = found.agent();
    let has_words = |words: &String| {
        let text = format!(
            "{} {}",
            agent.name(),
            agent.description().unwrap_or_default()
        );
        let (text, words) = (text.to_lowercase(), words.to_lowercase());
        words.split_whitespace().all(|word| text.contains(word))
    };
    query.provider.is_none_or(|it| it == agent.provider())
        && query.active.is_none_or(|it| it == agent.is_active())
        && (query.owner.is_none() || query.owner.as_deref() == agent.owner())
        && query.q.as_ref().is_none_or(has_words)
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    let agent = FoundAgent::find(&api, &request.caller, request.part("name"))?;
    let view = AgentView::of(&api, &request.caller, &agent);
    answer::with_revision(answer::ok(&view), view.revision())
}
