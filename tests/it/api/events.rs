//! Server-sent events of the API.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Api, rights::Guarded};
use crate::{
    harness::{TestServer, soon},
    registry::{Registry, constant},
};

/// Reads events until one has this topic.
pub(crate) struct EventStream {
    text: String,
    chunks:
        std::pin::Pin<Box<dyn futures_util::Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
}

impl EventStream {
    pub(crate) async fn open(api: &Api) -> Self {
        let response = soon(api.request(Method::GET, "events").send())
            .await
            .unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut stream = Self {
            text: String::new(),
            chunks: Box::pin(response.bytes_stream()),
        };
        stream.read().await;
        assert_eq!(stream.text, ": open\n\n");
        stream
    }

    async fn read(&mut self) -> bool {
        match soon(self.chunks.next()).await {
            Some(chunk) => {
                self.text += std::str::from_utf8(&chunk.unwrap()).unwrap();
                true
            }
            None => false,
        }
    }

    pub(crate) async fn next(&mut self, topic: &str) -> Value {
        loop {
            let event = self.text.split("\n\n").find_map(|event| {
                let rest = event.strip_prefix(&format!("event: {topic}\n"))?;
                let (_, data) = rest.split_once("\ndata: ")?;
                Some(serde_json::from_str(data).unwrap())
            });
            if let Some(event) = event {
                return event;
            }
            assert!(self.read().await, "{}", self.text);
        }
    }
}

#[tokio::test]
async fn changes_of_tools_and_calls_are_told() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let mut stream = EventStream::open(&api).await;
    // The log is followed from a moment after the stream was opened.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let off = json!({"is_active": false});
    api.change(Method::PATCH, "tools/one", 1, off)
        .await
        .expect(200);
    stream.next("registry").await;
    api.post("tools/one/test", json!({})).await.expect(200);
    let told = stream.next("execution").await;
    assert_eq!(
        (&told["tool"], &told["test"]),
        (&json!("one"), &json!(true))
    );
}

#[tokio::test]
async fn one_caller_does_not_take_the_places_of_all_others() {
    let guarded = Guarded::start().await;
    let listen = |key: &str| {
        let request = guarded.api.request(Method::GET, "events");
        soon(request.bearer_auth(key).send())
    };
    let mut streams = Vec::new();
    for _ in 0..16 {
        streams.push(listen(&guarded.caller).await.unwrap());
    }
    assert!(streams.iter().all(|stream| stream.status() == 200));
    let refused = listen(&guarded.caller).await.unwrap();
    assert_eq!(refused.status(), 503);
    assert_eq!(listen(&guarded.admin).await.unwrap().status(), 200);
    streams.clear();
    soon(async { while listen(&guarded.caller).await.unwrap().status() == 503 {} }).await;
}

#[tokio::test]
async fn a_server_that_stops_ends_its_streams() {
    let registry = Registry::with(json!([]));
    let server = TestServer::start(registry.server()).await;
    let mut api = Api { registry, server };
    let mut stream = EventStream::open(&api).await;
    api.server.drain();
    while stream.read().await {}
    api.server.end().await.unwrap();
}
