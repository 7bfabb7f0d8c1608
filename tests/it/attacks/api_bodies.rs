//! Somebody wants the API to use up memory or stack, to follow a path out of it, or to take what a form of a web page sends.

use futures_util::future::select_all;
use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    api::{Api, answered, rights::Guarded},
    harness::soon,
    registry::constant,
};

#[tokio::test]
async fn a_body_that_is_large_deep_or_not_json_is_refused() {
    let api = Api::with(json!([])).await;
    let large = format!("{{\"name\": \"{}\"}}", "a".repeat(1 << 20));
    let deep = format!("{{\"config\": {}", "[".repeat(100_000));
    for (body, status) in [
        (large, 413),
        (deep, 400),
        ("{\"name\": ".to_owned(), 422),
        ("name=x".to_owned(), 422),
        (String::new(), 422),
        ("[1, 2]".to_owned(), 422),
    ] {
        let request = api.request(Method::POST, "tools").body(body.clone());
        let answer = answered(request.header("content-type", "application/json")).await;
        let shown = &body[..body.len().min(40)];
        assert_eq!(answer.refusal().0, status, "{shown}");
    }
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_operation_that_is_open_to_everybody_takes_small_bodies() {
    let guarded = Guarded::start().await;
    let log_in = |key: String| {
        let request = guarded.api.request(Method::POST, "session");
        answered(request.json(&json!({"key": key})))
    };
    assert_eq!(log_in("a".repeat(16 * 1024)).await.status, 413);
    assert_eq!(log_in("a".repeat(1_000)).await.status, 401);
    assert_eq!(log_in(guarded.admin.clone()).await.status, 200);
}

#[tokio::test]
async fn bodies_that_never_end_are_counted_together() {
    const CONNECTIONS: usize = 40;
    let api = Api::with(json!([])).await;
    let address = api.server.address();
    let head = format!(
        "POST /api/v1/tools HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 1048576\r\n\r\n"
    );
    let part = "x".repeat(1_000_000);
    let mut held = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        // The server may have refused the request before all of it was sent.
        let _ = connection.write_all(part.as_bytes()).await;
        held.push(connection);
    }
    let answers = held.iter_mut().map(|connection| {
        Box::pin(async {
            let mut answer = [0; 12];
            connection.read_exact(&mut answer).await.map(|_| answer)
        })
    });
    let (first, ..) = soon(select_all(answers)).await;
    assert_eq!(&first.unwrap(), b"HTTP/1.1 503");
    // Those that send nothing more give way to one that does.
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let honest = api.post("tools", json!({"name": "x".repeat(900_000)}));
    assert_eq!(soon(honest).await.refusal().0, 422);
    drop(held);
    let again = || api.post("tools", json!({"name": "x".repeat(100_000)}));
    soon(async { while again().await.status == 503 {} }).await;
    assert_eq!(again().await.refusal().0, 422);
}

#[tokio::test]
async fn what_a_form_of_a_web_page_can_send_is_refused() {
    let api = Api::with(json!([])).await;
    let body = constant("planted", "1").to_string();
    for content_type in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
    ] {
        let request = api.request(Method::POST, "tools").body(body.clone());
        let answer = answered(request.header("content-type", content_type)).await;
        assert_eq!(answer.refusal().0, 415, "{content_type}");
    }
    // A script of a page can send a body without a type and without asking the server first.
    let request = api.request(Method::POST, "tools").body(body);
    assert_eq!(answered(request).await.refusal().0, 415);
    let request = api
        .request(Method::POST, "tools")
        .json(&constant("planted", "1"));
    let foreign = answered(request.header("origin", "https://evil.example.com")).await;
    assert_eq!(foreign.headers["x-frame-options"], "DENY");
    assert_eq!(foreign.refusal().0, 403);
    let request = api.request(Method::GET, "tools");
    let rebound = answered(request.header("host", "evil.example.com")).await;
    assert_eq!(rebound.refusal().0, 403);
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_name_with_slashes_and_dots_leads_nowhere() {
    let api = Api::with(json!([constant("one", "1")])).await;
    for name in [
        "..%2f..%2fsettings",
        "one%2fversions",
        "%2e%2e",
        "one%00",
        "%ff",
        "a%0d%0aset-cookie:x",
        &"a".repeat(5000),
    ] {
        for path in [format!("tools/{name}"), format!("tools/{name}/versions")] {
            let answer = api.get(&path).await;
            let status = answer.refusal().0;
            assert!([400, 404].contains(&status), "{path}: {status}");
        }
    }
}
