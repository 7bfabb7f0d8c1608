//! `/readyz`: tells whether a server can answer calls.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::json;
use toolwright::{Server, tools};

use super::shaky_log::ShakyLog;
use crate::{
    fixtures::add,
    harness::{Answer, Modern, Raw, TestServer, get, new_server},
};

/// A server with a dependency, which is ready or not.
fn needing(name: &str, is_there: &Arc<AtomicBool>) -> Server {
    let is_there = Arc::clone(is_there);
    new_server().ready_when(name, move || {
        let is_there = is_there.load(Ordering::SeqCst);
        async move {
            is_there
                .then_some(())
                .ok_or_else(|| io::Error::other("secret details"))
        }
    })
}

#[tokio::test]
async fn a_server_without_dependencies_is_ready() {
    let server = TestServer::start(new_server()).await;
    assert_eq!(get(&server, "/readyz").await, Answer::text(200, "ready\n"));
    assert_eq!(get(&server, "/healthz").await, Answer::text(200, "ok\n"));
}

#[tokio::test]
async fn a_server_is_ready_if_all_its_dependencies_are() {
    let (database, index) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
    let mounted = needing("index", &index);
    let server = needing("database", &database).mount("inner", mounted);
    let server = TestServer::start(server).await;
    let neither = Answer::text(503, "not ready: database, index\n");
    assert_eq!(get(&server, "/readyz").await, neither);
    database.store(true, Ordering::SeqCst);
    let one = Answer::text(503, "not ready: index\n");
    assert_eq!(get(&server, "/readyz").await, one);
    index.store(true, Ordering::SeqCst);
    assert_eq!(get(&server, "/readyz").await, Answer::text(200, "ready\n"));
}

#[tokio::test]
async fn a_server_with_a_broken_log_is_healthy_but_not_ready() {
    let log = Arc::new(ShakyLog::default());
    let server = new_server().govern(log.governance()).tools(tools![add]);
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    log.set_broken(true);
    client.call("add", json!({"a": 1, "b": 2})).await;
    let expected = Answer::text(503, "not ready: execution log\n");
    assert_eq!(get(&server, "/readyz").await, expected);
    assert_eq!(get(&server, "/healthz").await, Answer::text(200, "ok\n"));
    log.set_broken(false);
    client.call("add", json!({"a": 1, "b": 2})).await;
    assert_eq!(get(&server, "/readyz").await, Answer::text(200, "ready\n"));
}

#[tokio::test]
async fn a_stopping_server_is_not_ready() {
    let mut server = TestServer::start(new_server()).await;
    let mut raw = Raw::connect(&server).await;
    // A connection with an incomplete request is not idle, so it is not closed.
    raw.send(format!(
        "GET /readyz HTTP/1.1\r\nHost: {}\r\n",
        server.address()
    ))
    .await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    server.drain();
    while tokio::net::TcpStream::connect(server.address())
        .await
        .is_ok()
    {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    raw.send("\r\n").await;
    let expected = Answer::text(503, "not ready: shutting down\n");
    assert_eq!(raw.answer().await, expected);
    server.end().await.unwrap();
}
