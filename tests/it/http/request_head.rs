//! The head of a request, as a call sees it.

use serde_json::{Value, json};
use toolwright::{ToolOutput, prelude::*};

use crate::{
    fixtures::said,
    harness::{Answer, Modern, Session, TestServer, complete, new_server, result, soon, tool},
};

/// The value of a header, as a resource.
#[resource("head://{name}")]
async fn header(ctx: Context, name: String) -> String {
    let value = ctx.request().and_then(|request| request.header(&name));
    value.unwrap_or("none").to_owned()
}

fn server() -> Server {
    let team = tool("team", |ctx, _| async move {
        let Some(request) = ctx.request() else {
            return Ok(ToolOutput::text("no request"));
        };
        let team = request.header("x-team").unwrap_or("nobody");
        let address = request.address().map(|address| address.to_string());
        let text = format!("{team} at {} by {address:?}", request.uri().path());
        Ok(ToolOutput::text(text))
    });
    new_server().tools([team]).resources(resources![header])
}

const SEEN: &str = r#"red at /mcp by Some("127.0.0.1")"#;

#[tokio::test]
async fn a_call_sees_the_head_of_its_request() {
    let server = TestServer::start(server()).await;
    let request = Modern::of(&server).request("tools/call", json!({"name": "team"}));
    let response = soon(request.header("X-Team", "red").send()).await.unwrap();
    let expected = Answer::json(200, result(1, complete(said(SEEN))));
    assert_eq!(Answer::read(response).await, expected);
}

#[tokio::test]
async fn a_call_in_a_session_sees_the_head_of_its_request() {
    let server = TestServer::start(server()).await;
    let session = Session::open(&server).await;
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "team"}});
    let request = session.bare(reqwest::Method::POST).json(&body);
    let response = soon(request.header("X-Team", "red").send()).await.unwrap();
    let expected = Answer::json(200, result(1, said(SEEN)));
    assert_eq!(Answer::read(response).await, expected);
}

#[tokio::test]
async fn a_resource_sees_the_head_of_its_request() {
    let server = TestServer::start(server()).await;
    let request = Modern::of(&server).request("resources/read", json!({"uri": "head://x-team"}));
    let response = soon(request.header("X-Team", "red").send()).await.unwrap();
    let read = Answer::read(response).await.into_result();
    assert_eq!(read["contents"][0]["text"], Value::from("red"));
}

#[tokio::test]
async fn a_call_in_memory_has_no_request() {
    let client = server().client().await.unwrap();
    let output = client.call("team", json!({})).await.unwrap();
    assert_eq!(output.joined_text(), "no request");
}
