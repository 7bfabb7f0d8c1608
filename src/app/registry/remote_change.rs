//! The commands that change the registry of a server elsewhere.

use std::path::Path;

use reqwest::Method;
use serde_json::{Map, Value, json};
use toolwright::cli::{Failure, output};
use toolwright_registry::ToolsFile;

use super::{
    arguments::{NameArguments, RollbackArguments, WriteArguments},
    change::{ask, finish_edit, in_editor, no_version, print_revisions},
    difference::difference,
    inspect::read,
    remote_inspect::{check_all, tool},
};
use crate::app::remote::RemoteServer;

/// Adds the tools of a file. All are checked before the first one is stored.
pub(super) async fn add(
    server: &RemoteServer,
    file: &Path,
    write: WriteArguments,
) -> Result<(), Failure> {
    let definitions = ToolsFile::definitions(&file.display().to_string(), &read(file)?);
    let definitions = definitions.map_err(|invalid| Failure::because(invalid.to_string()))?;
    let problems = check_all(server, &definitions).await?;
    if !problems.is_empty() {
        return Err(Failure::because(problems.join("\n")));
    }
    let mut changes = Vec::new();
    for definition in definitions {
        let name = name_of(&definition);
        let present = server.find(&["tools", &name]).await?;
        match present.filter(|tool| tool["spec"].is_object()) {
            None => changes.push((definition, None)),
            Some(tool) => {
                let lines = difference(spec(&tool)?, &filled(&definition, &tool));
                if !lines.is_empty() {
                    output::notice(&format!("{name}:\n  {}", lines.join("\n  ")));
                    changes.push((definition, Some(revision(&tool).to_owned())));
                }
            }
        }
    }
    if changes.iter().any(|(_, revision)| revision.is_some()) {
        ask(write)?;
    }
    store(server, changes, write.json).await
}

/// Returns a definition with the members that a server fills in, as it has them now.
fn filled(definition: &Map<String, Value>, tool: &Value) -> Map<String, Value> {
    let mut filled = definition.clone();
    for name in FILLED_IN {
        if !filled.contains_key(name)
            && let Some(value) = tool["spec"].get(name)
        {
            filled.insert(name.to_owned(), value.clone());
        }
    }
    filled
}

/// The members that a server adds to a definition that has none.
const FILLED_IN: [&str; 2] = ["owner", "output_schema"];

/// Stores definitions, each in place of the revision that it was made for.
async fn store(
    server: &RemoteServer,
    changes: Vec<(Map<String, Value>, Option<String>)>,
    json: bool,
) -> Result<(), Failure> {
    let mut changed = Vec::new();
    for (definition, revision) in changes {
        let name = name_of(&definition);
        let body = Value::Object(definition);
        let path = ["tools", &name];
        let stored = match &revision {
            None => server.post(&["tools"], &body).await,
            Some(old) => {
                server
                    .change(Method::PUT, &path, Some(old), Some(&body))
                    .await
            }
        };
        match stored {
            Ok(tool) => changed.push(summary(&tool)),
            Err(error) => {
                print_revisions(&changed, json)?;
                return Err(error.into());
            }
        }
    }
    print_revisions(&changed, json)
}

/// Lets the user change a tool in an editor.
pub(super) async fn edit(server: &RemoteServer, arguments: &NameArguments) -> Result<(), Failure> {
    let tool = tool(server, &arguments.name).await?;
    let path = in_editor(&arguments.name, spec(&tool)?)?;
    let changed = put_edited(server, &tool, &path, arguments.json).await;
    finish_edit(&path, changed)
}

async fn put_edited(
    server: &RemoteServer,
    tool: &Value,
    path: &Path,
    json: bool,
) -> Result<(), Failure> {
    let text = read(path)?;
    let definitions = ToolsFile::definitions(&path.display().to_string(), &text);
    let definitions = definitions.map_err(|invalid| Failure::because(invalid.to_string()))?;
    let Ok([definition]) = <[_; 1]>::try_from(definitions) else {
        return Err(Failure::because("an edit is of one tool"));
    };
    if definition.get("name") != tool.get("name") {
        let message = "an edit cannot change the name: add a tool and remove the old one";
        return Err(Failure::because(message));
    }
    let lines = difference(spec(tool)?, &definition);
    if lines.is_empty() {
        output::notice("nothing changed");
        return Ok(());
    }
    output::notice(&lines.join("\n"));
    let revision = Some(revision(tool).to_owned());
    store(server, vec![(definition, revision)], json).await
}

/// Switches a tool on or off.
pub(super) async fn switch(
    server: &RemoteServer,
    arguments: &NameArguments,
    is_active: bool,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let old = tool(server, name).await?;
    let (path, body) = (["tools", name], json!({"is_active": is_active}));
    let changed = server.change(Method::PATCH, &path, Some(revision(&old)), Some(&body));
    print_revisions(&[summary(&changed.await?)], arguments.json)
}

/// Removes a tool.
pub(super) async fn remove(
    server: &RemoteServer,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let name = &arguments.name;
    let old = tool(server, name).await?;
    let path = ["tools", name];
    server
        .change(Method::DELETE, &path, Some(revision(&old)), None)
        .await?;
    // A removal is a version of its own.
    let (name, revision) = summary(&old);
    print_revisions(&[(name, revision + 1)], arguments.json)
}

/// Brings a removed tool back.
pub(super) async fn restore(
    server: &RemoteServer,
    arguments: &NameArguments,
) -> Result<(), Failure> {
    let path = ["tools", &arguments.name, "restore"];
    let tool = server.change(Method::POST, &path, None, None).await?;
    print_revisions(&[summary(&tool)], arguments.json)
}

/// Brings an earlier version back of what is `old` now: one of the `tools`, or of the `agents`.
pub(super) async fn rollback(
    server: &RemoteServer,
    nouns: &str,
    old: &Value,
    arguments: &RollbackArguments,
) -> Result<(), Failure> {
    let (name, version) = (arguments.name.as_str(), arguments.version);
    let versions = server.get(&[nouns, name, "versions"], &[]).await?;
    let mut items = versions["items"].as_array().into_iter().flatten();
    let wanted = items.find(|item| item["version"] == version);
    let Some(Value::Object(wanted)) = wanted.map(|item| &item["spec"]) else {
        return Err(no_version(name, version));
    };
    output::notice(&difference(spec(old)?, wanted).join("\n"));
    ask(arguments.write)?;
    let number = version.to_string();
    let path = [nouns, name, "versions", &number, "rollback"];
    let changed = server.change(Method::POST, &path, Some(revision(old)), None);
    print_revisions(&[summary(&changed.await?)], arguments.write.json)
}

fn name_of(definition: &Map<String, Value>) -> String {
    let name = definition.get("name").and_then(Value::as_str);
    name.unwrap_or_default().to_owned()
}

fn revision(tool: &Value) -> &str {
    tool["revision"].as_str().unwrap_or_default()
}

/// Returns the name and the revision of a tool.
fn summary(tool: &Value) -> (String, u64) {
    let name = tool["name"].as_str().unwrap_or_default().to_owned();
    (name, revision(tool).parse().unwrap_or_default())
}

/// Returns the definition of a tool, which a compiled one does not have.
fn spec(tool: &Value) -> Result<&Map<String, Value>, Failure> {
    let compiled =
        || Failure::because(format!("there is no tool {} in the registry", tool["name"]));
    tool["spec"].as_object().ok_or_else(compiled)
}
