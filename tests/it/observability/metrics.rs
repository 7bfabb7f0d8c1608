//! `/metrics`: the numbers after calls of every kind.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use toolwright::{
    Tool, ToolDef, ToolError, ToolOutput,
    govern::{Governance, NamePattern, Policy},
    tool, tools,
};

use super::{prometheus::Scrape, shaky_log::ShakyLog};
use crate::{
    fixtures::add,
    harness::{
        Answer, Gate, Modern, Session, TestServer, defined_tool, get, new_server, soon, tool,
    },
};

/// Divide.
#[tool(parallel)]
async fn divide(a: i64, b: i64) -> Result<i64, ToolError> {
    a.checked_div(b)
        .ok_or_else(|| ToolError::failed("there is no such number"))
}

/// Take a long time.
#[tool(timeout = "20ms")]
async fn dawdle() {
    tokio::time::sleep(Duration::from_secs(60)).await;
}

fn governed() -> toolwright::Server {
    new_server().govern(Governance::new())
}

/// A tool that waits at `gate`, one call at a time.
fn waiting(gate: &Gate) -> Arc<dyn Tool> {
    let gate = gate.clone();
    tool("wait", move |_, _| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    })
}

#[tokio::test]
async fn calls_are_counted_by_tool_and_outcome() {
    let only = ["add", "divide", "dawdle"].map(NamePattern::new);
    let server = governed()
        .tools(tools![add, divide, dawdle])
        .tools([tool("hidden", |_, _| async { Ok(ToolOutput::text("")) })])
        .policy(Policy::only(only));
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    for _ in 0..5 {
        client.call("add", json!({"a": 1, "b": 2})).await;
    }
    client.call("add", json!({"a": "1", "b": 2})).await;
    client.call("add", json!({"a": "1", "b": "2"})).await;
    client.call("add", json!({"a": [], "b": 2})).await;
    client.call("divide", json!({"a": 4, "b": 2})).await;
    client.call("divide", json!({"a": 4, "b": 0})).await;
    client.call("dawdle", json!({})).await;
    client.call("hidden", json!({})).await;
    client.call("nowhere", json!({})).await;
    client.call("nowhere-else", json!({})).await;
    let scrape = Scrape::of(&server).await;
    assert_eq!(
        scrape.all("toolwright_calls_total"),
        [
            ("tool=\"add\",outcome=\"invalid_arguments\"", 1.0),
            ("tool=\"add\",outcome=\"ok\"", 7.0),
            ("tool=\"dawdle\",outcome=\"timeout\"", 1.0),
            ("tool=\"divide\",outcome=\"ok\"", 1.0),
            ("tool=\"divide\",outcome=\"tool_execution_error\"", 1.0),
            ("tool=\"unknown\",outcome=\"denied\"", 1.0),
            ("tool=\"unknown\",outcome=\"not_found\"", 2.0),
        ]
    );
    assert_eq!(
        scrape.all("toolwright_errors_total"),
        [
            ("kind=\"denied\"", 1.0),
            ("kind=\"invalid_arguments\"", 1.0),
            ("kind=\"not_found\"", 2.0),
            ("kind=\"timeout\"", 1.0),
            ("kind=\"tool_execution_error\"", 1.0),
        ]
    );
    let repaired = [("kind=\"quoted_value\"", 3.0)];
    assert_eq!(scrape.all("toolwright_repairs_total"), repaired);
    assert_eq!(scrape.all("toolwright_calls_in_flight"), []);
}

#[tokio::test]
async fn the_durations_of_calls_are_in_buckets() {
    let server = TestServer::start(governed().tools(tools![add, dawdle])).await;
    let client = Modern::of(&server);
    client.call("dawdle", json!({})).await;
    for _ in 0..3 {
        client.call("add", json!({"a": 1, "b": 2})).await;
    }
    let scrape = Scrape::of(&server).await;
    let duration = |end: &str| scrape.get(&format!("toolwright_call_duration_seconds{end}"));
    assert_eq!(duration("_count{tool=\"dawdle\"}"), Some(1.0));
    assert_eq!(duration("_bucket{tool=\"dawdle\",le=\"0.01\"}"), Some(0.0));
    assert_eq!(duration("_bucket{tool=\"dawdle\",le=\"60\"}"), Some(1.0));
    assert!(duration("_sum{tool=\"dawdle\"}").unwrap() >= 0.02);
    assert_eq!(duration("_count{tool=\"add\"}"), Some(3.0));
    assert_eq!(scrape.get("toolwright_overhead_seconds_count"), Some(4.0));
    assert!(scrape.get("toolwright_overhead_seconds_sum").unwrap() > 0.0);
}

#[tokio::test]
async fn running_and_queued_calls_are_counted_separately() {
    let gate = Gate::shut();
    let server = TestServer::start(governed().tools([waiting(&gate)])).await;
    let calls: Vec<_> = (0..3)
        .map(|_| {
            let client = Modern::of(&server);
            tokio::spawn(async move { client.call("wait", json!({})).await })
        })
        .collect();
    gate.arrival().await;
    soon(async {
        loop {
            let scrape = Scrape::of(&server).await;
            if scrape.get("toolwright_queue_length") == Some(2.0) {
                let on_their_way = [("tool=\"wait\"", 3.0)];
                assert_eq!(scrape.all("toolwright_calls_in_flight"), on_their_way);
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    for call in calls {
        gate.open();
        soon(call).await.unwrap();
    }
    let scrape = Scrape::of(&server).await;
    assert_eq!(scrape.get("toolwright_queue_length"), Some(0.0));
    assert_eq!(scrape.all("toolwright_calls_in_flight"), []);
    let ended = [("tool=\"wait\",outcome=\"ok\"", 3.0)];
    assert_eq!(scrape.all("toolwright_calls_total"), ended);
}

#[tokio::test]
async fn a_call_ends_if_its_client_disconnects() {
    let gate = Gate::shut();
    let server = TestServer::start(governed().tools([waiting(&gate)])).await;
    let client = Modern::of(&server);
    let call = tokio::spawn(async move { client.call("wait", json!({})).await });
    gate.arrival().await;
    call.abort();
    let ended = soon(async {
        loop {
            let scrape = Scrape::of(&server).await;
            let ended = scrape.all("toolwright_calls_total");
            if let [(labels, count)] = ended[..] {
                assert_eq!(scrape.all("toolwright_calls_in_flight"), []);
                return (labels.to_owned(), count);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    let expected = ("tool=\"wait\",outcome=\"cancelled\"".to_owned(), 1.0);
    assert_eq!(ended.await, expected);
}

#[tokio::test]
async fn a_replaced_tool_keeps_its_counters() {
    let answer = |text: &'static str| {
        let definition = ToolDef::new("say", "Says something.");
        defined_tool(definition, move |_, _: Value| async move {
            Ok(ToolOutput::text(text))
        })
    };
    let server = TestServer::start(governed().tools([answer("one")])).await;
    let client = Modern::of(&server);
    client.call("say", json!({})).await;
    assert!(server.catalog().remove_tool("say"));
    server.catalog().add_tool(answer("two")).unwrap();
    client.call("say", json!({})).await;
    let scrape = Scrape::of(&server).await;
    let expected = [("tool=\"say\",outcome=\"ok\"", 2.0)];
    assert_eq!(scrape.all("toolwright_calls_total"), expected);
}

#[tokio::test]
async fn a_call_that_cannot_be_recorded_counts_as_unavailable() {
    let log = Arc::new(ShakyLog::default());
    let server = new_server().govern(log.governance()).tools(tools![add]);
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    log.set_broken(true);
    client.call("add", json!({"a": 1, "b": 2})).await;
    client.call("nowhere", json!({})).await;
    log.set_broken(false);
    client.call("add", json!({"a": 1, "b": 2})).await;
    let scrape = Scrape::of(&server).await;
    assert_eq!(
        scrape.all("toolwright_calls_total"),
        [
            ("tool=\"add\",outcome=\"ok\"", 1.0),
            ("tool=\"add\",outcome=\"service_unavailable\"", 1.0),
            ("tool=\"unknown\",outcome=\"not_found\"", 1.0),
        ]
    );
    assert_eq!(scrape.get("toolwright_log_failures_total"), Some(2.0));
}

#[tokio::test]
async fn sessions_and_the_start_time_are_reported() {
    let before = chrono::Utc::now().timestamp();
    let server = TestServer::start(governed().tools(tools![add])).await;
    let scrape = Scrape::of(&server).await;
    assert_eq!(scrape.get("toolwright_sessions"), Some(0.0));
    let started = scrape.get("process_start_time_seconds").unwrap();
    let after = chrono::Utc::now().timestamp() + 1;
    #[expect(clippy::cast_possible_truncation, reason = "it is a time")]
    let started = started as i64;
    assert!((before..=after).contains(&started), "{started}");
    let _one = Session::open(&server).await;
    let _other = Session::open(&server).await;
    let scrape = Scrape::of(&server).await;
    assert_eq!(scrape.get("toolwright_sessions"), Some(2.0));
}

#[tokio::test]
async fn a_server_without_governance_has_no_metrics() {
    let server = TestServer::start(new_server().tools(tools![add])).await;
    let expected = Answer::text(404, "this server collects no metrics\n");
    assert_eq!(get(&server, "/metrics").await, expected);
}

#[tokio::test]
async fn metrics_are_refused_to_foreign_hosts_and_origins() {
    let server = TestServer::start(governed()).await;
    for (name, value) in [("host", "evil.example"), ("origin", "https://evil.example")] {
        let request = server.http().get(server.url("/metrics"));
        let answer = soon(request.header(name, value).send()).await.unwrap();
        assert_eq!(answer.status(), 403, "{name}");
    }
}
