//! `GET tools` and `GET tools/{name}`.

use std::sync::Arc;

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    found_tool::FoundTool,
    tool_view::{ToolSummary, ToolView},
};
use crate::admin::{
    answer::{self, Answer},
    api::Api,
    operation::Operation,
    page::{Page, PageQuery, page},
    problem::Problem,
    request::ApiRequest,
    rights::Requester,
};

/// Which tools are wanted.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct ToolQuery {
    /// Only tools of this kind, such as `sql`.
    kind: Option<String>,
    /// Only tools that are switched on, or off.
    active: Option<bool>,
    /// Only tools of this user.
    owner: Option<String>,
    /// Only tools with this tag.
    tag: Option<String>,
    /// Only tools whose name or description has these words.
    q: Option<String>,
    /// Only tools of this origin: `compiled`, `registry` or `upstream`.
    origin: Option<String>,
    /// Only tools that were removed.
    deleted: Option<bool>,
    /// The largest number of items: 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A tool in a list for people.
#[derive(Debug)]
pub(in crate::admin) struct ListedTool {
    pub(in crate::admin) name: String,
    /// The first line of its description.
    pub(in crate::admin) summary: String,
}

/// Returns the tools that are switched on and that the caller may call or owns, by name.
///
/// # Errors
/// If the server has not started.
pub(in crate::admin) fn listed(api: &Api, caller: &Requester) -> Result<Vec<ListedTool>, Problem> {
    let tools = FoundTool::all(api, caller)?.into_iter();
    let listed = tools.filter(FoundTool::is_active).filter_map(|tool| {
        let first = tool
            .definition()?
            .description()
            .lines()
            .next()
            .map(str::to_owned);
        Some(ListedTool {
            name: tool.name,
            summary: first.unwrap_or_default(),
        })
    });
    Ok(listed.collect())
}

/// Returns the operations that read tools.
pub(in crate::admin) fn operations() -> Vec<Operation> {
    vec![
        Operation::get(
            "/tools",
            "list_tools",
            "Lists the tools that the caller may call or owns.",
            |api, request| Box::pin(list(api, request)),
        )
        .query::<ToolQuery>()
        .answers::<Page<ToolSummary>>(StatusCode::OK),
        Operation::get(
            "/tools/{name}",
            "read_tool",
            "Returns a tool with its definition.",
            |api, request| Box::pin(read(api, request)),
        )
        .answers::<ToolView>(StatusCode::OK),
    ]
}

async fn list(api: Arc<Api>, request: ApiRequest) -> Answer {
    let query: ToolQuery = request.query()?;
    let mut tools = match query.deleted {
        Some(true) => FoundTool::removed(&api, &request.caller).await?,
        _ => FoundTool::all(&api, &request.caller)?,
    };
    tools.retain(|tool| is_wanted(tool, &query));
    api.recent.refresh().await;
    let part = PageQuery {
        limit: query.limit,
        cursor: query.cursor,
    };
    let view = |tool: FoundTool| ToolSummary::of(&api, &request.caller, &tool);
    let tools = page(tools, &part, |tool| &tool.name, view)?;
    answer::cached(&request.headers, &tools)
}

fn is_wanted(tool: &FoundTool, query: &ToolQuery) -> bool {
    let Some(definition) = tool.definition() else {
        return false;
    };
    let is = |wanted: &Option<String>, found: Option<&str>| {
        wanted.is_none() || wanted.as_deref() == found
    };
    let has_tag = |tag: &String| definition.tags().contains(tag);
    let has_words = |words: &String| {
        let text = format!("{} {}", tool.name, definition.description()).to_lowercase();
        let words = words.to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    is(&query.kind, Some(definition.kind()))
        && is(&query.owner, tool.owner())
        && is(&query.origin, Some(tool.origin()))
        && query.active.is_none_or(|active| active == tool.is_active())
        && query.tag.as_ref().is_none_or(has_tag)
        && query.q.as_ref().is_none_or(has_words)
}

async fn read(api: Arc<Api>, request: ApiRequest) -> Answer {
    api.recent.refresh().await;
    let tool = FoundTool::find(&api, &request.caller, request.part("name"))?;
    let view = ToolView::of(&api, &request.caller, &tool);
    answer::with_revision(answer::ok(&view), view.revision())
}
