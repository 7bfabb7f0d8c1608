//! Middleware around resources, prompts, completions and lists.

use std::sync::{Arc, Mutex};

use serde_json::json;
use toolwright::{
    BoxFuture, Middleware, ToolOutput,
    middleware::{Call, ItemCall, ItemNext, ItemOutput, Next},
    prelude::*,
    prompts, resources,
};

use crate::{
    fixtures::add,
    harness::{Logs, new_server},
};

/// A page of a handbook.
#[resource("handbook://{page}")]
async fn handbook(page: String) -> String {
    format!("page {page}")
}

/// The first page.
#[resource("handbook-cover://all")]
async fn handbook_cover() -> &'static str {
    "cover"
}

/// Ask for a page.
#[prompt]
async fn ask_for(page: String) -> String {
    format!("Read {page}")
}

/// Not finished.
#[prompt]
async fn draft_of_a_prompt() -> &'static str {
    "unfinished"
}

/// Notes everything that passes, and hides what is a draft.
#[derive(Clone, Default)]
struct Watching(Arc<Mutex<Vec<String>>>);

impl Middleware for Watching {
    fn handle_item<'a>(
        &'a self,
        call: ItemCall,
        next: ItemNext<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        Box::pin(async move {
            let seen = format!("{} {}", call.kind.as_str(), call.name);
            self.0.lock().unwrap().push(seen);
            let mut output = next.run(call).await?;
            match &mut output {
                ItemOutput::Names(names) => names.retain(|name| !name.starts_with("draft")),
                ItemOutput::Contents(contents) if contents[0].uri.ends_with("secret") => {
                    return Err(ToolError::failed("this page is not for reading"));
                }
                _ => {}
            }
            Ok(output)
        })
    }
}

/// Middleware of tools alone, as a function.
async fn plain(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
    next.run(call).await
}

#[tokio::test]
async fn middleware_sees_resources_prompts_and_lists() {
    let watching = Watching::default();
    let server = new_server()
        .tools(tools![add])
        .resources(resources![handbook, handbook_cover])
        .prompts(prompts![ask_for, draft_of_a_prompt])
        .middleware(plain)
        .middleware(watching.clone());
    let client = server.client().await.unwrap();
    assert_eq!(client.tools().await.unwrap().len(), 1);
    let contents = client.read("handbook://7").await.unwrap();
    assert_eq!(contents[0].text.as_deref(), Some("page 7"));
    let refused = client.read("handbook://secret").await.unwrap_err();
    assert_eq!(refused.to_string(), "this page is not for reading");
    let messages = client.prompt("ask_for", json!({"page": "7"})).await;
    assert_eq!(messages.unwrap()[0].content.as_text(), Some("Read 7"));
    let seen = std::mem::take(&mut *watching.0.lock().unwrap());
    let expected = [
        "list tools",
        "resource handbook",
        "resource handbook",
        "prompt ask_for",
    ];
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn a_resource_that_fails_is_logged_as_a_tool_is() {
    let server = new_server()
        .resources(resources![handbook])
        .middleware(Watching::default());
    let client = server.client().await.unwrap();
    let (logs, _guard) = Logs::capture();
    client.read("handbook://secret").await.unwrap_err();
    client.read("handbook://unknown/place").await.unwrap_err();
    assert_eq!(
        logs.with("WARN"),
        [
            "WARN toolwright::executor::failure_log: this page is not for reading kind=\"resource\" item=\"handbook\""
        ]
    );
}

#[tokio::test]
async fn middleware_hides_entries_of_a_list() {
    let server = new_server().prompts(prompts![ask_for, draft_of_a_prompt]);
    let client = server
        .middleware(Watching::default())
        .client()
        .await
        .unwrap();
    let prompts = client.prompts().await.unwrap();
    let names: Vec<_> = prompts.iter().map(|prompt| &prompt["name"]).collect();
    assert_eq!(names, ["ask_for"]);
}
