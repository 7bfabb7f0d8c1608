//! An attacker wants a web page to reach the server, past the checks of `Host` and `Origin`.

use crate::harness::{Answer, Raw, TestServer, new_server};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// Posts with a further header beside the allowed `Host`.
async fn post_with(further: &str) -> Answer {
    let server = TestServer::start(new_server()).await;
    let mut raw = Raw::connect(&server).await;
    raw.post(further, PING).await;
    raw.answer().await
}

#[tokio::test]
async fn by_a_second_host() {
    for host in ["evil.example.com", "localhost"] {
        let answer = post_with(&format!("Host: {host}\r\n")).await;
        assert_eq!(answer, Answer::text(400, "the header `host` is repeated\n"));
    }
}

#[tokio::test]
async fn by_a_second_origin() {
    let twice = "Origin: http://localhost\r\nOrigin: https://evil.example.com\r\n";
    assert_eq!(
        post_with(twice).await,
        Answer::text(400, "the header `origin` is repeated\n")
    );
}
