//! Values that tools keep for a session, and the ids of sessions and requests.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};
use toolwright::{Tool, ToolOutput};

use crate::harness::{DropFlag, Modern, Session, TestServer, new_server, tool, until};

#[derive(Default)]
struct Visits(AtomicU32);

/// Counts the calls of a session.
fn visit() -> Arc<dyn Tool> {
    tool("visit", |ctx, _| async move {
        let Some(session) = ctx.session() else {
            return Ok(ToolOutput::text("no session"));
        };
        let visits = session
            .get_or_default::<Visits>()
            .0
            .fetch_add(1, Ordering::Relaxed)
            + 1;
        Ok(ToolOutput::text(format!("{} {visits}", session.id())))
    })
}

/// Returns the text of a call.
async fn text(session: &Session, name: &str) -> String {
    let answer = session.ask(7, "tools/call", json!({"name": name})).await;
    let result = answer.into_result();
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn each_session_has_values_of_its_own() {
    let server = TestServer::start(new_server().tools([visit()])).await;
    let (one, other) = (Session::open(&server).await, Session::open(&server).await);
    let first = text(&one, "visit").await;
    let (id, count) = first.split_once(' ').unwrap();
    assert_eq!(count, "1");
    // The id of the transport lets its owner in, so tools do not see it.
    assert_ne!(id, one.id());
    assert_eq!(text(&one, "visit").await, format!("{id} 2"));
    let others = text(&other, "visit").await;
    assert!(
        others.ends_with(" 1") && !others.starts_with(id),
        "{others}"
    );
}

#[tokio::test]
async fn values_are_dropped_with_their_session() {
    let flag = DropFlag::default();
    let kept = flag.clone();
    let keep = tool("keep", move |ctx, _| {
        let flag = kept.guard();
        async move {
            if let Some(session) = ctx.session() {
                session.insert(flag);
            }
            Ok(ToolOutput::text("kept"))
        }
    });
    let server = TestServer::start(new_server().tools([keep])).await;
    let session = Session::open(&server).await;
    assert_eq!(text(&session, "keep").await, "kept");
    assert_eq!(flag.count(), 0);
    session.delete().await;
    until(|| flag.count() == 1).await;
}

#[tokio::test]
async fn nobody_on_the_newest_revision_has_a_request_id_alone() {
    let who = tool("who", |ctx, _| async move {
        let session = ctx.session().is_some();
        Ok(ToolOutput::text(format!(
            "{session} {:?}",
            ctx.request_id()
        )))
    });
    let server = TestServer::start(new_server().tools([who])).await;
    let modern = Modern::of(&server)
        .call("who", json!({}))
        .await
        .into_result();
    assert_eq!(
        modern["content"][0]["text"],
        Value::from("false Some(\"1\")")
    );
    let session = Session::open(&server).await;
    assert_eq!(text(&session, "who").await, "true Some(\"7\")");
}
