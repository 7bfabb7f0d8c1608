//! The transport of 2024-11-05: a stream, and a place to post.

use serde_json::{Value, json};
use toolwright::{ToolOutput, catalog::Change, prelude::*, transport::HttpOptions};

use crate::{
    fixtures::{add, legacy_sum, said},
    harness::{
        Answer, DropFlag, Event, Events, TestServer, get, new_server, result, soon, tool, until,
    },
};

const fn on(options: &mut HttpOptions) {
    options.legacy_sse = true;
}

/// A client of that time.
struct Old {
    http: reqwest::Client,
    post_to: String,
    events: Events,
}

impl Old {
    async fn connect(server: &TestServer) -> Self {
        let http = server.http().clone();
        let response = soon(http.get(server.url("/sse")).send()).await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut events = Events::new(response);
        let first = events.next().await.unwrap();
        assert_eq!(first.name.as_deref(), Some("endpoint"));
        let post_to = server.url(&first.data.unwrap());
        Self {
            http,
            post_to,
            events,
        }
    }

    async fn post(&self, body: String) -> Answer {
        let request = self
            .http
            .post(&self.post_to)
            .header("content-type", "application/json");
        Answer::read(soon(request.body(body).send()).await.unwrap()).await
    }

    async fn send(&self, message: Value) {
        assert_eq!(self.post(message.to_string()).await, Answer::text(202, ""));
    }

    async fn ask(&mut self, id: i64, method: &str, params: Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(message).await;
        self.message().await
    }

    /// The next message, which comes as an event of that name and without an id.
    async fn message(&mut self) -> Value {
        let event = self.events.next().await.unwrap();
        let expected = Event {
            name: Some("message".into()),
            data: event.data.clone(),
            ..Event::default()
        };
        assert_eq!(event, expected);
        event.message().unwrap()
    }

    async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2024-11-05",
            "capabilities": {"sampling": {}},
            "clientInfo": {"name": "old", "version": "1"},
        });
        let greeting = self.ask(0, "initialize", params).await;
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        greeting
    }
}

#[tokio::test]
async fn legacy_sse_is_off_by_default() {
    let server = TestServer::start(new_server()).await;
    assert_eq!(get(&server, "/sse").await, Answer::text(404, ""));
    let posted = server
        .http()
        .post(server.url("/messages?session_id=x"))
        .body("{}")
        .send();
    let answer = Answer::read(soon(posted).await.unwrap()).await;
    assert_eq!(answer, Answer::text(404, ""));
}

#[tokio::test]
async fn an_old_client_initializes_and_calls() {
    let server = TestServer::with(new_server().tools(tools![add]), on).await;
    let mut old = Old::connect(&server).await;
    let greeting = json!({
        "protocolVersion": "2024-11-05",
        "capabilities": {"logging": {}, "tools": {"listChanged": true}},
        "serverInfo": {"name": "it", "version": "1"},
    });
    assert_eq!(old.initialize().await, result(0, greeting));
    let params = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    assert_eq!(
        old.ask(1, "tools/call", params).await,
        result(1, legacy_sum(3))
    );
}

#[tokio::test]
async fn progress_questions_and_changes_share_the_stream() {
    let busy = tool("busy", |ctx, _| async move {
        ctx.progress(1.0, 2.0).await;
        let thought = ctx.sample("Think.").await?;
        ctx.catalog().refresh(Change::Tools)?;
        Ok(ToolOutput::text(thought.text()))
    });
    let server = TestServer::with(new_server().tools([busy]), on).await;
    let mut old = Old::connect(&server).await;
    old.initialize().await;
    let params = json!({"name": "busy", "_meta": {"progressToken": "t"}});
    let progress = json!({
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": "t", "progress": 1.0, "total": 2.0},
    });
    assert_eq!(old.ask(1, "tools/call", params).await, progress);
    let question = old.message().await;
    assert_eq!(question["method"], "sampling/createMessage");
    let thought =
        json!({"model": "m", "role": "assistant", "content": {"type": "text", "text": "so"}});
    old.send(json!({"jsonrpc": "2.0", "id": question["id"], "result": thought}))
        .await;
    let mut rest = [old.message().await, old.message().await];
    rest.sort_by_key(|message| message.get("result").is_some());
    let changed =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(rest, [changed, result(1, said("so"))]);
}

#[tokio::test]
async fn an_invalid_message_is_answered_on_the_stream() {
    let server = TestServer::with(new_server(), on).await;
    let mut old = Old::connect(&server).await;
    assert_eq!(old.post("nonsense".into()).await, Answer::text(202, ""));
    let message = "invalid JSON: expected ident at line 1 column 2";
    let expected = json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": message}});
    assert_eq!(old.message().await, expected);
    let deep = format!(r#"{{"id":1,"x":{}{}}}"#, "[".repeat(100), "]".repeat(100));
    let list = r#"["2.0",1,"ping",null,null,null]"#;
    for (body, id) in [(deep, json!(1)), (list.into(), Value::Null)] {
        assert_eq!(old.post(body).await, Answer::text(202, ""));
        let answer = old.message().await;
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32600), &id)
        );
    }
}

#[tokio::test]
async fn the_session_ends_with_its_stream() {
    let dropped = DropFlag::default();
    let flag = dropped.clone();
    let wait = tool("wait", move |_, _| {
        let guard = flag.guard();
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    });
    let server = TestServer::with(new_server().tools([wait]), on).await;
    let mut old = Old::connect(&server).await;
    old.initialize().await;
    let call =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}});
    old.send(call).await;
    let Old {
        http,
        post_to,
        events,
    } = old;
    drop(events);
    until(|| dropped.count() == 1).await;
    let request = http.post(&post_to).body("{}");
    assert_eq!(
        Answer::read(soon(request.send()).await.unwrap()).await,
        Answer::text(404, "unknown session: open `/sse` again\n")
    );
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_for_legacy_sse() {
    let server = TestServer::with(new_server(), on).await;
    let old = Old::connect(&server).await;
    for request in [
        server.http().get(server.url("/sse")),
        server.http().post(&old.post_to),
    ] {
        let request = request.header("origin", "https://evil.example.com");
        assert_eq!(soon(request.send()).await.unwrap().status().as_u16(), 403);
    }
}

#[tokio::test]
async fn the_legacy_stream_ends_when_the_server_stops() {
    let mut server = TestServer::with(new_server(), on).await;
    let old = Old::connect(&server).await;
    server.drain();
    assert_eq!(old.events.rest().await, Vec::<Value>::new());
    server.end().await.unwrap();
}
