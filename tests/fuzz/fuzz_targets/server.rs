//! The server that handles the messages. It has some of everything, and nothing that waits.

use std::{cell::OnceCell, collections::BTreeMap};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use toolwright::{fuzzing::BareServer, prelude::*};

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Item {
    name: String,
    price: f64,
    parts: Vec<Item>,
}

/// Add two numbers.
#[tool]
async fn add(a: i64, #[default(1)] b: u8) -> i64 {
    a.wrapping_add(i64::from(b))
}

/// Give a value back.
#[tool]
async fn echo(value: Value) -> Json<Value> {
    Json(json!({ "value": value }))
}

/// Take all kinds of parameters.
#[tool]
async fn pick(
    #[length(1..=5)] name: String,
    #[range(0.0..=1.0)] share: Option<f64>,
    #[pattern("^[a-z]+$")] word: Option<String>,
    color: Option<Color>,
    items: Option<Vec<Item>>,
    sizes: Option<BTreeMap<String, (u32, char)>>,
) -> String {
    let items = serde_json::to_string(&items).unwrap_or_default();
    let color = serde_json::to_string(&color).unwrap_or_default();
    format!("{name} {share:?} {word:?} {color} {items} {sizes:?}")
}

/// Say something while it works.
#[tool]
async fn talk(ctx: Context, text: String) -> String {
    ctx.progress(1.0, 2.0).await;
    ctx.log(LogLevel::Warning, text.as_str()).await;
    text
}

/// Ask for a name.
#[tool]
async fn ask(ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("Your name?").key("name").await?;
    Ok(name)
}

/// Greet somebody.
#[prompt]
async fn greet(name: String, color: Option<Color>) -> String {
    format!("Hello, {name}! {}", color.is_some())
}

/// A file.
#[resource("file://{+path}")]
async fn file(path: String) -> String {
    path
}

/// A page of a book.
#[resource("books://{book}/pages/{page}{?from,to}")]
async fn page(book: String, page: u32, from: Option<i8>, to: Option<String>) -> String {
    format!("{book} {page} {from:?} {to:?}")
}

thread_local! {
    static SERVER: OnceCell<(Runtime, BareServer)> = const { OnceCell::new() };
}

fn start() -> (Runtime, BareServer) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let server = Server::new("fuzz")
        .tools(tools![add, echo, pick, talk, ask])
        .prompts(prompts![greet])
        .resources(resources![file, page])
        .page_size(2);
    (runtime, BareServer::new(server).unwrap())
}

/// Runs `work` with the server, in a new session.
pub(crate) fn with(work: impl FnOnce(&BareServer)) {
    SERVER.with(|server| {
        let (runtime, server) = server.get_or_init(start);
        let session = server.with_new_session();
        runtime.block_on(async { work(&session) });
    });
}
