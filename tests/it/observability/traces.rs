//! Traces: a span for each call, in the trace of its client.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode};
use serde_json::{Value, json};
use toolwright::{
    Context, Server, ToolError,
    govern::Governance,
    log::{Telemetry, TelemetryOptions},
    tool, tools,
};

use super::collector::{Collector, Mood, attributes};
use crate::{
    fixtures::add,
    harness::{Home, LONG, Modern, Session, TestServer, soon},
};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// Fail.
#[tool]
async fn traced_fail() -> Result<(), ToolError> {
    Err(ToolError::failed("no luck"))
}

/// Fail, and repeat a secret.
#[tool]
async fn traced_login(password: String) -> Result<(), ToolError> {
    Err(ToolError::failed(format!("`{password}` is wrong")))
}

/// Take a long time.
#[tool(timeout = "20ms")]
async fn traced_dawdle() {
    tokio::time::sleep(Duration::from_secs(60)).await;
}

/// Return the trace context.
#[tool]
async fn traced_context(ctx: Context) -> String {
    ctx.trace()
        .map_or_else(|| "none".into(), |trace| trace.traceparent.clone())
}

/// Starts a server that sends traces to `collector`, with further settings.
async fn traced(home: &Home, collector: &str, settings: &[(&str, &str)]) -> TestServer {
    let mut all = vec![("OTEL_EXPORTER_OTLP_ENDPOINT", collector)];
    all.extend(settings);
    let server = home.server(&all).tools(tools![
        add,
        traced_fail,
        traced_dawdle,
        traced_context,
        traced_login
    ]);
    TestServer::start(server).await
}

fn parent(flags: &str) -> Value {
    json!(format!("00-{TRACE}-{PARENT}-{flags}"))
}

/// Stops the server, which then sends the remaining spans.
async fn stop(mut server: TestServer) {
    server.drain();
    server.end().await.unwrap();
}

fn only(spans: Vec<Span>) -> Span {
    let [span] = <[Span; 1]>::try_from(spans).unwrap();
    span
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_call_is_a_span_in_the_trace_of_its_client() {
    let (home, collector) = (Home::new(), Collector::start(Mood::Well).await);
    let settings = [
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20key"),
        ("OTEL_SERVICE_NAME", "mine"),
        ("OTEL_RESOURCE_ATTRIBUTES", "team=a"),
    ];
    let server = traced(&home, &collector.url(), &settings).await;
    let client = Modern::of(&server)
        .meta("traceparent", parent("01"))
        .meta("tracestate", json!("rojo=1"));
    let answer = client
        .call("add", json!({"a": 1, "b": 2}))
        .await
        .into_result();
    stop(server).await;
    let span = only(collector.spans());
    assert_eq!(span.name, "tools/call add");
    assert_eq!(span.kind, SpanKind::Server as i32);
    assert_eq!(
        (hex(&span.trace_id), hex(&span.parent_span_id)),
        (TRACE.into(), PARENT.into())
    );
    assert_ne!(hex(&span.span_id), PARENT);
    assert_eq!(span.trace_state, "rojo=1");
    assert_eq!(
        span.status.map_or(0, |status| status.code),
        StatusCode::Unset as i32
    );
    assert!(span.end_time_unix_nano > span.start_time_unix_nano);
    let id = answer["_meta"]["toolwright/executionId"].as_str().unwrap();
    let expected = [
        ("client.address", "127.0.0.1"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "add"),
        ("mcp.method.name", "tools/call"),
        ("network.transport", "tcp"),
        ("toolwright.execution_id", id),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(attributes(&span.attributes), expected.into());
    let (resources, keys) = collector.senders();
    assert_eq!(keys, ["Bearer key"]);
    assert_eq!(
        (
            resources[0]["service.name"].as_str(),
            resources[0]["team"].as_str()
        ),
        ("mine", "a")
    );
}

#[tokio::test]
async fn the_span_of_a_failed_call_has_its_error() {
    let (home, collector) = (Home::new(), Collector::start(Mood::Well).await);
    let server = traced(&home, &collector.url(), &[]).await;
    let client = Modern::of(&server);
    client.call("traced_fail", json!({})).await;
    client.call("traced_dawdle", json!({})).await;
    client.call("nowhere", json!({})).await;
    let secret = json!({"password": "correct horse"});
    client.call("traced_login", secret).await;
    stop(server).await;
    let failures: Vec<_> = collector
        .spans()
        .into_iter()
        .map(|span| {
            let status = span.status.unwrap();
            let kind = attributes(&span.attributes)["error.type"].clone();
            assert_eq!(span.parent_span_id, Vec::<u8>::new());
            (span.name, status.code, status.message, kind)
        })
        .collect();
    let failed = |name: &str, message: &str, kind: &str| {
        let code = StatusCode::Error as i32;
        (name.to_owned(), code, message.to_owned(), kind.to_owned())
    };
    // An unknown tool has no span: its name is chosen by the caller.
    assert_eq!(
        failures,
        [
            failed(
                "tools/call traced_dawdle",
                "timed out after 20ms",
                "timeout"
            ),
            failed("tools/call traced_fail", "no luck", "tool_error"),
            failed(
                "tools/call traced_login",
                "`********` is wrong",
                "tool_error"
            ),
        ]
    );
}

#[tokio::test]
async fn an_invalid_trace_context_is_ignored() {
    let (home, collector) = (Home::new(), Collector::start(Mood::Well).await);
    let server = traced(&home, &collector.url(), &[]).await;
    for nonsense in [
        json!(7),
        json!("00-0-0-0"),
        json!({"a": []}),
        json!("\u{1f980}"),
    ] {
        let client = Modern::of(&server)
            .meta("traceparent", nonsense)
            .meta("tracestate", json!([1]));
        let answer = client.call("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(
            answer.into_result()["structuredContent"],
            json!({"result": 3})
        );
    }
    stop(server).await;
    let spans = collector.spans();
    assert_eq!(spans.len(), 4);
    assert!(spans.iter().all(|span| span.parent_span_id.is_empty()));
}

#[tokio::test]
async fn a_tool_sees_its_trace_context_on_every_revision() {
    let home = Home::new();
    let server = TestServer::start(home.server(&[]).tools(tools![traced_context])).await;
    let text = |result: Value| result["content"][0]["text"].as_str().unwrap().to_owned();
    let modern = Modern::of(&server).meta("traceparent", parent("01"));
    let told = modern.call("traced_context", json!({})).await.into_result();
    assert_eq!(text(told), parent("01").as_str().unwrap());
    let session = Session::open(&server).await;
    let params = json!({"name": "traced_context", "_meta": {"traceparent": parent("00")}});
    let told = session.ask(2, "tools/call", params).await.into_result();
    assert_eq!(text(told), parent("00").as_str().unwrap());
    let told = session
        .ask(3, "tools/call", json!({"name": "traced_context"}))
        .await;
    assert_eq!(text(told.into_result()), "none");
}

#[tokio::test]
async fn the_sampled_flag_of_the_client_is_respected() {
    let (home, collector) = (Home::new(), Collector::start(Mood::Well).await);
    let settings = [("OTEL_TRACES_SAMPLER", "parentbased_always_off")];
    let server = traced(&home, &collector.url(), &settings).await;
    for client in [
        Modern::of(&server),
        Modern::of(&server).meta("traceparent", parent("00")),
        Modern::of(&server).meta("traceparent", parent("01")),
    ] {
        client.call("add", json!({"a": 1, "b": 2})).await;
    }
    stop(server).await;
    assert_eq!(hex(&only(collector.spans()).parent_span_id), PARENT);
}

#[tokio::test]
async fn a_batch_is_sent_again_if_the_collector_is_busy() {
    let (home, collector) = (Home::new(), Collector::start(Mood::BusyOnce).await);
    let server = traced(&home, &collector.url(), &[]).await;
    Modern::of(&server)
        .call("add", json!({"a": 1, "b": 2}))
        .await;
    stop(server).await;
    assert_eq!((collector.requests(), collector.spans().len()), (2, 1));
}

#[tokio::test]
async fn calls_succeed_without_a_working_collector() {
    let broken = Collector::start(Mood::Broken).await.url();
    for collector in [broken.as_str(), "http://127.0.0.1:1"] {
        let home = Home::new();
        let server = traced(&home, collector, &[]).await;
        for _ in 0..600 {
            let answer = Modern::of(&server)
                .call("add", json!({"a": 1, "b": 2}))
                .await;
            assert_eq!(
                answer.into_result()["structuredContent"],
                json!({"result": 3})
            );
        }
        stop(server).await;
    }
}

/// Sends more calls than fit in the queue of spans, so that some are dropped.
#[tokio::test]
async fn a_silent_collector_blocks_neither_calls_nor_shutdown() {
    let (home, collector) = (Home::new(), Collector::start(Mood::Silent).await);
    let server = traced(&home, &collector.url(), &[]).await;
    let calls = (0..8).map(|_| {
        let client = Modern::of(&server);
        tokio::spawn(async move {
            for _ in 0..500 {
                let answer = client.call("add", json!({"a": 1, "b": 2})).await;
                assert_eq!(
                    answer.into_result()["structuredContent"],
                    json!({"result": 3})
                );
            }
        })
    });
    for call in calls.collect::<Vec<_>>() {
        soon(call).await.unwrap();
    }
    collector.request().await;
    let start = Instant::now();
    stop(server).await;
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    assert_eq!(collector.spans(), []);
}

#[tokio::test]
async fn a_server_of_ones_own_sends_traces() {
    let collector = Collector::start(Mood::Well).await;
    let options = TelemetryOptions::new(format!("{}/v1/traces", collector.url()))
        .header("authorization", "Bearer own")
        .attribute("service.name", "own");
    let telemetry = Arc::new(Telemetry::new(options));
    let (opened, closed) = (Arc::clone(&telemetry), Arc::clone(&telemetry));
    let server = Server::new("own")
        .tools(tools![add])
        .govern(Governance::new().trace(telemetry))
        .on_start(move |_| async move { opened.open() })
        .on_stop(move |_| async move {
            closed.close().await;
            Ok::<_, Infallible>(())
        });
    let server = TestServer::start(server).await;
    Modern::of(&server)
        .call("add", json!({"a": 1, "b": 2}))
        .await
        .into_result();
    stop(server).await;
    assert_eq!(only(collector.spans()).name, "tools/call add");
    let (resources, keys) = collector.senders();
    assert_eq!(resources[0]["service.name"], "own");
    assert_eq!(keys, ["Bearer own"]);
}
