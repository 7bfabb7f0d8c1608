//! Log lines to the client, and the level it wants.

use serde_json::{Value, json};
use toolwright::{ToolOutput, call::LogLevel};

use crate::{
    fixtures::said,
    harness::{Answer, Modern, Session, TestServer, complete, error, new_server, result, tool},
};

/// A tool that logs a line of every second level.
async fn start() -> TestServer {
    let talk = tool("talk", |ctx, _| async move {
        ctx.log(LogLevel::Debug, "one").await;
        ctx.info("two").await;
        ctx.log(LogLevel::Warning, json!({"three": 3})).await;
        ctx.log(LogLevel::Emergency, "four").await;
        Ok(ToolOutput::text("done"))
    });
    TestServer::start(new_server().tools([talk])).await
}

fn line(level: &str, data: Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": {"level": level, "data": data},
    })
}

fn all() -> [Value; 4] {
    [
        line("debug", json!("one")),
        line("info", json!("two")),
        line("warning", json!({"three": 3})),
        line("emergency", json!("four")),
    ]
}

#[tokio::test]
async fn a_session_logs_from_info_on_by_default() {
    let server = start().await;
    let session = Session::open(&server).await;
    let call = json!({"name": "talk"});
    let mut expected = all()[1..].to_vec();
    expected.push(result(1, said("done")));
    assert_eq!(
        session.ask(1, "tools/call", call.clone()).await,
        Answer::events(expected)
    );
    for (level, heard) in [("debug", &all()[..]), ("error", &all()[3..])] {
        let set = session
            .ask(2, "logging/setLevel", json!({"level": level}))
            .await;
        assert_eq!(set, Answer::json(200, result(2, json!({}))));
        let mut expected = heard.to_vec();
        expected.push(result(3, said("done")));
        let answer = session.ask(3, "tools/call", call.clone()).await;
        assert_eq!(answer, Answer::events(expected), "{level}");
    }
}

#[tokio::test]
async fn each_session_has_its_own_log_level() {
    let server = start().await;
    let (quiet, loud) = (Session::open(&server).await, Session::open(&server).await);
    quiet
        .ask(1, "logging/setLevel", json!({"level": "emergency"}))
        .await;
    let mut expected = all()[1..].to_vec();
    expected.push(result(2, said("done")));
    assert_eq!(
        loud.ask(2, "tools/call", json!({"name": "talk"})).await,
        Answer::events(expected)
    );
}

#[tokio::test]
async fn an_unknown_log_level_is_refused() {
    let server = start().await;
    let session = Session::open(&server).await;
    assert_eq!(
        session.ask(1, "logging/setLevel", json!({})).await,
        Answer::json(200, error(1, -32602, "`params.level` is missing"))
    );
    let answer = session
        .ask(1, "logging/setLevel", json!({"level": "loud"}))
        .await;
    assert_eq!(answer.refusal().1, Some(-32602));
}

#[tokio::test]
async fn a_modern_request_gets_logs_only_if_it_asks() {
    let server = start().await;
    let modern = Modern::of(&server);
    let done = result(1, complete(said("done")));
    assert_eq!(
        modern.call("talk", json!({})).await,
        Answer::json(200, done.clone())
    );
    let loud = modern.meta("io.modelcontextprotocol/logLevel", json!("warning"));
    let mut expected = all()[2..].to_vec();
    expected.push(done);
    assert_eq!(loud.call("talk", json!({})).await, Answer::events(expected));
}
