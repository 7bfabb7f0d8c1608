//! `tools check`, `tools history` and `tools export` of a server elsewhere.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, output};
use toolwright_base::visible_line;
use toolwright_registry::ToolsFile;

use super::{arguments::NameArguments, inspect::read};
use crate::app::remote::RemoteServer;

/// Returns a tool of the server.
pub(super) async fn tool(server: &RemoteServer, name: &str) -> Result<Value, Failure> {
    let unknown = || Failure::because(format!("there is no tool `{name}` in the registry"));
    server.find(&["tools", name]).await?.ok_or_else(unknown)
}

/// Checks the definitions of a file on the server.
pub(super) async fn check(server: &RemoteServer, file: &Path, json: bool) -> Result<(), Failure> {
    let name = file.display().to_string();
    let definitions = ToolsFile::definitions(&name, &read(file)?);
    let definitions = definitions.map_err(|invalid| Failure::because(invalid.to_string()))?;
    let problems = check_all(server, &definitions).await?;
    if json {
        output::print_json(&json!({"tools": definitions.len(), "problems": problems}))?;
    }
    match problems.len() {
        0 if json => Ok(()),
        0 => {
            let count = definitions.len();
            Ok(output::print(&format!(
                "{name}: {count} tools, no problems"
            ))?)
        }
        count if json => Err(Failure::because(format!("{count} problems"))),
        _ => Err(Failure::because(problems.join("\n"))),
    }
}

/// Returns the problems that the server finds in definitions, each with the name of the tool.
pub(super) async fn check_all(
    server: &RemoteServer,
    definitions: &[Map<String, Value>],
) -> Result<Vec<String>, Failure> {
    let mut problems = Vec::new();
    for definition in definitions {
        let body = json!({"spec": definition});
        let checked = server.post(&["tools", "check"], &body).await?;
        let name = definition.get("name").and_then(Value::as_str);
        let name = name.unwrap_or("a tool without a name");
        let found = checked["problems"].as_array().into_iter().flatten();
        problems.extend(found.map(|problem| {
            let text = |member: &str| problem[member].as_str().unwrap_or_default();
            visible_line(&format!("{name}{}: {}", text("path"), text("message")))
        }));
    }
    Ok(problems)
}

/// Lists the versions of one of the `tools`, or of the `agents`.
pub(super) async fn history(
    server: &RemoteServer,
    nouns: &str,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let path = [nouns, &arguments.name, "versions"];
    let mut versions = server.get(&path, &[]).await?;
    let mut items = match versions["items"].take() {
        Value::Array(items) => items,
        _ => Vec::new(),
    };
    items.reverse();
    if arguments.json {
        return Ok(output::print_json(&items)?);
    }
    for item in &items {
        output::print_line(&line(item))?;
    }
    Ok(())
}

fn line(item: &Value) -> String {
    let text = |member: &str| item[member].as_str().unwrap_or_default();
    let version = item["version"].as_u64().unwrap_or_default();
    let (at, change, by) = (text("at"), text("change"), text("by"));
    format!("{version:>4}  {at}  {change:<8}  {by}")
}

/// Prints all definitions.
pub(super) async fn export(server: &RemoteServer) -> Result<(), Failure> {
    let mut tools = Vec::new();
    for item in server.all(&["tools"], &[("origin", "registry")]).await? {
        let name = item["name"].as_str().unwrap_or_default();
        // It may have been removed meanwhile.
        let tool = server.find(&["tools", name]).await?;
        tools.extend(
            tool.map(|mut tool| tool["spec"].take())
                .filter(Value::is_object),
        );
    }
    Ok(output::print_json(&json!({"tools": tools}))?)
}
