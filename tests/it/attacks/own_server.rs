//! An author wants an `http` tool to administer the server that runs it.

use serde_json::json;

use crate::{api::Api, registry::constant};

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
