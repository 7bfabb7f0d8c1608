//! Servers over HTTP whose answers or definitions are huge, recursive or of another kind.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use super::hostile::{Front, done, server, work};
use crate::{harness::until, tools::local_server::Reply};

const MEGABYTE: usize = 1 << 20;

/// Passes everything on to a server, except calls of a tool: these are answered with a gigabyte. Returns
/// its address, and how many bytes of that were taken, once it has ended.
async fn gigabyte(behind: String) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let counted = Arc::new(AtomicUsize::new(usize::MAX));
    let total = Arc::clone(&counted);
    tokio::spawn(async move {
        loop {
            let (connection, _) = listener.accept().await.unwrap();
            let (behind, total) = (behind.clone(), Arc::clone(&total));
            tokio::spawn(async move {
                if let Some(sent) = serve(connection, &behind).await {
                    total.store(sent, Ordering::Relaxed);
                }
            });
        }
    });
    (url, counted)
}

/// Returns how much of the flood was taken, if there was one.
async fn serve(mut connection: TcpStream, behind: &str) -> Option<usize> {
    let address = behind.trim_start_matches("http://");
    let mut other = TcpStream::connect(address).await.unwrap();
    let (mut read, mut heard) = (vec![0; MEGABYTE], Vec::new());
    loop {
        tokio::select! {
            count = connection.read(&mut read) => match count {
                Ok(count) if count > 0 => {
                    heard.extend_from_slice(&read[..count]);
                    if String::from_utf8_lossy(&heard).contains("\"tools/call\"") {
                        return Some(flood(connection).await);
                    }
                    other.write_all(&read[..count]).await.unwrap();
                }
                _ => return None,
            },
            // In another buffer: the future that loses is dropped.
            answered = other.readable() => {
                answered.unwrap();
                let mut answer = [0; 4096];
                match other.try_read(&mut answer) {
                    Ok(0) => return None,
                    Ok(count) => connection.write_all(&answer[..count]).await.unwrap(),
                    Err(_) => {}
                }
            }
        }
    }
}

async fn flood(mut connection: TcpStream) -> usize {
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let (part, mut sent) = (vec![b' '; MEGABYTE], 0);
    while sent < 1_000_000_000 && connection.write_all(&part).await.is_ok() {
        sent += part.len();
    }
    sent
}

#[tokio::test]
async fn an_answer_of_a_gigabyte_over_http_is_cut_off_early() {
    let well = server(work(), |_, message| done(message)).await;
    let (url, counted) = gigabyte(well.url()).await;
    let front = Front::of(url).await;
    let refused = front.call().await.unwrap_err();
    assert!(refused.contains("longer than 16777216 bytes"), "{refused}");
    until(|| counted.load(Ordering::Relaxed) != usize::MAX).await;
    let taken = counted.load(Ordering::Relaxed);
    assert!(taken < 100 * MEGABYTE, "{taken}");
}

#[tokio::test]
async fn a_huge_definition_is_left_out_and_a_recursive_one_is_served() {
    let mut list = work();
    let tools = list["tools"].as_array_mut().unwrap();
    let many = (0..20_000).map(|number| (format!("property_{number}"), json!({"type": "string"})));
    let many: serde_json::Map<_, _> = many.collect();
    tools.push(json!({"name": "huge", "inputSchema": {"type": "object", "properties": many}}));
    let tree = json!({"type": "object", "properties": {"child": {"$ref": "#"}, "name": {"type": "string"}}});
    tools.push(json!({"name": "tree", "inputSchema": tree}));
    let hostile = server(list, |_, message| done(message)).await;
    let front = Front::of(hostile.url()).await;
    assert_eq!(front.call().await.as_deref(), Ok("done"));
    let tools = front.client.tools().await.unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["other.tree", "other.work"], "{}", front.problems());
    let problems = front.problems();
    assert!(problems.contains("longer than 262144 bytes"), "{problems}");
    let nested = (0..20).fold(json!({"name": "leaf"}), |inner, _| json!({"child": inner}));
    let called = front.client.call("other.tree", nested).await.unwrap();
    assert_eq!(called.joined_text(), "done");
}

#[tokio::test]
async fn a_result_that_has_tools_too_keeps_its_content() {
    let odd = server(work(), |_, message| {
        let content = json!([{"type": "text", "text": "done"}]);
        let result = json!({"content": content, "tools": [{"name": "x", "inputSchema": {}}]});
        Reply::json(
            200,
            json!({"jsonrpc": "2.0", "id": message["id"], "result": result}),
        )
    })
    .await;
    assert_eq!(
        Front::of(odd.url()).await.call().await.as_deref(),
        Ok("done")
    );
}

#[tokio::test]
async fn a_session_that_is_gone_each_time_is_told() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let forgetful = server(work(), move |_, _: &Value| {
        counted.fetch_add(1, Ordering::Relaxed);
        Reply::html(404)
    })
    .await;
    let refused = Front::of(forgetful.url()).await.call().await.unwrap_err();
    assert!(refused.contains("ended the session"), "{refused}");
    assert!(asked.load(Ordering::Relaxed) <= 4);
}
