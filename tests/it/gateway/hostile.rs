//! Servers over HTTP that refuse, forget, lie, flood or send elsewhere: a call fails with a clear error,
//! and the server beside them answers as always.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use toolwright::{Client, Server};
use toolwright_gateway::{ChildLauncher, Gateway, ServerConfig, Transport, UpstreamState};

use crate::{
    harness::{soon, until_async},
    tools::{
        https::secure,
        local_server::{Asked, LocalServer, Reply},
    },
};

/// A server of 2025-11-25 with sessions. `list` are its tools, and `respond` answers the n-th call.
pub(super) async fn server<R>(list: Value, respond: R) -> LocalServer
where
    R: Fn(usize, &Value) -> Reply + Send + Sync + 'static,
{
    let no_stream = || Reply::json(405, "");
    server_with_stream(list, respond, no_stream).await
}

/// [`server`], with `stream` as what belongs to no request.
async fn server_with_stream<R, S>(list: Value, respond: R, stream: S) -> LocalServer
where
    R: Fn(usize, &Value) -> Reply + Send + Sync + 'static,
    S: Fn() -> Reply + Send + Sync + 'static,
{
    let calls = AtomicUsize::new(0);
    let answer = move |_: usize, asked: &Asked| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let result = |result: Value| {
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
            Reply::json(200, answer)
        };
        match message["method"].as_str() {
            Some("initialize") => result(json!({
                "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "hostile", "version": "1"},
            }))
            .with("mcp-session-id", "s"),
            Some("notifications/initialized") => Reply::json(202, ""),
            Some("tools/list") => result(list.clone()),
            Some("tools/call") => respond(calls.fetch_add(1, Ordering::Relaxed), &message),
            Some(_) => {
                let error = json!({"code": -32601, "message": "unknown"});
                let refused = json!({"jsonrpc": "2.0", "id": message["id"], "error": error});
                Reply::json(200, refused)
            }
            None => stream(),
        }
    };
    LocalServer::start(answer).await
}

pub(super) fn work() -> Value {
    json!({"tools": [{"name": "work", "description": "Works.", "inputSchema": {"type": "object"}}]})
}

/// The answer that a well-behaved server gives.
pub(super) fn done(message: &Value) -> Reply {
    let content = json!([{"type": "text", "text": "done"}]);
    Reply::json(
        200,
        json!({"jsonrpc": "2.0", "id": message["id"], "result": {"content": content}}),
    )
}

/// A server of ours that has this one behind it.
pub(super) struct Front {
    gateway: Gateway,
    pub(super) client: Client,
}

impl Front {
    pub(super) async fn of(url: String) -> Self {
        let gateway = Gateway::new(ChildLauncher::default(), None);
        let mut config = ServerConfig::new("other", Transport::http(url));
        config.timeout = Some(Duration::from_secs(10));
        gateway.configure([config]).unwrap();
        soon(gateway.settled()).await;
        let server = Server::new("front").source(gateway.clone());
        let client = server.client().await.unwrap();
        Self { gateway, client }
    }

    pub(super) async fn call(&self) -> Result<String, String> {
        let called = soon(self.client.call("other.work", json!({}))).await;
        let output = called.map_err(|error| error.to_string())?;
        match output.is_error {
            true => Err(output.joined_text()),
            false => Ok(output.joined_text()),
        }
    }

    pub(super) fn problems(&self) -> String {
        let status = self.gateway.status().remove(0);
        let reason = match status.state {
            UpstreamState::Waiting { reason, .. } => reason,
            _ => String::new(),
        };
        format!("{reason} {}", status.problems.join("; "))
    }
}

#[tokio::test]
async fn a_status_that_is_an_error_is_told() {
    for (status, expected) in [
        (401, "refuses access (HTTP status 401)"),
        (403, "refuses access (HTTP status 403)"),
        (500, "HTTP status 500"),
        (418, "HTTP status 418"),
    ] {
        let refusing = server(work(), move |_, _| Reply::html(status)).await;
        let front = Front::of(refusing.url()).await;
        let refused = front.call().await.unwrap_err();
        assert!(refused.contains(expected), "{status}: {refused}");
        // It may have run, so it is not sent again.
        let calls = refusing.asked();
        let calls = calls.iter().filter(|it| it.body.contains("tools/call"));
        assert_eq!(calls.count(), 1, "{status}");
    }
}

#[tokio::test]
async fn an_overloaded_server_is_asked_again_when_it_says() {
    let answers = [(503, Some("0")), (503, None), (429, Some("0")), (429, None)];
    for (status, retry_after) in answers {
        let busy = server(work(), move |number, message| match (number, retry_after) {
            (0 | 1, Some(seconds)) => Reply::html(status).with("retry-after", seconds),
            (0 | 1, None) => Reply::html(status),
            _ => done(message),
        })
        .await;
        let front = Front::of(busy.url()).await;
        assert_eq!(front.call().await.as_deref(), Ok("done"));
    }
    let always = server(work(), |_, _| Reply::html(503).with("retry-after", "0")).await;
    let refused = Front::of(always.url()).await.call().await.unwrap_err();
    assert!(refused.contains("overloaded"), "{refused}");
    let asked = always.asked();
    let calls = asked.iter().filter(|it| it.body.contains("tools/call"));
    assert_eq!(calls.count(), 1 + 3, "the call and its three repetitions");
}

#[tokio::test]
async fn a_session_that_is_gone_is_opened_again() {
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32000, "message": "No valid session ID"}});
    for gone in [Reply::html(404), Reply::json(400, error)] {
        let forgetful = server(work(), move |number, message| match number {
            0 => gone.clone(),
            _ => done(message),
        })
        .await;
        let front = Front::of(forgetful.url()).await;
        assert_eq!(front.call().await.as_deref(), Ok("done"));
        let asked = forgetful.asked();
        let opened = asked.iter().filter(|it| it.body.contains("initialize\""));
        assert_eq!(opened.count(), 2);
    }
}

/// The stream of the call ends and is not resumed for a minute, so its answer comes on the other one.
#[tokio::test]
async fn an_answer_on_the_stream_of_no_request_is_taken() {
    let called = Arc::new(Mutex::new(None));
    let events = |text: String| Reply::new(200, "text/event-stream", text);
    let answering = server_with_stream(
        work(),
        {
            let called = Arc::clone(&called);
            move |_, message| {
                *called.lock().unwrap() = Some(message["id"].clone());
                events("id: 1\nretry: 60000\ndata: \n\n".into())
            }
        },
        move || match called.lock().unwrap().take() {
            None => events(": nothing yet\n\n".into()),
            Some(id) => {
                let result = json!({"content": [{"type": "text", "text": "done"}]});
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
                events(format!("data: {answer}\n\n"))
            }
        },
    )
    .await;
    let client = Client::connect(answering.url()).await.unwrap();
    let output = soon(client.call("work", json!({}))).await.unwrap();
    assert_eq!(output.joined_text(), "done");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let secret = LocalServer::start(|_, _| Reply::json(200, "{}")).await;
    let target = secret.url();
    let sending = server(work(), move |_, _| {
        Reply::html(307).with("location", &target)
    })
    .await;
    let refused = Front::of(sending.url()).await.call().await.unwrap_err();
    assert!(refused.contains("which is not followed"), "{refused}");
    assert!(secret.asked().is_empty());
}

#[tokio::test]
async fn an_answer_that_is_none_is_told() {
    let with_result = |message: &Value, result: Value| {
        Reply::json(
            200,
            json!({"jsonrpc": "2.0", "id": message["id"], "result": result}),
        )
    };
    type Respond = fn(&Value) -> Reply;
    let other_id: Respond =
        |_| Reply::json(200, json!({"jsonrpc": "2.0", "id": 999, "result": {}}));
    let garbage: Respond = |_| Reply::new(200, "text/html", "<h1>It works!</h1>");
    let empty_stream: Respond = |_| Reply::new(200, "text/event-stream", ": nothing\n\n");
    let cut: Respond = |message| done(message).cut();
    let deep: Respond = |message| {
        let (id, open, close) = (&message["id"], "[".repeat(100_000), "]".repeat(100_000));
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":{open}{close}}}}}"#);
        Reply::json(200, text)
    };
    let huge: Respond = |_| Reply::json(200, " ".repeat(17 << 20));
    for (respond, expected) in [
        (other_id, "no answer to the request"),
        (garbage, "no answer to the request"),
        (empty_stream, "the connection ended before the answer"),
        (cut, "the connection ended before the answer"),
        (deep, "result is invalid"),
        (huge, "longer than 16777216 bytes"),
    ] {
        let lying = server(work(), move |_, message| respond(message)).await;
        let refused = Front::of(lying.url()).await.call().await.unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
    // A list where a result is expected is a result without content; one of another type is none.
    let list = server(work(), move |_, message| with_result(message, work())).await;
    assert_eq!(Front::of(list.url()).await.call().await.as_deref(), Ok(""));
    let wrong = server(work(), move |_, message| with_result(message, json!([1]))).await;
    let refused = Front::of(wrong.url()).await.call().await.unwrap_err();
    assert!(refused.contains("result is invalid"), "{refused}");
}

#[tokio::test]
async fn a_list_without_end_or_measure_is_left_and_the_reason_shown() {
    let tool =
        |number: usize| json!({"name": format!("t{number}"), "inputSchema": {"type": "object"}});
    let many = json!({"tools": (0..100_000).map(tool).collect::<Vec<_>>()});
    let same = json!({"tools": [tool(0)], "nextCursor": "again"});
    let none = json!({"resources": []});
    for (list, expected) in [
        (many, "more than 20000 entries"),
        (same, "repeats a cursor"),
        (none, "has no list `tools`"),
    ] {
        let endless = server(list, |_, message| done(message)).await;
        let front = Front::of(endless.url()).await;
        assert!(front.problems().contains(expected), "{}", front.problems());
        assert!(front.client.tools().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_client_does_not_follow_a_list_without_end() {
    let same = json!({"tools": [], "nextCursor": "again"});
    let endless = server(same, |_, message| done(message)).await;
    let client = Client::connect(endless.url()).await.unwrap();
    let refused = soon(client.tools()).await.unwrap_err().to_string();
    assert!(refused.contains("does not end"), "{refused}");
}

#[tokio::test]
async fn a_schema_that_costs_too_much_is_left_out_with_its_tool_alone() {
    let mut definitions = serde_json::Map::new();
    for number in 0..40 {
        let next = json!({"$ref": format!("#/$defs/a{}", number + 1)});
        definitions.insert(format!("a{number}"), json!({"oneOf": [next, next]}));
    }
    definitions.insert("a40".into(), json!({"type": "string"}));
    let bomb = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/a0"}}, "$defs": definitions});
    let deep = (0..200).fold(json!({}), |inner, _| json!({"properties": {"x": inner}}));
    let mut list = work();
    let tools = list["tools"].as_array_mut().unwrap();
    tools.push(json!({"name": "bomb", "inputSchema": bomb}));
    tools.push(json!({"name": "deep", "inputSchema": deep}));
    tools.push(json!({"name": "text", "inputSchema": "object"}));
    let hostile = server(list, |_, message| done(message)).await;
    let front = Front::of(hostile.url()).await;
    assert_eq!(front.call().await.as_deref(), Ok("done"));
    let tools = front.client.tools().await.unwrap();
    assert_eq!(tools.len(), 1, "{}", front.problems());
    assert!(
        front.problems().contains("tool bomb is left out"),
        "{}",
        front.problems()
    );
}

#[tokio::test]
async fn an_era_that_the_server_does_not_speak_is_told() {
    let confused = LocalServer::start(|_, asked| {
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let result = match message["method"].as_str() {
            Some("server/discover") => json!({"supportedVersions": ["2099-01-01"]}),
            _ => json!({"protocolVersion": "1999-01-01", "capabilities": {}}),
        };
        Reply::json(
            200,
            json!({"jsonrpc": "2.0", "id": message["id"], "result": result}),
        )
    })
    .await;
    let front = Front::of(confused.url()).await;
    assert!(
        front
            .problems()
            .contains("the unknown revision `1999-01-01`"),
        "{}",
        front.problems()
    );
}

#[tokio::test]
async fn tls_where_there_is_none_is_told() {
    let plain = server(work(), |_, message| done(message)).await;
    let front = Front::of(plain.url().replace("http://", "https://")).await;
    assert!(
        front.problems().contains("cannot be reached"),
        "{}",
        front.problems()
    );
}

#[tokio::test]
async fn a_certificate_that_nobody_trusts_is_told_and_nothing_is_sent() {
    let plain = server(work(), |_, message| done(message)).await;
    let port = secure(&plain).await;
    let front = Front::of(format!("https://localhost:{port}/mcp")).await;
    let problems = front.problems();
    assert!(problems.contains("invalid peer certificate"), "{problems}");
    assert!(plain.asked().is_empty());
}

#[tokio::test]
async fn one_that_never_answers_holds_up_nobody_else() {
    let stalled = server(work(), |_, message| {
        done(message).after(Duration::from_secs(600))
    })
    .await;
    let well = server(work(), |_, message| done(message)).await;
    let gateway = Gateway::new(ChildLauncher::default(), None);
    let config = |name: &str, server: &LocalServer, seconds| {
        let mut config = ServerConfig::new(name, Transport::http(server.url()));
        config.timeout = Some(Duration::from_secs(seconds));
        config
    };
    let servers = [config("stalled", &stalled, 6), config("well", &well, 20)];
    gateway.configure(servers).unwrap();
    soon(gateway.settled()).await;
    let client = Arc::new(Server::new("front").source(gateway).client().await.unwrap());
    until_async(async || client.tools().await.unwrap().len() == 2).await;
    let callers = |name: &'static str, times: usize| {
        let callers = (0..32).map(|_| {
            let client = Arc::clone(&client);
            tokio::spawn(async move {
                let begun = tokio::time::Instant::now();
                let mut failures = 0;
                for _ in 0..times {
                    let output = client.call(name, json!({})).await.unwrap();
                    failures += usize::from(output.is_error);
                }
                (failures, begun.elapsed())
            })
        });
        futures_util::future::join_all(callers.collect::<Vec<_>>())
    };
    let (slow, quick) =
        soon(async { tokio::join!(callers("stalled.work", 1), callers("well.work", 10)) }).await;
    let fastest_failure = slow.iter().map(|it| it.as_ref().unwrap().1).min().unwrap();
    for caller in quick {
        let (failures, took) = caller.unwrap();
        assert_eq!(failures, 0);
        assert!(took < fastest_failure, "{took:?}, {fastest_failure:?}");
    }
    assert!(slow.into_iter().all(|it| it.unwrap().0 == 1));
}
