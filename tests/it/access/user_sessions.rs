//! What tools keep for a user whose client has no session.

use serde_json::{Value, json};
use toolwright::prelude::*;

use super::Trusting;
use crate::harness::{Modern, TestServer, new_server, tool};

/// Returns a server whose tool keeps words, and returns all of them.
fn server() -> Server {
    let keep = tool("keep", |ctx, arguments| async move {
        let Some(session) = ctx.session() else {
            return Ok(ToolOutput::text("no session"));
        };
        let mut words: Vec<Value> = session.load("words")?.unwrap_or_default();
        words.push(arguments["word"].clone());
        session.save("words", &words)?;
        Ok(ToolOutput::text(json!(words).to_string()))
    });
    new_server().tools([keep])
}

async fn kept(client: &Modern, word: &str) -> String {
    let result = client
        .call("keep", json!({"word": word}))
        .await
        .into_result();
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn values_of_a_user_are_kept_between_requests_without_a_session() {
    let server = TestServer::start(server().authenticate(Trusting)).await;
    let of = |key: &str| Modern::of(&server).with_key(key);
    assert_eq!(kept(&of("ada"), "a").await, r#"["a"]"#);
    assert_eq!(kept(&of("bob"), "b").await, r#"["b"]"#);
    assert_eq!(kept(&of("ada"), "c").await, r#"["a","c"]"#);
}

#[tokio::test]
async fn a_user_saves_at_most_64_kib() {
    let server = TestServer::start(server().authenticate(Trusting)).await;
    let ada = Modern::of(&server).with_key("ada");
    assert_eq!(kept(&ada, "a").await, r#"["a"]"#);
    let refused = kept(&ada, &"x".repeat(65_536)).await;
    assert_eq!(
        refused,
        "cannot save `words`: the session keeps at most 65536 bytes"
    );
    assert_eq!(kept(&ada, "b").await, r#"["a","b"]"#);
}

#[tokio::test]
async fn nobody_over_http_has_no_session_and_a_client_in_memory_has_one() {
    let over_http = TestServer::start(server()).await;
    assert_eq!(kept(&Modern::of(&over_http), "a").await, "no session");
    let client = server().client().await.unwrap();
    for expected in [r#"["a"]"#, r#"["a","a"]"#] {
        let output = client.call("keep", json!({"word": "a"})).await.unwrap();
        assert_eq!(output.joined_text(), expected);
    }
    let client = client.as_user("ada");
    let output = client.call("keep", json!({"word": "a"})).await.unwrap();
    assert_eq!(output.joined_text(), r#"["a"]"#);
}
