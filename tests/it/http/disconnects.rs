//! Clients that go away, and clients that take a call back.

use serde_json::{Value, json};
use toolwright::{Tool, ToolOutput};

use crate::{
    fixtures::said,
    harness::{
        Answer, DropFlag, Events, Gate, Modern, Raw, Session, TestServer, error, new_server,
        result, soon, tool, until,
    },
};

/// A call that reports once, waits at a gate, and leaves a sign when it is dropped.
struct Watched {
    gate: Gate,
    dropped: DropFlag,
    finished: DropFlag,
    /// A call whose end shows that the server has seen clients go.
    sentinel: (Gate, DropFlag),
}

impl Watched {
    fn new() -> Self {
        Self {
            gate: Gate::shut(),
            dropped: DropFlag::default(),
            finished: DropFlag::default(),
            sentinel: (Gate::shut(), DropFlag::default()),
        }
    }

    fn tool(&self) -> std::sync::Arc<dyn Tool> {
        let (gate, dropped, finished) = (
            self.gate.clone(),
            self.dropped.clone(),
            self.finished.clone(),
        );
        tool("wait", move |ctx, _| {
            let (gate, dropped, finished) = (gate.clone(), dropped.guard(), finished.clone());
            async move {
                ctx.progress(1.0, None).await;
                gate.pass().await;
                drop(finished.guard());
                drop(dropped);
                Ok(ToolOutput::text("done"))
            }
        })
    }

    async fn start(&self) -> TestServer {
        let (gate, dropped) = self.sentinel.clone();
        let sentinel = tool("sentinel", move |_, _| {
            let (gate, guard) = (gate.clone(), dropped.guard());
            async move {
                let _guard = guard;
                gate.pass().await;
                Ok(ToolOutput::text("never"))
            }
        });
        TestServer::start(new_server().tools([self.tool(), sentinel])).await
    }

    /// Waits until the server has seen that the clients before are gone: it sees one more go, which came after them.
    async fn clients_are_gone(&self, server: &TestServer) {
        let (gate, dropped) = &self.sentinel;
        let raw = modern_call(server, "sentinel").await;
        gate.arrival().await;
        drop(raw);
        until(|| dropped.count() == 1).await;
    }

    /// The work was stopped before its end.
    async fn assert_stopped(&self) {
        until(|| self.dropped.count() == 1).await;
        assert_eq!(self.finished.count(), 0);
    }
}

/// A raw connection with a call of 2026-07-28 under way.
async fn modern_call(server: &TestServer, name: &str) -> Raw {
    let body = Modern::of(server).body("tools/call", json!({"name": name}));
    let mut raw = Raw::connect(server).await;
    let headers = format!(
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {name}\r\n"
    );
    raw.post(&headers, &body.to_string()).await;
    raw
}

fn wait() -> Value {
    json!({"name": "wait", "_meta": {"progressToken": 1}})
}

#[tokio::test]
async fn a_modern_call_stops_when_its_client_leaves_the_stream() {
    let watched = Watched::new();
    let server = watched.start().await;
    let modern = Modern::of(&server).meta("progressToken", json!(1));
    let mut events = modern.stream("tools/call", json!({"name": "wait"})).await;
    events.message().await;
    watched.gate.arrival().await;
    drop(events);
    watched.assert_stopped().await;
}

#[tokio::test]
async fn a_modern_call_stops_when_its_client_leaves_before_a_stream() {
    let watched = Watched::new();
    let server = watched.start().await;
    let raw = modern_call(&server, "wait").await;
    watched.gate.arrival().await;
    drop(raw);
    watched.assert_stopped().await;
}

/// Opens the call's stream in a session; gives it and the id of the event it has seen.
async fn begin(watched: &Watched, session: &Session) -> (Events, String) {
    let mut events = session.stream(1, "tools/call", wait()).await;
    let seen = loop {
        let event = events.next().await.unwrap();
        if event.message().is_some() {
            break event.id.unwrap();
        }
    };
    watched.gate.arrival().await;
    (events, seen)
}

#[tokio::test]
async fn a_session_call_goes_on_and_its_answer_is_kept() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let (events, seen) = begin(&watched, &session).await;
    drop(events);
    watched.clients_are_gone(&server).await;
    watched.gate.open();
    until(|| watched.finished.count() == 1).await;
    let events = session.resume(&seen).await;
    assert_eq!(events.rest().await, [result(1, said("done"))]);
}

#[tokio::test]
async fn a_client_that_resumes_early_gets_the_answer_when_ready() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let (events, seen) = begin(&watched, &session).await;
    drop(events);
    watched.clients_are_gone(&server).await;
    let events = session.resume(&seen).await;
    watched.gate.open();
    assert_eq!(events.rest().await, [result(1, said("done"))]);
}

#[tokio::test]
async fn a_resumed_stream_starts_after_the_last_event_id() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let (events, seen) = begin(&watched, &session).await;
    drop(events);
    watched.gate.open();
    let (stream, _) = seen.split_once('-').unwrap();
    let report = json!({
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": 1, "progress": 1.0},
    });
    // The priming event is all that this client has seen.
    let events = session.resume(&format!("{stream}-")).await;
    assert_eq!(events.rest().await, [report, result(1, said("done"))]);
}

#[tokio::test]
async fn a_call_may_release_its_stream_and_answer_on_resume() {
    let gate = Gate::shut();
    let door = gate.clone();
    let later = tool("later", move |ctx, _| {
        let door = door.clone();
        async move {
            ctx.release_stream();
            door.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::start(new_server().tools([later])).await;
    let session = Session::open(&server).await;
    let mut events = session
        .stream(1, "tools/call", json!({"name": "later"}))
        .await;
    let priming = events.next().await.unwrap();
    assert_eq!(priming.message(), None);
    assert_eq!(
        events.next().await,
        None,
        "the stream ends, and the call does not"
    );
    gate.arrival().await;
    gate.open();
    let events = session.resume(&priming.id.unwrap()).await;
    assert_eq!(events.rest().await, [result(1, said("done"))]);
}

#[tokio::test]
async fn a_session_call_goes_on_when_its_client_leaves_early() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let mut raw = Raw::connect(&server).await;
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}});
    let header = format!("Mcp-Session-Id: {}\r\n", session.id());
    raw.post(&header, &body.to_string()).await;
    watched.gate.arrival().await;
    drop(raw);
    watched.clients_are_gone(&server).await;
    watched.gate.open();
    until(|| watched.finished.count() == 1).await;
}

#[tokio::test]
async fn a_cancelled_call_is_stopped() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let call = tokio::spawn({
        let session = session.clone();
        async move { session.ask(1, "tools/call", json!({"name": "wait"})).await }
    });
    watched.gate.arrival().await;
    session
        .tell("notifications/cancelled", json!({"requestId": 2}))
        .await;
    session
        .tell("notifications/cancelled", json!({"requestId": "1"}))
        .await;
    assert_eq!(watched.dropped.count(), 0, "those were others");
    let reason = json!({"requestId": 1, "reason": "enough"});
    session.tell("notifications/cancelled", reason).await;
    watched.assert_stopped().await;
    assert_eq!(
        soon(call).await.unwrap(),
        Answer::json(200, error(1, -32800, "cancelled"))
    );
}

#[tokio::test]
async fn a_session_cannot_cancel_the_call_of_another() {
    let watched = Watched::new();
    let server = watched.start().await;
    let (session, stranger) = (Session::open(&server).await, Session::open(&server).await);
    let (events, _) = begin(&watched, &session).await;
    stranger
        .tell("notifications/cancelled", json!({"requestId": 1}))
        .await;
    watched.gate.open();
    assert_eq!(events.rest().await, [result(1, said("done"))]);
}

#[tokio::test]
async fn the_calls_of_a_session_stop_when_it_is_ended() {
    let watched = Watched::new();
    let server = watched.start().await;
    let session = Session::open(&server).await;
    let (events, _) = begin(&watched, &session).await;
    assert_eq!(session.delete().await, Answer::text(204, ""));
    watched.assert_stopped().await;
    events.rest().await;
}

#[tokio::test]
async fn many_disconnected_clients_leave_no_calls_behind() {
    let watched = Watched::new();
    let server = watched.start().await;
    let modern = Modern::of(&server).meta("progressToken", json!(1));
    for _ in 0..100 {
        let mut events = modern.stream("tools/call", json!({"name": "wait"})).await;
        events.message().await;
    }
    until(|| watched.dropped.count() == 100).await;
    assert_eq!(modern.ask("tools/list", json!({})).await.status, 200);
}
