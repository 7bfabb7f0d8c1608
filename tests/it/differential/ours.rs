//! Our server, which the twin in `tests/twin` repeats word by word.

use std::future::pending;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::prelude::*;

use crate::fixtures::add;

/// The same bytes as the twin's.
const BYTES: &[u8] = &[0, 1, 2, 253, 254, 255];

/// Creates our server.
pub(super) fn server() -> Server {
    Server::new("twin")
        .version("1.2.3")
        .title("One of two")
        .instructions("Two servers, one behaviour.")
        .tools(tools![
            add, ask_name, chatter, count_up, echo, fail, hard_job, job, measure, picture, refuse,
            salute, station
        ])
        .resources(resources![twin_broken, twin_bytes, twin_item, twin_text])
        .prompts(prompts![hello, letter])
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Named {
    /// A name
    name: String,
}

/// Ask a person for a name.
#[tool]
async fn ask_name(ctx: Context) -> Result<Content, ToolError> {
    let person = ctx
        .ask::<Named>("What is your name?")
        .key("user_name")
        .await?;
    Ok(Content::text(format!("Hello, {}!", person.name)))
}

/// Write two lines to the client's log.
#[tool]
async fn chatter(ctx: Context) -> Content {
    ctx.info("one").await;
    ctx.log(LogLevel::Error, "two").await;
    Content::text("said")
}

/// Count, and tell how far it is.
#[tool]
async fn count_up(
    /// How far to count.
    to: u32,
    ctx: Context,
) -> Content {
    for number in 1..=to {
        ctx.progress_with(f64::from(number), f64::from(to), number.to_string())
            .await;
    }
    Content::text("counted")
}

/// Repeat a text.
#[tool(read_only, idempotent)]
async fn echo(
    /// What to repeat.
    text: String,
) -> String {
    text
}

/// Fail.
#[tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::failed(FAILURE))
}

/// The message of `fail`.
pub(super) const FAILURE: &str = "it failed as it was told to";

/// Work until it is cancelled, for clients that know tasks.
#[tool(task = "required")]
async fn hard_job() -> Content {
    pending().await
}

/// Work in the background.
#[tool(task)]
async fn job() -> Content {
    Content::text("worked")
}

#[derive(Debug, Serialize, JsonSchema)]
struct Measures {
    characters: u32,
    words: u32,
}

/// Measure a text.
#[tool]
async fn measure(text: String) -> Measures {
    let count = |number: usize| u32::try_from(number).unwrap();
    Measures {
        characters: count(text.chars().count()),
        words: count(text.split_whitespace().count()),
    }
}

/// Show a picture.
#[tool]
async fn picture() -> Image {
    Image::new(BYTES, "image/png")
}

/// Refuse to be called.
#[tool]
async fn refuse() -> Result<(), ToolError> {
    Err(ToolError::refused(-32050, "not today"))
}

/// Greet somebody.
#[tool(title = "Greeting")]
async fn salute(
    /// Who.
    name: Option<String>,
    /// How often.
    #[default(1)]
    #[range(1..=3)]
    times: u32,
) -> Content {
    let name = name.as_deref().unwrap_or("world");
    let greetings: Vec<_> = (0..times).map(|_| format!("Hello, {name}!")).collect();
    Content::text(greetings.join(" "))
}

/// Name a station, which clients also say in a header.
#[tool]
async fn station(
    /// Which.
    #[header("Station")]
    station: String,
) -> Content {
    Content::text(station)
}

/// What cannot be read.
#[resource("twin://broken", mime = "text/plain")]
async fn twin_broken() -> Result<String, ToolError> {
    Err(ToolError::failed("it is broken"))
}

/// A few bytes.
#[resource("twin://bytes", mime = "application/octet-stream")]
async fn twin_bytes() -> Vec<u8> {
    BYTES.to_vec()
}

/// One of many.
#[resource("twin://items/{id}", mime = "text/plain")]
async fn twin_item(#[complete(ids)] id: String) -> String {
    format!("item {id}")
}

/// A text.
#[resource("twin://text", mime = "text/plain")]
async fn twin_text() -> &'static str {
    "Once upon a time"
}

/// Say hello.
#[prompt]
async fn hello() -> &'static str {
    "Say hello."
}

/// Write a letter.
#[prompt]
async fn letter(
    /// To whom.
    to: String,
    /// In which tone.
    #[complete(tones)]
    tone: Option<String>,
) -> String {
    let tone = tone.as_deref().unwrap_or("friendly");
    format!("Write a {tone} letter to {to}.")
}

async fn ids(completion: Completion) -> Vec<String> {
    starting_with(&["10", "11", "20"], &completion.value)
}

async fn tones(completion: Completion) -> Vec<String> {
    starting_with(&["formal", "friendly", "terse"], &completion.value)
}

fn starting_with(all: &[&str], typed: &str) -> Vec<String> {
    let fitting = all.iter().filter(|value| value.starts_with(typed));
    fitting.map(ToString::to_string).collect()
}
