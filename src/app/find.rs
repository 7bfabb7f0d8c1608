//! `toolwright find`: the tools that fit a task.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolwright::{
    Server,
    cli::{Failure, output},
};

use super::remote::{Remote, RemoteArguments};
use crate::{choice::OWN_TOOLS, tools::choosing};

/// How long to wait until all tools can be compared by meaning, which takes long the first time.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(200);

/// Find the tools that fit a task
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The answer says whether any tool fits (`tool`), none does (`nothing`) or the task lacks something (`ask_person`), and why each \
tool was found. It is what agents get from `find_tools`. The first time, every tool is embedded, which may take a minute.")]
pub(super) struct FindArguments {
    /// What is to be done, in the words of a person
    task: String,
    /// The task in English, if it is in another language
    #[arg(long, value_name = "TEXT")]
    english: Option<String>,
    /// The most tools that are shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    limit: u32,
    /// Print JSON, with descriptions and schemas
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArguments,
}

/// Prints the tools that fit.
pub(super) async fn run(
    remote: &Remote,
    server: Server,
    arguments: FindArguments,
) -> Result<(), Failure> {
    let mut body = json!({"task": arguments.task, "limit": arguments.limit});
    if let Some(english) = &arguments.english {
        body["task_in_english"] = json!(english);
    }
    let choice = match remote.server(&arguments.remote)? {
        Some(elsewhere) => elsewhere.post(&["choose"], &body).await?,
        None => find_here(server, &body).await?,
    };
    if arguments.json {
        return Ok(output::print_json(&choice)?);
    }
    Ok(output::print(&text(&choice))?)
}

async fn find_here(server: Server, body: &Value) -> Result<Value, Failure> {
    let mut added = server.added_tools().iter();
    let has_tool = added.any(|tool| OWN_TOOLS.contains(&tool.definition().name()));
    // A server with full lists has no tool for this.
    let server = if has_tool {
        server
    } else {
        server.tools(choosing::tools())
    };
    let client = server.client().await?;
    let start = Instant::now();
    let choice = loop {
        let answer = client.call("find_tools", body).await?;
        if answer.is_error {
            return Err(Failure::because(answer.joined_text()));
        }
        let choice = answer.structured_value().unwrap_or_default();
        if choice["by_meaning"] == true || start.elapsed() > PATIENCE {
            break choice;
        }
        tokio::time::sleep(PAUSE).await;
    };
    client.close().await?;
    Ok(choice)
}

/// Formats the answer for people.
fn text(choice: &Value) -> String {
    let mut lines = vec![choice["advice"].as_str().unwrap_or_default().to_owned()];
    for tool in choice["tools"].as_array().into_iter().flatten() {
        let score = tool["score"].as_f64().unwrap_or_default();
        let (name, why) = (&tool["name"], &tool["why"]);
        lines.push(format!(
            "{score:6.2}  {}  ({})",
            name.as_str().unwrap_or_default(),
            why.as_str().unwrap_or_default()
        ));
    }
    lines.join("\n")
}
