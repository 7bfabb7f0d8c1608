//! Sends a call byte by byte as it is written, and reads the response.

use std::{collections::BTreeMap, net::SocketAddr};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, Response, body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{
    call::{Call, Case},
    observation::{Events, RawResponse},
};
use crate::harness::soon;

/// Values of earlier responses, by key.
type Captured = BTreeMap<String, String>;

/// The keys whose values later calls can repeat.
const CAPTURED: [&str; 3] = ["mcp-session-id", "requestState", "taskId"];

/// One of the two servers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) address: SocketAddr,
    pub(super) path: &'static str,
}

impl Target {
    /// Sends the calls of a case, and returns the observation of the last one.
    pub(super) async fn observe(self, case: &Case) -> Value {
        let mut captured = Captured::new();
        for call in &case.before {
            self.send(call, &mut captured).await;
        }
        self.send(&case.call, &mut captured).await.observation()
    }

    /// Sends a call, and repeats it if it asks for that.
    async fn send(self, call: &Call, captured: &mut Captured) -> RawResponse {
        soon(async {
            loop {
                let response = self.exchange(call, captured).await;
                capture(&response.raw(), captured);
                let wanted = call.until;
                if wanted.is_none_or(|wanted| response.raw().to_string().contains(wanted)) {
                    return response;
                }
            }
        })
        .await
    }

    async fn exchange(self, call: &Call, captured: &Captured) -> RawResponse {
        let (parts, mut body) = self.request(call, captured).await.into_parts();
        let mut bytes = Vec::new();
        let mut asked = false;
        loop {
            let events = Events::read(&bytes);
            if call
                .messages
                .is_some_and(|most| events.messages.len() >= most)
            {
                break;
            }
            if let (Some(reply), Some(question), false) = (&call.reply, events.question(), asked) {
                asked = true;
                self.reply(call, captured, question, reply).await;
            }
            match body.frame().await {
                Some(frame) => bytes.extend(frame.unwrap().into_data().unwrap_or_default()),
                None => break,
            }
        }
        RawResponse { parts, bytes }
    }

    /// Answers a question of the server.
    async fn reply(self, call: &Call, captured: &Captured, question: &Value, reply: &Value) {
        let response = json!({"jsonrpc": "2.0", "id": question["id"], "result": reply});
        let mut post = call.clone();
        post.body = response.to_string().into_bytes();
        assert_eq!(self.request(&post, captured).await.status(), 202);
    }

    /// Sends a request on its own connection, so that no response depends on the one before.
    async fn request(self, call: &Call, captured: &Captured) -> Response<Incoming> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut request = Request::builder().method(call.method).uri(self.path);
        if call.headers.iter().all(|(name, _)| name != "host") {
            request = request.header("host", self.address.to_string());
        }
        for (name, value) in &call.headers {
            request = request.header(name, fill_in(value, captured));
        }
        let body = Full::new(Bytes::from(fill_in(&call.body, captured)));
        let request = request.body(body).unwrap();
        sender.send_request(request).await.unwrap()
    }
}

/// Replaces `<key>` in `text` by the values of earlier responses.
fn fill_in(text: &[u8], captured: &Captured) -> Vec<u8> {
    let Ok(text) = str::from_utf8(text) else {
        return text.to_vec();
    };
    let fill =
        |text: String, (key, value): (&String, &String)| text.replace(&format!("<{key}>"), value);
    captured.iter().fold(text.to_owned(), fill).into_bytes()
}

/// Captures the values that later calls can repeat.
fn capture(value: &Value, captured: &mut Captured) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str() {
                    Some(text) if CAPTURED.contains(&key.as_str()) => {
                        captured.insert(key.clone(), text.to_owned());
                    }
                    _ => capture(value, captured),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| capture(value, captured)),
        _ => {}
    }
}
