//! A client in the same process makes its requests as a user, so that a test sees what is refused.

use serde_json::{Value, json};
use toolwright::{
    Client, ToolDef, ToolOutput,
    access::{AccessRole, Identity},
    govern::NamePattern,
    prelude::*,
};

use super::Trusting;
use crate::harness::{defined_tool, new_server};

/// Say who calls.
#[tool]
async fn says_caller(ctx: Context) -> String {
    let identity = ctx.client().identity.as_ref();
    let user = identity.map_or("the operator", |identity| identity.user());
    user.to_owned()
}

async fn client() -> Client {
    // Not a function with `#[tool]`, which other tests would discover and have no authenticator for.
    let lend = ToolDef::new("lend", "Lend a book.").scope("books:write");
    let lend = defined_tool(lend, |_, _| async { Ok(ToolOutput::text("lent")) });
    let server = new_server().tools(tools![says_caller]).tools([lend]);
    server.authenticate(Trusting).client().await.unwrap()
}

async fn caller(client: &Client) -> Value {
    let output = client.call("says_caller", json!({})).await.unwrap();
    output.structured_value().unwrap()["result"].clone()
}

#[tokio::test]
async fn the_requests_of_a_client_are_those_of_its_user() {
    let client = client().await;
    assert_eq!(caller(&client).await, "the operator");
    let client = client.as_user("reader");
    assert_eq!(caller(&client).await, "reader");
    let admin = Identity::new("ada").with_role(AccessRole::Admin);
    assert_eq!(caller(&client.as_user(admin)).await, "ada");
}

#[tokio::test]
async fn a_user_without_the_scope_is_refused() {
    let client = client().await.as_user("reader").with_scopes(["books:read"]);
    let refused = client.call("lend", json!({})).await;
    assert_eq!(refused.unwrap_err().to_string(), "unknown tool `lend`");
    let client = client.with_scopes(["books:write"]);
    let lent = client.call("lend", json!({})).await.unwrap();
    assert_eq!(lent.joined_text(), "lent");
}

#[tokio::test]
async fn a_user_sees_only_the_tools_of_its_key() {
    let limited = Identity::new("reader").with_tools([NamePattern::new("says_*")]);
    let client = client().await.as_user(limited);
    let tools = client.tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["says_caller"]);
    assert!(client.call("lend", json!({})).await.is_err());
}
