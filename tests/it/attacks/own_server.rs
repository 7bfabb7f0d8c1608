//! An author wants an `http` tool to administer the server that runs it.

use serde_json::json;

use crate::{
    api::Api,
    registry::{Registry, constant},
    tools::local_server::{LocalServer, Reply},
};

#[tokio::test]
async fn an_http_tool_does_not_reach_the_server_itself() {
    let settings = [("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*, localhost:*")];
    let api = Api::with_settings(json!([constant("one", "1")]), &settings).await;
    let port = api.server.address().port();
    for host in ["127.0.0.1", "localhost"] {
        let tool = json!({
            "name": format!("me_{}", host.len()), "type": "http", "description": "Asks.",
            "config": {"base_url": format!("http://{host}:{port}"), "path": "/api/v1/tools"},
        });
        let trial = json!({"spec": tool, "arguments": {}});
        let tried = api.post("tools/test", trial).await.expect(200);
        let error = tried["error"].as_str().unwrap_or_default();
        assert!(error.contains("does not call itself"), "{tried}");
    }
}

#[tokio::test]
async fn the_credentials_of_a_tool_do_not_come_from_the_server_itself() {
    let settings = [("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*")];
    let api = Api::with_settings(json!([]), &settings).await;
    let elsewhere = LocalServer::start(|_, _| Reply::json(200, json!({}))).await;
    let own = format!("http://{}", api.server.address());
    let tool = json!({
        "name": "me", "type": "http", "description": "Asks.",
        "config": {"base_url": elsewhere.url()},
        "auth": {
            "type": "oauth_client_credentials", "token_url": format!("{own}/api/v1/tools"),
            "client_id": "a", "client_secret": "b",
        },
    });
    let trial = json!({"spec": tool, "arguments": {}});
    let tried = api.post("tools/test", trial).await.expect(200);
    let error = tried["error"].as_str().unwrap_or_default();
    assert!(error.contains("does not call itself"), "{tried}");
    assert!(elsewhere.asked().is_empty());
}

#[tokio::test]
async fn a_host_that_is_listed_without_a_port_has_no_other_ports() {
    let other = LocalServer::start(|_, _| Reply::json(200, json!("reached"))).await;
    let url = other.url();
    let tool = json!({
        "name": "ask", "type": "http", "description": "Asks.",
        "config": {"base_url": url.replace("127.0.0.1", "localhost")},
    });
    let registry = Registry::with(json!([tool]));
    for (listed, is_reached) in [
        ("localhost", false),
        ("localhost:1", false),
        ("localhost:*", true),
    ] {
        let settings = [("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", listed)];
        let client = registry.server_with(&settings).client().await;
        match is_reached {
            true => {
                let output = client.unwrap().call("ask", json!({})).await.unwrap();
                assert!(output.joined_text().contains("reached"), "{listed}");
            }
            false => {
                let refused = client.unwrap_err().to_string();
                assert!(refused.contains("is a private address"), "{refused}");
            }
        }
    }
    assert_eq!(other.asked().len(), 1);
}
