//! `toolwright users` of a server elsewhere.

use reqwest::Method;
use serde_json::{Value, json};
use toolwright::cli::{Failure, output};

use super::user_commands::{Done, UsersCommand, print_users};
use crate::app::remote::RemoteServer;

/// Runs the command.
pub(super) async fn run(server: &RemoteServer, command: UsersCommand) -> Result<(), Failure> {
    let (done, name, changes) = match command {
        UsersCommand::List { json } => {
            return print_users(&server.all(&["users"], &[]).await?, json);
        }
        UsersCommand::Add { name, role } => {
            let body = json!({"name": name, "role": role});
            let user = server.post(&["users"], &body).await?;
            return say(&Done::Added, &name, &user);
        }
        UsersCommand::Remove { name } => {
            let path = ["users", &name];
            server.change(Method::DELETE, &path, None, None).await?;
            return say(&Done::Removed, &name, &Value::Null);
        }
        UsersCommand::Role { name, role } => (Done::RoleChanged, name, json!({"role": role})),
        UsersCommand::Disable { name } => (Done::Disabled, name, json!({"is_active": false})),
        UsersCommand::Enable { name } => (Done::Enabled, name, json!({"is_active": true})),
    };
    let path = ["users", name.as_str()];
    let user = server.change(Method::PATCH, &path, None, Some(&changes));
    say(&done, &name, &user.await?)
}

fn say(done: &Done, name: &str, user: &Value) -> Result<(), Failure> {
    let role = user["role"].as_str().unwrap_or_default();
    Ok(output::print_line(&done.message(name, role))?)
}
