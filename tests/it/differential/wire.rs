//! Sending a call, byte for byte as it is written, and reading what comes back.

use std::{collections::BTreeMap, net::SocketAddr};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, Response, body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{
    call::{Call, Case},
    observation::{Answer, Events},
};
use crate::harness::soon;

/// What earlier answers said, by key.
type Said = BTreeMap<String, String>;

/// What a later call can repeat of an answer.
const KEPT: [&str; 3] = ["mcp-session-id", "requestState", "taskId"];

/// One of the two servers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) address: SocketAddr,
    pub(super) path: &'static str,
}

impl Target {
    /// Goes through a case; gives what is seen of its last call.
    pub(super) async fn observe(self, case: &Case) -> Value {
        let mut said = Said::new();
        for call in &case.before {
            self.send(call, &mut said).await;
        }
        self.send(&case.call, &mut said).await.observation()
    }

    /// Sends a call, again and again if it asks for that.
    async fn send(self, call: &Call, said: &mut Said) -> Answer {
        soon(async {
            loop {
                let answer = self.exchange(call, said).await;
                keep(&answer.raw(), said);
                let wanted = call.until;
                if wanted.is_none_or(|wanted| answer.raw().to_string().contains(wanted)) {
                    return answer;
                }
            }
        })
        .await
    }

    async fn exchange(self, call: &Call, said: &Said) -> Answer {
        let (parts, mut body) = self.request(call, said).await.into_parts();
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
                self.reply(call, said, question, reply).await;
            }
            match body.frame().await {
                Some(frame) => bytes.extend(frame.unwrap().into_data().unwrap_or_default()),
                None => break,
            }
        }
        Answer { parts, bytes }
    }

    /// Answers a question of the server.
    async fn reply(self, call: &Call, said: &Said, question: &Value, reply: &Value) {
        let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": reply});
        let mut post = call.clone();
        post.body = answer.to_string().into_bytes();
        assert_eq!(self.request(&post, said).await.status(), 202);
    }

    /// On a connection of its own, so that no answer depends on the one before.
    async fn request(self, call: &Call, said: &Said) -> Response<Incoming> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let mut request = Request::builder().method(call.method).uri(self.path);
        if call.headers.iter().all(|(name, _)| name != "host") {
            request = request.header("host", self.address.to_string());
        }
        for (name, value) in &call.headers {
            request = request.header(name, filled(value, said));
        }
        let body = Full::new(Bytes::from(filled(&call.body, said)));
        let request = request.body(body).unwrap();
        sender.send_request(request).await.unwrap()
    }
}

/// `text` with what earlier answers said in place of `<key>`.
fn filled(text: &[u8], said: &Said) -> Vec<u8> {
    let Ok(text) = str::from_utf8(text) else {
        return text.to_vec();
    };
    let fill =
        |text: String, (key, value): (&String, &String)| text.replace(&format!("<{key}>"), value);
    said.iter().fold(text.to_owned(), fill).into_bytes()
}

/// Remembers what a later call may repeat.
fn keep(value: &Value, said: &mut Said) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str() {
                    Some(text) if KEPT.contains(&key.as_str()) => {
                        said.insert(key.clone(), text.to_owned());
                    }
                    _ => keep(value, said),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keep(value, said)),
        _ => {}
    }
}
