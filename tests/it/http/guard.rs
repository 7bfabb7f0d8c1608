//! Who may call, and where a server may listen.

use serde_json::json;
use toolwright::{tools, transport::HttpOptions};

use crate::{
    fixtures::add,
    harness::{Answer, TestServer, get, new_server, post, result},
};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test]
async fn a_foreign_host_is_refused() {
    let server = TestServer::start(new_server()).await;
    for host in [
        "evil.example.com",
        "localhost.evil.example.com",
        "127.0.0.1.nip.io",
    ] {
        let why = format!(
            "the host `{host}` is not an allowed host of this server: \
             `--allow-host` or `TOOLWRIGHT_ALLOWED_HOSTS` allows it\n"
        );
        let answer = post(&server, &[("host", host)], PING).await;
        assert_eq!(answer, Answer::text(403, &why));
    }
}

#[tokio::test]
async fn a_foreign_origin_is_refused() {
    let server = TestServer::start(new_server()).await;
    for origin in ["https://evil.example.com", "null"] {
        let why = format!(
            "the origin `{origin}` is not an allowed origin of this server: \
             `--allow-origin` or `TOOLWRIGHT_ALLOWED_ORIGINS` allows it\n"
        );
        let answer = post(&server, &[("origin", origin)], PING).await;
        assert_eq!(answer, Answer::text(403, &why));
    }
}

#[tokio::test]
async fn allowed_hosts_and_origins_may_call() {
    let server = TestServer::with(new_server(), |options| {
        options.allowed_hosts.push("mcp.example.com".into());
        options
            .allowed_origins
            .push("https://console.example.com".into());
    })
    .await;
    let answered = Answer::json(200, result(1, json!({})));
    for changes in [
        [("host", "mcp.example.com")],
        [("host", "localhost:1")],
        [("origin", "https://console.example.com")],
    ] {
        assert_eq!(post(&server, &changes, PING).await, answered, "{changes:?}");
    }
    let same = [
        ("host", "localhost:3000"),
        ("origin", "http://localhost:3000"),
    ];
    assert_eq!(post(&server, &same, PING).await, answered);
    let other = [("origin", "http://localhost:3000")];
    assert_eq!(post(&server, &other, PING).await.status, 403);
}

#[tokio::test]
async fn a_public_address_is_refused_by_default() {
    let mut options = HttpOptions::default();
    (options.host, options.port) = ("0.0.0.0".into(), 0);
    let built = new_server().tools(tools![add]).build().unwrap();
    let refused = built
        .serve_http(options, |_| panic!("it listens"), std::future::pending())
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "refusing to listen on 0.0.0.0:0: other machines can reach it without authentication"
    );
}

#[tokio::test]
async fn a_public_address_is_allowed_if_insecure_is_set() {
    let server = TestServer::with(new_server(), |options| {
        options.host = "0.0.0.0".into();
        options.insecure = true;
    })
    .await;
    assert_eq!(get(&server, "/healthz").await, Answer::text(200, "ok\n"));
}

#[tokio::test]
async fn a_port_in_use_is_named_in_the_error() {
    let server = TestServer::start(new_server()).await;
    let mut options = HttpOptions::default();
    options.port = server.address().port();
    let built = new_server().build().unwrap();
    let refused = built
        .serve_http(options, |_| panic!("it listens"), std::future::pending())
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!(
            "cannot listen on {}: Address already in use (os error 98)",
            server.address()
        )
    );
}

#[tokio::test]
async fn healthz_says_ok_and_other_paths_are_not_found() {
    let server = TestServer::start(new_server()).await;
    assert_eq!(get(&server, "/healthz").await, Answer::text(200, "ok\n"));
    assert_eq!(get(&server, "/other").await, Answer::text(404, ""));
}
