//! `toolwright keys` of a server elsewhere.

use reqwest::Method;
use serde_json::json;
use toolwright::cli::{Failure, output};

use super::key_commands::{CreateArguments, KeysCommand, after, print_keys, revoked, show_once};
use crate::app::remote::RemoteServer;

/// Runs the command.
pub(super) async fn run(server: &RemoteServer, command: KeysCommand) -> Result<(), Failure> {
    match command {
        KeysCommand::Create(arguments) => create(server, arguments).await,
        KeysCommand::List { json } => print_keys(&server.all(&["keys"], &[]).await?, json),
        KeysCommand::Revoke { id } => revoke(server, &id).await,
        KeysCommand::Rotate { id, json } => {
            let path = ["keys", &id, "rotate"];
            show_once(&server.change(Method::POST, &path, None, None).await?, json)
        }
    }
}

async fn create(server: &RemoteServer, arguments: CreateArguments) -> Result<(), Failure> {
    let mut body = json!({
        "user": arguments.user,
        "tools": arguments.tools,
        "scopes": arguments.scopes,
        "label": arguments.label,
    });
    if let Some(role) = arguments.role {
        body["role"] = json!(role);
    }
    if let Some(agent) = arguments.agent {
        body["agent"] = json!(agent);
    }
    if let Some(time) = arguments.expires {
        body["expires_at"] = json!(after(time)?);
    }
    show_once(&server.post(&["keys"], &body).await?, arguments.json)
}

async fn revoke(server: &RemoteServer, id: &str) -> Result<(), Failure> {
    let keys = server.all(&["keys"], &[]).await?;
    let key = keys.iter().find(|key| key["id"] == id);
    let user = key.and_then(|key| key["user"].as_str()).unwrap_or_default();
    let path = ["keys", id];
    server.change(Method::DELETE, &path, None, None).await?;
    Ok(output::print_line(&revoked(id, user))?)
}
