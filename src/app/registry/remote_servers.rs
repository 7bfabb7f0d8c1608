//! `toolwright servers add`, `import`, `remove`, `enable` and `disable` on a server elsewhere.

use reqwest::Method;
use serde_json::{Value, json};
use toolwright::cli::{Failure, output};

use super::server_file::{AddArguments, ImportArguments, pasted, print_imported};
use crate::app::remote::RemoteServer;

/// Adds a server. One of the same name stays as it is.
pub(super) async fn add(server: &RemoteServer, arguments: &AddArguments) -> Result<(), Failure> {
    let mut body = arguments.entry()?;
    body.insert("name".to_owned(), json!(arguments.name));
    body.insert("secrets".to_owned(), json!(arguments.secrets));
    server.post(&["servers"], &Value::Object(body)).await?;
    output::notice(&format!("added `{}`", arguments.name));
    Ok(())
}

/// Adds the servers of a host or of a file of this machine.
pub(super) async fn import(
    server: &RemoteServer,
    arguments: &ImportArguments,
) -> Result<(), Failure> {
    let entries = json!({"mcpServers": pasted(arguments)?.entries()});
    let body = json!({"text": entries.to_string(), "dry_run": arguments.dry_run});
    let answer = server.post(&["servers", "import"], &body).await?;
    let text = |value: &Value, member: &str| value[member].as_str().unwrap_or_default().to_owned();
    let left_out = answer["left_out"].as_array().into_iter().flatten();
    let left_out = left_out.map(|left| (text(left, "name"), text(left, "reason")));
    let added = answer["added"].as_object().cloned().unwrap_or_default();
    print_imported(&added, left_out, arguments.dry_run, None)
}

/// Removes a server.
pub(super) async fn remove(server: &RemoteServer, name: &str) -> Result<(), Failure> {
    change(server, Method::DELETE, name, None).await?;
    output::notice(&format!("removed `{name}`"));
    Ok(())
}

/// Lets a server be connected to, or not.
pub(super) async fn switch(server: &RemoteServer, name: &str, is_on: bool) -> Result<(), Failure> {
    let body = json!({"disabled": !is_on});
    change(server, Method::PATCH, name, Some(&body)).await?;
    let done = if is_on { "enabled" } else { "disabled" };
    output::notice(&format!("{done} `{name}`"));
    Ok(())
}

/// Changes the server that has this name, as it is now.
async fn change(
    server: &RemoteServer,
    method: Method,
    name: &str,
    body: Option<&Value>,
) -> Result<(), Failure> {
    let path = ["servers", name];
    let found = server.get(&path, &[]).await?;
    let version = found["version"].as_str();
    server.change(method, &path, version, body).await?;
    Ok(())
}
