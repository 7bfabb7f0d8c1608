//! Where other machines can reach a server, every request needs credentials.

use serde_json::json;
use toolwright::{access::AllowUnknown, transport::HttpOptions};

use super::Trusting;
use crate::harness::{Modern, TestServer, new_server};

fn everywhere(options: &mut HttpOptions) {
    options.host = "0.0.0.0".into();
}

#[tokio::test]
async fn unknown_callers_are_let_in_on_loopback_alone() {
    let server = || {
        new_server()
            .authenticate(Trusting)
            .authenticate(AllowUnknown)
    };
    let local = TestServer::start(server()).await;
    let list = |server: &TestServer, key: Option<&str>| {
        let client = Modern::of(server);
        let client = match key {
            Some(key) => client.with_key(key),
            None => client,
        };
        async move { client.ask("tools/list", json!({})).await.status }
    };
    assert_eq!(list(&local, None).await, 200);
    assert_eq!(list(&local, Some("ada")).await, 200);
    assert_eq!(list(&local, Some("wrong")).await, 401);
    let exposed = TestServer::with(server(), everywhere).await;
    assert_eq!(list(&exposed, None).await, 401);
    assert_eq!(list(&exposed, Some("ada")).await, 200);
}

#[tokio::test]
async fn a_server_that_knows_nobody_does_not_listen_everywhere() {
    for server in [new_server(), new_server().authenticate(AllowUnknown)] {
        let mut options = HttpOptions::default();
        options.port = 0;
        everywhere(&mut options);
        let built = server.build().unwrap();
        let refused = built
            .serve_http(options, |_| {}, std::future::ready(()))
            .await;
        let refused = refused.unwrap_err().to_string();
        assert!(
            refused.starts_with("refusing to listen on 0.0.0.0:0"),
            "{refused}"
        );
    }
}
