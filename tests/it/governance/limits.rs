//! Rate limits, concurrency limits and deadlines.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::future::join_all;
use serde_json::json;
use toolwright::{ToolDef, ToolOutput, govern::Governance, prelude::*, tool::RateLimit};

use super::governed;
use crate::harness::{Modern, TestServer, defined_tool, new_server};

/// A tool that sleeps, and the highest number of its calls that ran concurrently.
fn sleeper(definition: ToolDef) -> (Arc<dyn toolwright::Tool>, Arc<AtomicUsize>) {
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let seen = Arc::clone(&most);
    let tool = defined_tool(definition, move |_, arguments| {
        let (running, most) = (Arc::clone(&running), Arc::clone(&most));
        async move {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            let milliseconds = arguments["ms"].as_u64().unwrap_or(20);
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            running.fetch_sub(1, Ordering::SeqCst);
            Ok(ToolOutput::text("awake"))
        }
    });
    (tool, seen)
}

fn sleeping(name: &str) -> ToolDef {
    let schema = json!({"type": "object", "properties": {"ms": {"type": "integer"}}});
    ToolDef::new(name, "Sleeps.").with_input_schema(schema.as_object().unwrap().clone())
}

#[tokio::test]
async fn a_tool_that_is_not_parallel_runs_one_call_at_a_time() {
    let (single, most_of_single) = sleeper(sleeping("single"));
    let (free, most_of_free) = sleeper(sleeping("free").parallel());
    let server = TestServer::start(governed(new_server().tools([single, free])).0).await;
    let client = Modern::of(&server);
    for tool in ["single", "free"] {
        let calls = (0..8).map(|_| client.call(tool, json!({})));
        for answer in join_all(calls).await {
            assert_eq!(answer.into_result()["content"][0]["text"], "awake");
        }
    }
    assert_eq!(most_of_single.load(Ordering::SeqCst), 1);
    assert!(most_of_free.load(Ordering::SeqCst) > 1);
}

#[tokio::test]
async fn a_queued_call_times_out_and_leaves_the_queue() {
    let (tool, _) = sleeper(sleeping("queue").with_timeout(Duration::from_secs(1)));
    let (server, records) = governed(new_server().tools([tool]));
    let client = server.client().await.unwrap();
    let (first, second) = tokio::join!(
        client.call("queue", json!({"ms": 600})),
        client.call("queue", json!({"ms": 600})),
    );
    assert_eq!(first.unwrap().joined_text(), "awake");
    assert_eq!(second.unwrap().joined_text(), "timed out after 1s");
    let next = client.call("queue", json!({"ms": 1})).await.unwrap();
    assert_eq!(next.joined_text(), "awake");
    let records = records.taken();
    let mut outcomes: Vec<_> = records
        .iter()
        .filter_map(|record| record["outcome"].as_str())
        .collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["ok", "ok", "timeout"]);
}

#[tokio::test]
async fn a_rate_limited_caller_is_told_when_to_retry() {
    let limit = RateLimit {
        per_minute: NonZeroU32::new(2),
        ..RateLimit::default()
    };
    let (tool, _) = sleeper(sleeping("limited").with_rate_limit(limit));
    let (other, _) = sleeper(sleeping("other"));
    let server = TestServer::start(governed(new_server().tools([tool, other])).0).await;
    let client = Modern::of(&server);
    for _ in 0..2 {
        let result = client.call("limited", json!({"ms": 0})).await.into_result();
        assert_eq!(result["content"][0]["text"], "awake");
    }
    let result = client.call("limited", json!({"ms": 0})).await.into_result();
    assert_eq!(result["isError"], true);
    let wait = result["_meta"]["toolwright/retryAfterMs"].as_u64().unwrap();
    assert!((50_000..=60_000).contains(&wait), "{wait}");
    let seconds = format!("too many calls: try again in {:.1} s", wait as f64 / 1e3);
    let told = result["content"][0]["text"].as_str().unwrap();
    assert!(
        told.starts_with("too many calls: try again in "),
        "{told} {seconds}"
    );
    let result = client.call("other", json!({"ms": 0})).await.into_result();
    assert_eq!(result["content"][0]["text"], "awake");
}

#[tokio::test]
async fn the_default_limit_applies_to_tools_without_one() {
    let (tool, most) = sleeper(sleeping("plain").parallel());
    let governance = Governance::new().rate_limit(RateLimit {
        concurrent: NonZeroU32::new(2),
        ..RateLimit::default()
    });
    let client = new_server()
        .tools([tool])
        .govern(governance)
        .client()
        .await
        .unwrap();
    let calls = (0..5).map(|_| client.call("plain", json!({"ms": 50})));
    let answers = join_all(calls).await;
    let failed = answers
        .iter()
        .filter(|answer| answer.as_ref().unwrap().is_error)
        .count();
    assert_eq!((failed, most.load(Ordering::SeqCst)), (3, 2));
    let next = client.call("plain", json!({"ms": 0})).await.unwrap();
    assert!(!next.is_error, "what is over does not count");
}

/// Ask for a name.
#[tool]
async fn limited_greeting(ctx: Context) -> Result<String, ToolError> {
    let name: String = ctx.ask("Who is there?").await?;
    Ok(format!("Hello {name}"))
}

#[tokio::test]
async fn a_call_that_asks_a_person_counts_once() {
    let governance = Governance::new().rate_limit(RateLimit {
        per_minute: NonZeroU32::new(1),
        ..RateLimit::default()
    });
    let server = new_server().tools(tools![limited_greeting]);
    let client = server.govern(governance).client().await.unwrap();
    let client =
        client.answering(|_| toolwright::client::Reaction::Accept(json!({"value": "Ada"})));
    let first = client.call("limited_greeting", json!({})).await.unwrap();
    assert_eq!(first.joined_text(), "Hello Ada");
    let second = client.call("limited_greeting", json!({})).await.unwrap();
    assert!(second.joined_text().starts_with("too many calls"));
}
