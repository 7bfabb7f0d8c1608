//! A panic is an error for its request, and for nothing else.

use serde_json::{Value, json};
use toolwright::{
    ToolError, ToolOutput,
    middleware::{Call, Next},
    prelude::*,
};

use crate::{
    fixtures::{add, failed, sum},
    harness::{Answer, Modern, Session, TestServer, complete, error, new_server, result, tool},
};

/// Panic.
#[tool]
async fn panic_softly() -> i64 {
    panic!("softly")
}

/// Panic on a thread of its own.
#[tool]
fn panic_blocking() -> i64 {
    panic!("blocking")
}

/// Panic while it is read.
#[resource("panic://soft")]
async fn panic_resource() -> String {
    panic!("resource")
}

/// Panic while it is read on a thread of its own.
#[resource("panic://blocking/{id}")]
fn panic_blocking_resource(#[complete(panic_completion)] id: u8) -> String {
    panic!("resource {id}")
}

/// Panic while it is written.
#[prompt]
async fn panic_prompt() -> String {
    panic!("prompt")
}

/// Panic while it is written on a thread of its own.
#[prompt]
fn panic_blocking_prompt() -> String {
    panic!("prompt")
}

async fn panic_completion(_: Completion) -> Vec<String> {
    panic!("completion")
}

async fn start() -> TestServer {
    let server = new_server()
        .tools(tools![add, panic_softly, panic_blocking])
        .resources(resources![panic_resource, panic_blocking_resource])
        .prompts(prompts![panic_prompt, panic_blocking_prompt]);
    TestServer::start(server).await
}

async fn assert_goes_on(server: &TestServer) {
    let answer = Modern::of(server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    assert_eq!(answer, Answer::json(200, result(1, sum(3))));
}

#[tokio::test]
async fn a_tool_that_panics_fails_for_its_call_only() {
    let server = start().await;
    let session = Session::open(&server).await;
    let panicked = failed("the tool panicked");
    for name in ["panic_softly", "panic_blocking"] {
        assert_eq!(
            Modern::of(&server).call(name, json!({})).await,
            Answer::json(200, result(1, complete(panicked.clone())))
        );
        assert_eq!(
            session.ask(2, "tools/call", json!({"name": name})).await,
            Answer::json(200, result(2, panicked.clone()))
        );
    }
    assert_eq!(session.ask(3, "ping", json!({})).await.status, 200);
    assert_goes_on(&server).await;
}

async fn assert_panics(method: &str, params: Value) {
    let server = start().await;
    let session = Session::open(&server).await;
    assert_eq!(
        Modern::of(&server).ask(method, params.clone()).await,
        Answer::json(200, error(1, -32603, "the handler panicked"))
    );
    assert_eq!(
        session.ask(2, method, params).await,
        Answer::json(200, error(2, -32603, "the handler panicked"))
    );
    assert_goes_on(&server).await;
}

#[tokio::test]
async fn a_resource_that_panics_fails_for_its_request_only() {
    assert_panics("resources/read", json!({"uri": "panic://soft"})).await;
}

#[tokio::test]
async fn a_blocking_resource_that_panics_fails_for_its_request_only() {
    assert_panics("resources/read", json!({"uri": "panic://blocking/7"})).await;
}

#[tokio::test]
async fn a_prompt_that_panics_fails_for_its_request_only() {
    assert_panics("prompts/get", json!({"name": "panic_prompt"})).await;
}

#[tokio::test]
async fn a_blocking_prompt_that_panics_fails_for_its_request_only() {
    assert_panics("prompts/get", json!({"name": "panic_blocking_prompt"})).await;
}

#[tokio::test]
async fn a_completion_that_panics_fails_for_its_request_only() {
    let reference = json!({"type": "ref/resource", "uri": "panic://blocking/{id}"});
    let params = json!({"ref": reference, "argument": {"name": "id", "value": ""}});
    assert_panics("completion/complete", params).await;
}

#[tokio::test]
async fn middleware_that_panics_fails_for_its_call_only() {
    async fn refuse(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
        assert_ne!(call.name(), "cursed");
        next.run(call).await
    }
    let cursed = tool("cursed", |_, _| async { Ok(ToolOutput::text("never")) });
    let server = new_server()
        .middleware(refuse)
        .tools([cursed])
        .tools(tools![add]);
    let server = TestServer::start(server).await;
    assert_eq!(
        Modern::of(&server).call("cursed", json!({})).await,
        Answer::json(200, result(1, complete(failed("the tool panicked"))))
    );
    assert_goes_on(&server).await;
}
