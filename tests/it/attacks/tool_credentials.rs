//! An attacker who runs a web service wants the credentials of the tools that ask it to reach agents.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    api::Api,
    harness::run,
    registry::{Registry, call},
    tools::local_server::{Asked, LocalServer, Reply},
};

const SECRET: &str = "s3cr\"t/cred ential";

/// Returns what an agent gets from a service that repeats the request in this form.
async fn repeated(auth: &Value, respond: fn(&Asked) -> Reply) -> String {
    let server = LocalServer::start(move |_, asked: &Asked| respond(asked)).await;
    let registry = Registry::with(json!([{
        "name": "ask", "type": "http", "description": "d", "auth": auth,
        "config": {"base_url": server.url()},
    }]));
    let client = registry
        .client_with(&[("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*")])
        .await;
    let (text, structured) = call(&client, "ask", json!({})).await;
    client.close().await.unwrap();
    format!("{text} {structured}")
}

#[tokio::test]
async fn a_service_that_repeats_a_credential_does_not_hand_it_to_the_agent() {
    for place in ["header", "query"] {
        let auth = json!({"type": "api_key", "name": "X-Key", "in": place, "value": SECRET});
        for respond in [
            (|asked: &Asked| {
                let key = asked.headers.get("x-key").or(asked.query.get("X-Key"));
                Reply::json(200, json!({"deep": [{"you sent": key}], "n": 1}))
            }) as fn(&Asked) -> Reply,
            |asked: &Asked| {
                let key = asked.headers.get("x-key").or(asked.query.get("X-Key"));
                Reply::new(200, "text/plain", format!("key: {}", key.unwrap()))
            },
            |_: &Asked| Reply::json(200, "{\"you sent\": \"s3cr\\u0022t/cred ential\"}"),
        ] {
            let shown = repeated(&auth, respond).await;
            assert!(shown.contains("********"), "{place}: {shown}");
            assert!(!shown.contains("ential"), "{place}: {shown}");
        }
    }
    let auth = json!({"type": "basic", "username": "ada", "password": "s3cr3t-pass"});
    let shown = repeated(&auth, |asked| {
        Reply::json(200, json!(asked.headers["authorization"]))
    })
    .await;
    assert_eq!(shown, "Basic ******** {\"result\":\"Basic ********\"}");
}

#[tokio::test]
async fn an_answer_that_repeats_nothing_is_returned_as_it_is() {
    let auth = json!({"type": "bearer", "token": "s3cr3t-token"});
    let shown = repeated(&auth, |_| {
        Reply::json(200, json!({"password": "of the user", "token": "s3cr3t"}))
    })
    .await;
    let answer = r#"{"password":"of the user","token":"s3cr3t"}"#;
    assert_eq!(shown, format!("{answer} {answer}"));
}

#[tokio::test]
async fn a_text_that_only_looks_sealed_is_refused() {
    let api = Api::with(json!([])).await;
    let tool = |token: &str| {
        json!({
            "name": "ask", "type": "http", "description": "d",
            "auth": {"type": "bearer", "token": token},
            "config": {"base_url": "https://api.example.com"},
        })
    };
    for garbage in ["sealed:v1:", "sealed:v1:AAAA", "sealed:v1:not base64"] {
        let refused = api.post("tools", tool(garbage)).await;
        assert_eq!(refused.status, 422, "{garbage}: {}", refused.body);
        assert_eq!(refused.body["problems"][0]["path"], "/auth/token");
    }
    let made = api.post("tools", tool("plain")).await.expect(201);
    let before = api.registry.read();
    let fake = "sealed:v1:AAAA";
    let auth = json!({"auth": tool(fake)["auth"]});
    let revision = made["revision"].as_str().unwrap().parse().unwrap();
    for (method, body) in [(Method::PATCH, auth), (Method::PUT, tool(fake))] {
        let changed = api.change(method.clone(), "tools/ask", revision, body);
        let refused = changed.await;
        assert_eq!(refused.status, 422, "{method}: {}", refused.body);
        assert_eq!(refused.body["problems"][0]["path"], "/auth/token");
    }
    let mut other = tool(fake);
    other["name"] = json!("other");
    let file = api.registry.path("other.json");
    std::fs::write(&file, other.to_string()).unwrap();
    let words = ["tools", "add", &file.to_string_lossy()];
    let refused = run(api.registry.toolwright(&words));
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(refused.stderr.contains("auth.token"), "{}", refused.stderr);
    assert_eq!(api.registry.read(), before);
}
