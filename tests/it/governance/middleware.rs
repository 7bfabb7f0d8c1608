//! Caching, retries, the size limit, timing.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use toolwright::{
    Content, Tool, ToolDef, ToolError, ToolOutput,
    govern::NamePattern,
    middleware::{Caching, Retry, SizeLimit, Timing},
    prelude::*,
};

use super::governed;
use crate::harness::{Modern, TestServer, defined_tool, new_server};

#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
struct Rows {
    rows: Vec<String>,
    count: usize,
}

/// Many rows.
#[tool(parallel)]
async fn limited_rows(n: usize) -> Rows {
    Rows {
        rows: (0..n).map(|number| format!("row {number} 한글")).collect(),
        count: n,
    }
}

/// A tool that counts its calls, and fails a number of times at first.
fn counting(definition: ToolDef, failures: usize) -> (Arc<dyn Tool>, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let tool = defined_tool(definition, move |_, _| {
        let number = counted.fetch_add(1, Ordering::SeqCst);
        async move {
            if number < failures {
                return Err(ToolError::unavailable("not yet"));
            }
            Ok(ToolOutput::text(format!("call {number}")))
        }
    });
    (tool, calls)
}

fn open(name: &str) -> ToolDef {
    let schema = json!({"type": "object"});
    ToolDef::new(name, "Counts.").with_input_schema(schema.as_object().unwrap().clone())
}

#[tokio::test]
async fn a_repeated_call_is_answered_from_the_cache() {
    let (kept, calls) = counting(open("get_time"), 0);
    let (fresh, _) = counting(open("fresh"), 0);
    let caching = Caching::new().keep("get_*", Duration::from_millis(300));
    let server = new_server().tools([kept, fresh]).middleware(caching);
    let client = governed(server).0.client().await.unwrap();
    let call = async |name: &str, arguments: Value| client.call(name, arguments).await.unwrap();
    let first = call("get_time", json!({"a": 1})).await;
    let again = call("get_time", json!({"a": 1})).await;
    assert_eq!(first.joined_text(), again.joined_text());
    assert_eq!(again.meta["toolwright/cached"], true);
    assert!(!first.meta.contains_key("toolwright/cached"));
    assert_eq!(
        call("get_time", json!({"a": 2})).await.joined_text(),
        "call 1"
    );
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(
        call("get_time", json!({"a": 1})).await.joined_text(),
        "call 2"
    );
    assert_eq!(call("fresh", json!({})).await.joined_text(), "call 0");
    assert_eq!(call("fresh", json!({})).await.joined_text(), "call 1");
}

#[tokio::test]
async fn failures_are_not_cached() {
    let (tool, _) = counting(open("get_time"), 1);
    let caching = Caching::new().keep("*", Duration::from_secs(60));
    let client = governed(new_server().tools([tool]).middleware(caching))
        .0
        .client()
        .await
        .unwrap();
    assert!(client.call("get_time", json!({})).await.unwrap().is_error);
    assert_eq!(
        client
            .call("get_time", json!({}))
            .await
            .unwrap()
            .joined_text(),
        "call 1"
    );
}

#[tokio::test]
async fn only_calls_of_idempotent_tools_are_retried() {
    let (safe, _) = counting(open("safe").idempotent(), 2);
    let (unsafe_, calls) = counting(open("unsafe"), 2);
    let (hopeless, tried) = counting(open("hopeless").idempotent(), 100);
    let server = new_server()
        .tools([safe, unsafe_, hopeless])
        .middleware(Retry::new(2));
    let (server, records) = governed(server);
    let client = server.client().await.unwrap();
    assert_eq!(
        client.call("safe", json!({})).await.unwrap().joined_text(),
        "call 2"
    );
    assert_eq!(
        client
            .call("unsafe", json!({}))
            .await
            .unwrap()
            .joined_text(),
        "not yet"
    );
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    assert!(client.call("hopeless", json!({})).await.unwrap().is_error);
    assert_eq!(tried.load(Ordering::SeqCst), 3);
    // A call has one record, however often it was retried.
    assert_eq!(records.taken().len(), 3);
}

#[tokio::test]
async fn a_large_result_is_shortened_and_linked_to_its_pages() {
    let limit = SizeLimit::new(4096);
    let server = new_server()
        .tools(tools![limited_rows])
        .resources([limit.pages()])
        .middleware(limit);
    let (server, records) = governed(server);
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    let small = client
        .call("limited_rows", json!({"n": 10}))
        .await
        .into_result();
    assert_eq!(
        small["structuredContent"]["rows"].as_array().map(Vec::len),
        Some(10)
    );
    let large = client
        .call("limited_rows", json!({"n": 1000}))
        .await
        .into_result();
    assert!(large.to_string().len() < 16 * 1024);
    let short = &large["structuredContent"];
    assert_eq!(short["count"], 1000);
    let left = short["rows"].as_array().unwrap().len();
    assert!((1..1000).contains(&left));
    let whole = &large["_meta"]["toolwright/whole"];
    assert_eq!(large["content"][1]["uri"], whole["uri"]);
    let root = whole["uri"].as_str().unwrap().strip_suffix("/1").unwrap();
    let mut text = String::new();
    for page in 1..=whole["pages"].as_u64().unwrap() {
        let uri = format!("{root}/{page}");
        let read = client.result("resources/read", json!({"uri": uri})).await;
        text += read["contents"][0]["text"].as_str().unwrap();
    }
    let read: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["rows"][999], "row 999 한글");
    // The log has the whole result.
    let logged = &records.taken()[1]["output"]["structuredContent"];
    assert_eq!(logged["rows"].as_array().map(Vec::len), Some(1000));
    let beyond = format!("{root}/999");
    let gone = client.ask("resources/read", json!({"uri": beyond})).await;
    assert_eq!(gone.refusal().1, Some(-32602));
}

#[tokio::test]
async fn a_result_that_cannot_be_shortened_is_an_error_with_a_link() {
    let schema = json!({
        "type": "object", "properties": {"rows": {"type": "array", "minItems": 2000}}, "required": ["rows"],
    });
    let definition = open("strict").with_output_schema(Some(schema.as_object().unwrap().clone()));
    let strict = defined_tool(definition, |_, _| async {
        let mut output = ToolOutput::from(Vec::<Content>::new());
        output.structured = serde_json::value::to_raw_value(&json!({"rows": vec!["x"; 3000]})).ok();
        Ok(output)
    });
    let limit = SizeLimit::new(2048);
    let server = new_server()
        .tools([strict])
        .resources([limit.pages()])
        .middleware(limit);
    let client = governed(server).0.client().await.unwrap();
    let answer = client.call("strict", json!({})).await.unwrap();
    assert!(answer.is_error && answer.structured.is_none());
    assert!(matches!(answer.content[1], Content::ResourceLink(_)));
}

#[tokio::test]
async fn the_results_of_an_exempt_tool_are_not_shortened() {
    let long = || {
        defined_tool(ToolDef::new("get_all", "All of it."), |_, _| async {
            Ok(ToolOutput::text("x".repeat(5000)))
        })
    };
    for (exempt, expected) in [("get_*", 5000), ("other", 0)] {
        let limit = SizeLimit::new(2048).except([NamePattern::new(exempt)]);
        let server = new_server()
            .tools([long()])
            .resources([limit.pages()])
            .middleware(limit);
        let client = governed(server).0.client().await.unwrap();
        let answer = client.call("get_all", json!({})).await.unwrap();
        let whole = answer.joined_text();
        assert_eq!(whole == "x".repeat(5000), expected == 5000, "{exempt}");
    }
}

#[tokio::test]
async fn a_result_has_the_duration_of_its_call() {
    let (tool, _) = counting(open("quick"), 0);
    let client = governed(new_server().tools([tool]).middleware(Timing))
        .0
        .client()
        .await
        .unwrap();
    let answer = client.call("quick", json!({})).await.unwrap();
    let elapsed = answer.meta["toolwright/elapsedMs"].as_f64().unwrap();
    assert!((0.0..10_000.0).contains(&elapsed));
}
