//! The tools, each as rmcp's documentation writes one: a function with `Parameters`.

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        wrapper::Parameters,
    },
    model::{
        CallToolResult, ContentBlock, ErrorCode, LoggingLevel, LoggingMessageNotificationParam,
        ProgressNotificationParam,
    },
    service::RequestContext,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{offer::OFFER, question::ask_name, resources::BYTES, tasks, twin::Twin};

type Context = RequestContext<RoleServer>;

pub fn router() -> ToolRouter<Twin> {
    ToolRouter::new()
        .with_route((OFFER.tool("add"), add))
        .with_route((OFFER.tool("ask_name"), ask_name))
        .with_route((OFFER.tool("chatter"), chatter))
        .with_route((OFFER.tool("count_up"), count_up))
        .with_route((OFFER.tool("echo"), echo))
        .with_route((OFFER.tool("fail"), fail))
        .with_route((OFFER.tool("measure"), measure))
        .with_route((OFFER.tool("picture"), picture))
        .with_route((OFFER.tool("refuse"), refuse))
        .with_route((OFFER.tool("salute"), salute))
        .with_route((OFFER.tool("station"), station))
        .with_route(ToolRoute::new_dyn(OFFER.tool("job"), |context| {
            Box::pin(async move { tasks::job(&context) })
        }))
        .with_route(ToolRoute::new_dyn(OFFER.tool("hard_job"), |context| {
            Box::pin(async move { tasks::hard_job(&context) })
        }))
}

pub fn said(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// Both as text and as JSON.
fn structured(text: impl Into<String>, value: Value) -> CallToolResult {
    let mut result = said(text);
    result.structured_content = Some(value);
    result
}

/// No arguments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: i64,
}

async fn add(Parameters(Add { a, b }): Parameters<Add>) -> CallToolResult {
    structured((a + b).to_string(), json!({"result": a + b}))
}

async fn chatter(
    Parameters(Nothing {}): Parameters<Nothing>,
    context: Context,
) -> Result<CallToolResult, ErrorData> {
    for (level, text) in [(LoggingLevel::Info, "one"), (LoggingLevel::Error, "two")] {
        let line = LoggingMessageNotificationParam::new(level, json!(text));
        let sent = context.peer.notify_logging_message(line).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    }
    Ok(said("said"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountUp {
    to: u32,
}

async fn count_up(
    Parameters(CountUp { to }): Parameters<CountUp>,
    context: Context,
) -> Result<CallToolResult, ErrorData> {
    let Some(token) = context.meta.get_progress_token() else {
        return Ok(said("counted"));
    };
    for number in 1..=to {
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(number))
            .with_total(f64::from(to))
            .with_message(number.to_string());
        let sent = context.peer.notify_progress(progress).await;
        sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    }
    Ok(said("counted"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

async fn echo(Parameters(Text { text }): Parameters<Text>) -> CallToolResult {
    structured(text.clone(), json!({"result": text}))
}

async fn fail(Parameters(Nothing {}): Parameters<Nothing>) -> CallToolResult {
    let why = "it failed as it was told to";
    CallToolResult::error(vec![ContentBlock::text(why)])
}

async fn measure(Parameters(Text { text }): Parameters<Text>) -> CallToolResult {
    let characters = text.chars().count();
    let words = text.split_whitespace().count();
    CallToolResult::structured(json!({"characters": characters, "words": words}))
}

async fn picture(Parameters(Nothing {}): Parameters<Nothing>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::image(BYTES, "image/png")])
}

async fn refuse(Parameters(Nothing {}): Parameters<Nothing>) -> Result<CallToolResult, ErrorData> {
    Err(ErrorData::new(ErrorCode(-32050), "not today", None))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Salute {
    name: Option<String>,
    times: Option<usize>,
}

async fn salute(Parameters(Salute { name, times }): Parameters<Salute>) -> CallToolResult {
    let name = name.as_deref().unwrap_or("world");
    said(vec![format!("Hello, {name}!"); times.unwrap_or(1)].join(" "))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Station {
    station: String,
}

async fn station(Parameters(Station { station }): Parameters<Station>) -> CallToolResult {
    said(station)
}
