//! `tools review`: what makes the tools hard to choose rightly.

use std::{
    convert::Infallible,
    sync::{Arc, OnceLock},
};

use serde_json::Value;
use toolwright::{
    Server,
    catalog::Catalog,
    cli::{Failure, output},
};
use toolwright_base::visible_line;

use crate::{app::remote::RemoteServer, choice::Review};

/// Reviews the tools of this machine.
pub(super) async fn run(server: Server, json: bool) -> Result<(), Failure> {
    let started: Arc<OnceLock<Catalog>> = Arc::default();
    let seen = Arc::clone(&started);
    let server = server.on_start(move |services| async move {
        // A server starts once.
        let _ = seen.set(services.catalog().clone());
        Ok::<_, Infallible>(())
    });
    let client = server.client().await?;
    let snapshot = started.get().map(Catalog::snapshot).unwrap_or_default();
    let definitions: Vec<_> = snapshot.tools().map(|tool| tool.definition()).collect();
    let review = serde_json::to_value(Review::of(&definitions));
    client.close().await?;
    print(
        &review.map_err(|error| Failure::because(error.to_string()))?,
        json,
    )
}

/// Reviews the tools of a server elsewhere.
pub(super) async fn run_elsewhere(server: &RemoteServer, json: bool) -> Result<(), Failure> {
    print(&server.get(&["review"], &[]).await?, json)
}

fn print(review: &Value, json: bool) -> Result<(), Failure> {
    match json {
        true => Ok(output::print_json(review)?),
        false => Ok(output::print(&text(review))?),
    }
}

/// Formats a review for people: the tools with problems, the worst first.
fn text(review: &Value) -> String {
    let tools: Vec<&Value> = review["tools"].as_array().into_iter().flatten().collect();
    let mut lines = Vec::new();
    for tool in &tools {
        let problems = tool["problems"].as_array().into_iter().flatten();
        let problems: Vec<&Value> = problems.collect();
        if problems.is_empty() {
            continue;
        }
        let text = |value: &Value| visible_line(value.as_str().unwrap_or_default());
        lines.push(format!("{:>3}  {}", tool["score"], text(&tool["name"])));
        for problem in problems {
            lines.push(format!("     {}", text(&problem["message"])));
            lines.push(format!("       → {}", text(&problem["suggestion"])));
        }
    }
    let with_problems = tools.iter().filter(|tool| tool["score"] != 100).count();
    lines.push(format!(
        "{} tools, {with_problems} with problems",
        tools.len()
    ));
    if review["compared"] == false {
        lines.push("they are too many to be compared with each other".to_owned());
    }
    lines.join("\n")
}
