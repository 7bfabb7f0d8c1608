//! Requests that speak for no client in particular.

use reqwest::{
    Method,
    header::{HeaderMap, HeaderName},
};

use super::{answer::Answer, patience::soon, server::TestServer};

/// Posts `body` to `/mcp`. The usual headers are there unless `changes` says otherwise; an empty value takes one away.
pub(crate) async fn post(
    server: &TestServer,
    changes: &[(&str, &str)],
    body: impl Into<Vec<u8>>,
) -> Answer {
    send(server, Method::POST, changes, body).await
}

/// Sends a request of any method to `/mcp`, with the headers of [`post`].
pub(crate) async fn send(
    server: &TestServer,
    method: Method,
    changes: &[(&str, &str)],
    body: impl Into<Vec<u8>>,
) -> Answer {
    let mut headers = HeaderMap::new();
    let usual = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    for (name, value) in usual.iter().chain(changes) {
        let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
        match *value {
            "" => headers.remove(name),
            value => headers.insert(name, value.parse().unwrap()),
        };
    }
    let request = server.http().request(method, server.url("/mcp"));
    let response = soon(request.headers(headers).body(body.into()).send()).await;
    Answer::read(response.unwrap()).await
}

/// Gets another path than `/mcp`.
pub(crate) async fn get(server: &TestServer, path: &str) -> Answer {
    Answer::read(
        soon(server.http().get(server.url(path)).send())
            .await
            .unwrap(),
    )
    .await
}
