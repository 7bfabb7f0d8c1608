//! Progress over an event stream, and plain JSON where there is nothing but the answer.

use serde_json::{Value, json};
use toolwright::ToolOutput;

use crate::{
    fixtures::said,
    harness::{
        Answer, Event, Gate, Modern, Session, TestServer, complete, new_server, result, tool,
    },
};

async fn start() -> TestServer {
    let work = tool("work", |ctx, _| async move {
        ctx.progress(1.0, None).await;
        ctx.progress(2.0, 3.0).await;
        ctx.progress_with(3.0, 3.0, "nearly").await;
        Ok(ToolOutput::text("done"))
    });
    TestServer::start(new_server().tools([work])).await
}

fn progress(token: Value, further: Value) -> Value {
    let mut params = json!({"progressToken": token});
    for (key, value) in further.as_object().unwrap() {
        params[key] = value.clone();
    }
    json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
}

fn reports(token: &Value) -> Vec<Value> {
    vec![
        progress(token.clone(), json!({"progress": 1.0})),
        progress(token.clone(), json!({"progress": 2.0, "total": 3.0})),
        progress(
            token.clone(),
            json!({"progress": 3.0, "total": 3.0, "message": "nearly"}),
        ),
    ]
}

#[tokio::test]
async fn progress_comes_in_order_and_then_the_result() {
    let server = start().await;
    for token in [json!("a-token"), json!(7)] {
        let modern = Modern::of(&server).meta("progressToken", token.clone());
        let mut expected = reports(&token);
        expected.push(result(1, complete(said("done"))));
        assert_eq!(
            modern.call("work", json!({})).await,
            Answer::events(expected)
        );

        let session = Session::open(&server).await;
        let params = json!({"name": "work", "_meta": {"progressToken": token}});
        let mut expected = reports(&token);
        expected.push(result(4, said("done")));
        assert_eq!(
            session.ask(4, "tools/call", params).await,
            Answer::events(expected)
        );
    }
}

#[tokio::test]
async fn a_client_that_did_not_ask_for_progress_gets_plain_json() {
    let server = start().await;
    assert_eq!(
        Modern::of(&server).call("work", json!({})).await,
        Answer::json(200, result(1, complete(said("done"))))
    );
    let session = Session::open(&server).await;
    assert_eq!(
        session.ask(4, "tools/call", json!({"name": "work"})).await,
        Answer::json(200, result(4, said("done")))
    );
}

#[tokio::test]
async fn progress_arrives_while_the_work_goes_on() {
    let gate = Gate::shut();
    let door = gate.clone();
    let wait = tool("wait", move |ctx, _| {
        let door = door.clone();
        async move {
            ctx.progress(1.0, None).await;
            door.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::start(new_server().tools([wait])).await;
    let modern = Modern::of(&server).meta("progressToken", json!(1));
    let mut events = modern.stream("tools/call", json!({"name": "wait"})).await;
    assert_eq!(
        events.message().await,
        progress(json!(1), json!({"progress": 1.0}))
    );
    gate.arrival().await;
    gate.open();
    assert_eq!(events.rest().await, [result(1, complete(said("done")))]);
}

#[tokio::test]
async fn only_the_events_of_a_session_can_be_resumed() {
    let server = start().await;
    let session = Session::open(&server).await;
    let params = json!({"name": "work", "_meta": {"progressToken": 1}});
    let mut events = session.stream(1, "tools/call", params.clone()).await;
    let first = events.next().await.unwrap();
    let stream = first.id.clone().unwrap();
    let stream = stream.strip_suffix('-').unwrap();
    let priming = Event {
        id: Some(format!("{stream}-")),
        retry: Some("1000".into()),
        data: Some(String::new()),
        ..Event::default()
    };
    assert_eq!(first, priming);
    for number in 0..4 {
        let id = events.next().await.unwrap().id;
        assert_eq!(id, Some(format!("{stream}-{number}")));
    }
    assert_eq!(events.next().await, None);

    let older = Session::of(&server, "2025-06-18", json!({})).await;
    let mut events = older.stream(1, "tools/call", params.clone()).await;
    assert_eq!(
        events.message().await,
        reports(&json!(1))[0],
        "no priming event"
    );

    let modern = Modern::of(&server).meta("progressToken", json!(1));
    let mut events = modern.stream("tools/call", params).await;
    assert_eq!(events.next().await.unwrap().id, None);
}

#[tokio::test]
async fn a_burst_of_progress_arrives_completely() {
    let burst = tool("burst", |ctx, _| async move {
        for number in 0..500 {
            ctx.progress(f64::from(number), None).await;
        }
        Ok(ToolOutput::text("done"))
    });
    let server = TestServer::start(new_server().tools([burst])).await;
    let reports = || (0..500).map(|n| progress(json!(1), json!({"progress": f64::from(n)})));

    let modern = Modern::of(&server).meta("progressToken", json!(1));
    let done = result(1, complete(said("done")));
    let expected = Answer::events(reports().chain([done]).collect());
    assert_eq!(modern.call("burst", json!({})).await, expected);

    let session = Session::open(&server).await;
    let params = json!({"name": "burst", "_meta": {"progressToken": 1}});
    let done = result(2, said("done"));
    let expected = Answer::events(reports().chain([done]).collect());
    assert_eq!(session.ask(2, "tools/call", params).await, expected);
}
