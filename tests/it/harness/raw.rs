//! A connection where every byte is the test's own.

use std::{net::SocketAddr, time::Duration};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{
    answer::{Answer, Body},
    patience::soon,
    server::TestServer,
};

/// A connection where every byte is the test's own.
#[derive(Debug)]
pub(crate) struct Raw {
    stream: TcpStream,
    address: SocketAddr,
    read: Vec<u8>,
}

impl Raw {
    pub(crate) async fn connect(server: &TestServer) -> Self {
        let address = server.address();
        Self {
            stream: soon(TcpStream::connect(address)).await.unwrap(),
            address,
            read: Vec::new(),
        }
    }

    /// The head of a POST to `/mcp` that carries JSON, with further header lines, without its last empty line.
    pub(crate) fn head(&self, further: &str) -> String {
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{further}\r\n",
            self.address
        )
    }

    /// Sends bytes. A server that has closed its end is no fault: what it said before can be read.
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        soon(self.stream.write_all(bytes.as_ref())).await.ok();
    }

    /// Sends a whole POST with this body and these further headers.
    pub(crate) async fn post(&mut self, further: &str, body: impl AsRef<[u8]>) {
        let head = self.head_of(further, body.as_ref());
        self.send([head.as_bytes(), body.as_ref()].concat()).await;
    }

    /// A whole POST with this body and these further headers, to be sent with others.
    pub(crate) fn request(&self, further: &str, body: &str) -> String {
        self.head_of(further, body.as_bytes()) + body
    }

    fn head_of(&self, further: &str, body: &[u8]) -> String {
        self.head(&format!("Content-Length: {}\r\n{further}", body.len()))
    }

    /// Whether the server says something within this time; it is kept to be read.
    pub(crate) async fn says_more_within(&mut self, patience: Duration) -> bool {
        !self.read.is_empty()
            || tokio::time::timeout(patience, self.more())
                .await
                .unwrap_or(false)
    }

    /// Reads more; says whether there was any.
    async fn more(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let count = soon(self.stream.read(&mut bytes)).await.unwrap_or(0);
        self.read.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// The bytes up to and with `end`.
    pub(crate) async fn through(&mut self, end: &str) -> String {
        loop {
            let found = self
                .read
                .windows(end.len())
                .position(|window| window == end.as_bytes());
            if let Some(at) = found {
                let taken = self.read.drain(..at + end.len()).collect();
                return String::from_utf8(taken).unwrap();
            }
            assert!(self.more().await, "the connection ended before `{end}`");
        }
    }

    /// Reads up to about `most` bytes and drops them; says how many.
    pub(crate) async fn skip(&mut self, most: usize) -> usize {
        while self.read.len() < most && self.more().await {}
        let count = self.read.len();
        self.read.clear();
        count
    }

    /// One response with a length.
    pub(crate) async fn answer(&mut self) -> Answer {
        let head = self.through("\r\n\r\n").await.to_lowercase();
        let field = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name));
            line.map(|value| value.trim().to_owned())
        };
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let length: usize = field("content-length:").unwrap().parse().unwrap();
        while self.read.len() < length {
            assert!(self.more().await, "the body ended early");
        }
        let text = String::from_utf8(self.read.drain(..length).collect()).unwrap();
        let body = match field("content-type:").as_deref() {
            Some("application/json") => Body::Json(serde_json::from_str::<Value>(&text).unwrap()),
            _ => Body::Text(text),
        };
        Answer { status, body }
    }

    /// Waits until the server has closed the connection; gives what it said before.
    pub(crate) async fn end(mut self) -> String {
        while self.more().await {}
        String::from_utf8(self.read).unwrap()
    }
}
