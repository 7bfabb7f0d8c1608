//! A connection to servers that misbehave, each a task on the other end of two streams.

use std::{sync::Arc, sync::Mutex, time::Duration};

use serde_json::{Value, json, value::RawValue};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex,
    split,
};
use toolwright_base::lock;

use super::{
    ConnectOptions, Connection, ConnectionError, Handler, RawRequest,
    event_stream::EventParser,
    lines::{Line, Lines, id_at_ends},
};
use crate::{
    core::{BoxFuture, Refusal},
    server::Revision,
};

/// The server's end of a connection.
struct FakeServer {
    input: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
}

impl FakeServer {
    async fn next(&mut self) -> Option<Value> {
        let line = self.input.next_line().await.ok()??;
        serde_json::from_str(&line).ok()
    }

    async fn send(&mut self, text: &str) {
        let _ = self.output.write_all(format!("{text}\n").as_bytes()).await;
    }

    /// Agrees on 2025-06-18, as a server does that does not know `server/discover`.
    async fn shake_hands(&mut self) {
        while let Some(message) = self.next().await {
            let id = &message["id"];
            match message["method"].as_str().unwrap() {
                "server/discover" => {
                    let error = json!({"code": -32601, "message": "what?"});
                    let reply = json!({"jsonrpc": "2.0", "id": id, "error": error});
                    self.send(&reply.to_string()).await;
                }
                "initialize" => {
                    let result = json!({"protocolVersion": "2025-06-18", "capabilities": {}});
                    let reply = json!({"jsonrpc": "2.0", "id": id, "result": result});
                    self.send(&reply.to_string()).await;
                }
                _ => return,
            }
        }
    }
}

/// Connects to a server that shakes hands and then does what `then` says.
async fn connect<F>(
    options: ConnectOptions,
    then: impl FnOnce(FakeServer) -> F + Send + 'static,
) -> Connection
where
    F: Future<Output = ()> + Send + 'static,
{
    let (ours, theirs) = duplex(64 * 1024);
    let (input, output) = split(theirs);
    let mut server = FakeServer {
        input: BufReader::new(input).lines(),
        output,
    };
    tokio::spawn(async move {
        server.shake_hands().await;
        then(server).await;
    });
    let (input, output) = split(ours);
    Connection::over(input, output, (), options).await.unwrap()
}

async fn request(connection: &Connection) -> Result<String, ConnectionError> {
    let answer = connection.request(RawRequest::new("tools/call")).await;
    answer.map(|raw| raw.get().to_owned())
}

#[tokio::test]
async fn the_revision_is_the_newest_that_both_sides_speak() {
    let connection = connect(ConnectOptions::new(), |_| async {}).await;
    assert_eq!(connection.revision(), Revision::V2025_06_18);
    assert!(connection.server().get().contains("capabilities"));
}

#[tokio::test]
async fn answers_may_come_in_any_order_twice_and_between_lines_that_are_none() {
    let connection = connect(ConnectOptions::new(), |mut server| async move {
        let (first, second) = (server.next().await.unwrap(), server.next().await.unwrap());
        server.send("Starting up...").await;
        server.send("[1, 2]").await;
        server
            .send(r#"{"jsonrpc":"2.0","id":999,"result":"of nobody"}"#)
            .await;
        for id in [&second["id"], &first["id"], &second["id"]] {
            let reply = format!(r#"{{"jsonrpc":"2.0","id":{id},"result": {{"n" : {id}}}}}"#);
            server.send(&reply).await;
        }
        std::future::pending::<()>().await;
    })
    .await;
    let (one, two) = tokio::join!(request(&connection), request(&connection));
    // As it came, with its spaces.
    assert_eq!(one.unwrap(), r#"{"n" : 1}"#);
    assert_eq!(two.unwrap(), r#"{"n" : 2}"#);
}

#[tokio::test]
async fn an_answer_that_is_too_long_fails_its_own_request() {
    let options = ConnectOptions::new().limit(10_000);
    let connection = connect(options, |mut server| async move {
        for _ in 0..2 {
            let asked = server.next().await.unwrap();
            let (id, long) = (&asked["id"], "x".repeat(100_000));
            // As the Python SDK writes it, and as the TypeScript SDK does.
            match id.as_i64() {
                Some(1) => {
                    server
                        .send(&format!(
                            r#"{{"jsonrpc":"2.0","id":{id},"result":"{long}"}}"#
                        ))
                        .await
                }
                _ => {
                    server
                        .send(&format!(
                            r#"{{"result":"{long}","jsonrpc":"2.0","id":{id}}}"#
                        ))
                        .await
                }
            }
        }
        let asked = server.next().await.unwrap();
        let reply = format!(r#"{{"jsonrpc":"2.0","id":{},"result":1}}"#, asked["id"]);
        server.send(&reply).await;
        std::future::pending::<()>().await;
    })
    .await;
    let too_large = Err(ConnectionError::TooLarge { limit: 10_000 });
    let (one, two) = tokio::join!(request(&connection), request(&connection));
    assert_eq!((one, two), (too_large.clone(), too_large));
    assert_eq!(request(&connection).await, Ok("1".into()));
}

#[tokio::test]
async fn a_server_that_dies_in_mid_call_ends_all_calls_at_once() {
    let connection = connect(ConnectOptions::new(), |mut server| async move {
        server.next().await;
        server.next().await;
    })
    .await;
    let (one, two) = tokio::join!(request(&connection), request(&connection));
    for error in [one, two] {
        assert!(matches!(error, Err(ConnectionError::Lost(_))), "{error:?}");
    }
    connection.ended().await;
    let later = request(&connection).await.unwrap_err();
    assert!(later.was_not_sent(), "{later:?}");
}

#[tokio::test]
async fn a_request_that_is_dropped_is_cancelled_on_the_server() {
    let (said, heard) = tokio::sync::oneshot::channel();
    let options = ConnectOptions::new().timeout(Duration::from_millis(50));
    let connection = connect(options, |mut server| async move {
        server.next().await;
        let _ = said.send(server.next().await.unwrap());
        std::future::pending::<()>().await;
    })
    .await;
    let error = request(&connection).await.unwrap_err();
    assert_eq!(error, ConnectionError::Timeout(Duration::from_millis(50)));
    let heard = heard.await.unwrap();
    assert_eq!(heard["method"], "notifications/cancelled");
    assert_eq!(heard["params"]["requestId"], 1);
}

/// Records what it receives, and answers every question with its method.
#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Handler for Recorder {
    fn notified(&self, method: &str, params: &RawValue) {
        lock(&self.0).push(format!("{method} {params}"));
    }

    fn asked<'a>(&'a self, method: &'a str, _: Value) -> BoxFuture<'a, Result<Value, Refusal>> {
        Box::pin(async move { Ok(json!({"method": method})) })
    }
}

#[tokio::test]
async fn questions_and_progress_reach_the_request_that_they_belong_to() {
    let (whole, own) = (Arc::new(Recorder::default()), Arc::new(Recorder::default()));
    let options = ConnectOptions::new().handler(Arc::clone(&whole) as _);
    let connection = connect(options, |mut server| async move {
        let asked = server.next().await.unwrap();
        let token = &asked["params"]["_meta"]["progressToken"];
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}).to_string()).await;
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": 1}}).to_string()).await;
        server.send(r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#).await;
        let answer = server.next().await.unwrap();
        let reply = json!({"jsonrpc": "2.0", "id": asked["id"], "result": answer});
        server.send(&reply.to_string()).await;
        std::future::pending::<()>().await;
    })
    .await;
    let call = RawRequest::new("tools/call").handler(Arc::clone(&own) as _);
    let answer = connection.request(call).await.unwrap();
    let answer: Value = serde_json::from_str(answer.get()).unwrap();
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": "q", "result": {"method": "elicitation/create"}})
    );
    assert_eq!(*lock(&whole.0), ["notifications/tools/list_changed {}"]);
    assert_eq!(lock(&own.0).len(), 1);
}

#[tokio::test]
async fn a_list_that_does_not_end_is_refused() {
    let connection = connect(ConnectOptions::new(), |mut server| async move {
        while let Some(asked) = server.next().await {
            let result = json!({"tools": [{"name": "a"}], "nextCursor": "again"});
            let reply = json!({"jsonrpc": "2.0", "id": asked["id"], "result": result});
            server.send(&reply.to_string()).await;
        }
    })
    .await;
    let error = connection.list("tools/list", "tools").await.unwrap_err();
    assert_eq!(
        error,
        ConnectionError::Invalid("`tools/list` repeats a cursor".into())
    );
}

#[tokio::test]
async fn a_line_that_is_too_long_keeps_its_ends() {
    let text = format!("short\n{}END\nnext", "y".repeat(200_000));
    let mut lines = Lines::new(text.as_bytes(), 1_000);
    assert_eq!(
        lines.next().await.unwrap(),
        Some(Line::Whole(b"short".to_vec()))
    );
    let Some(Line::TooLong { head, tail }) = lines.next().await.unwrap() else {
        panic!("it is too long")
    };
    assert!(head.len() <= 512 && tail.len() <= 512 && tail.ends_with(b"END"));
    assert_eq!(
        lines.next().await.unwrap(),
        Some(Line::Whole(b"next".to_vec()))
    );
    assert_eq!(lines.next().await.unwrap(), None);
}

#[test]
fn the_id_is_found_at_either_end() {
    let at = |head: &str, tail: &str| id_at_ends(head.as_bytes(), tail.as_bytes());
    assert_eq!(
        at(r#"{"jsonrpc":"2.0","id": 12,"result":{"#, "}}"),
        Some(12)
    );
    assert_eq!(
        at(r#"{"result":{"id":3,"#, r#""},"jsonrpc":"2.0","id":4}"#),
        Some(4)
    );
    assert_eq!(at("{", "}"), None);
}

#[test]
fn events_are_parsed_however_they_are_cut() {
    let text = ": hello\r\n\r\nid: 1\ndata:\n\nevent: message\r\ndata: {\"a\":\r\ndata:1}\r\n\r\nid: 2\ndata: x\n\n";
    for size in [1, 2, 3, 7, 1_000] {
        let mut parser = EventParser::new(100);
        let mut events = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            events.extend(parser.push(piece).unwrap());
        }
        let seen: Vec<_> = events
            .iter()
            .map(|event| {
                (
                    event.id.as_deref(),
                    event.name.as_str(),
                    std::str::from_utf8(&event.data).unwrap(),
                )
            })
            .collect();
        let expected = [
            (Some("1"), "", ""),
            (None, "message", "{\"a\":\n1}"),
            (Some("2"), "", "x"),
        ];
        assert_eq!(seen, expected, "{size}");
    }
    let mut parser = EventParser::new(100);
    let long = parser.push(&[b'x'; 101]);
    assert_eq!(long, Err(ConnectionError::TooLarge { limit: 100 }));
}
