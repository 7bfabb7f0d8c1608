//! A killed server has logged every call that it answered.

use std::{
    collections::HashSet,
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::harness::{Home, Serving};

const CONNECTIONS: usize = 64;
/// The number of calls before the server is killed, and after it is restarted.
const CALLS: usize = 50_000;

/// A `toolwright serve` on a port of its own.
fn serve(home: &Home) -> Serving {
    Serving::start(home.toolwright(&["serve", "--port", "0"]))
}

/// The IDs of the calls that were answered.
#[derive(Default, Clone)]
struct Answered {
    ids: Arc<Mutex<HashSet<String>>>,
    count: Arc<AtomicUsize>,
}

fn request(number: usize) -> String {
    let body = json!({
        "jsonrpc": "2.0", "id": number, "method": "tools/call",
        "params": {
            "name": "serialize_for_cell", "arguments": {"data": format!("cell\u{a0}{number}")},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: serialize_for_cell\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Returns the body of the next response, or `None` if the server has exited.
async fn response(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<Value> {
    loop {
        let text = String::from_utf8_lossy(buffer);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .to_lowercase()
                .split("content-length: ")
                .nth(1)?
                .lines()
                .next()?
                .parse::<usize>()
                .ok()?;
            if body.len() >= length {
                let value = serde_json::from_str(&body[..length]).unwrap();
                buffer.clear();
                return Some(value);
            }
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
}

/// Sends calls until enough are answered or the server has exited.
async fn call_until(address: String, answered: Answered, enough: usize) {
    let Ok(mut stream) = TcpStream::connect(&address).await else {
        return;
    };
    let mut buffer = Vec::new();
    while answered.count.load(Ordering::Relaxed) < enough {
        let number = answered.count.load(Ordering::Relaxed);
        if stream.write_all(request(number).as_bytes()).await.is_err() {
            return;
        }
        let Some(answer) = response(&mut stream, &mut buffer).await else {
            return;
        };
        let id = answer["result"]["_meta"]["toolwright/executionId"]
            .as_str()
            .unwrap();
        answered.ids.lock().unwrap().insert(id.to_owned());
        answered.count.fetch_add(1, Ordering::Relaxed);
    }
}

async fn call_many(serving: &Serving, answered: &Answered, enough: usize) {
    let calls = (0..CONNECTIONS).map(|_| {
        tokio::spawn(call_until(
            serving.address.clone(),
            answered.clone(),
            enough,
        ))
    });
    futures_util::future::join_all(calls).await;
}

/// Returns the IDs of all calls in the log. Every line must be complete.
fn logged(folder: &Path) -> HashSet<String> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    let text = |path| fs::read_to_string(path).unwrap();
    let mut names = HashSet::new();
    for text in files.map(text) {
        assert!(text.ends_with('\n'));
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            names.insert(record["id"].as_str().unwrap().to_owned());
        }
    }
    names
}

#[tokio::test]
async fn every_answered_call_of_a_killed_server_is_logged() {
    let home = Home::new();
    let folder = home.join(".local/share/toolwright/executions");
    let answered = Answered::default();
    let mut first = serve(&home);
    // The clients call until the server has exited.
    let calls = (0..CONNECTIONS).map(|_| {
        tokio::spawn(call_until(
            first.address.clone(),
            answered.clone(),
            usize::MAX,
        ))
    });
    let calls: Vec<_> = calls.collect();
    while answered.count.load(Ordering::Relaxed) < CALLS {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    first.kill();
    futures_util::future::join_all(calls).await;
    let before = answered.count.load(Ordering::Relaxed);
    assert!(before >= CALLS);

    // After a restart, an incomplete line is set aside and the log is continued.
    let mut second = serve(&home);
    call_many(&second, &answered, 2 * CALLS).await;
    let names = logged(&folder);
    let ids = answered.ids.lock().unwrap();
    assert_eq!(ids.len(), answered.count.load(Ordering::Relaxed));
    assert_eq!(ids.iter().filter(|id| !names.contains(*id)).count(), 0);
    second.kill();
}
