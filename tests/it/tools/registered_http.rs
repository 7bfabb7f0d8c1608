//! `http` tools of the registry: requests, answers, credentials.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use toolwright::Client;

use super::local_server::{Asked, LocalServer, Reply};
use crate::registry::{Registry, call, error};

const PRIVATE: (&str, &str) = ("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*");

fn text(name: &str) -> Value {
    json!({"name": name, "type": "string", "required": false})
}

/// A client of a server with one tool that asks `server`.
async fn client(
    server: &LocalServer,
    config: Value,
    auth: Value,
    parameters: Value,
) -> (Registry, Client) {
    let mut config = config;
    config["base_url"] = json!(format!("{}/v1/", server.url()));
    let tool = json!({
        "name": "ask", "type": "http", "description": "d", "config": config, "auth": auth,
        "parameters": parameters,
    });
    let registry = Registry::with(json!([tool]));
    let client = registry.client_with(&[PRIVATE]).await;
    (registry, client)
}

async fn echo() -> LocalServer {
    LocalServer::start(|_, asked: &Asked| {
        Reply::json(200, json!({"line": asked.line, "body": asked.body}))
    })
    .await
}

#[tokio::test]
async fn arguments_are_encoded_where_they_stand() {
    let server = echo().await;
    let config = json!({"path": "/users/{id}/posts", "query": {"q": "a {word}"}, "headers": {"X-Word": "{word}"}});
    let parameters = json!([text("id"), text("word"), text("left"), {"name": "tags", "type": "array", "items": "string", "required": false}]);
    let (_registry, client) = client(&server, config, Value::Null, parameters).await;
    call(
        &client,
        "ask",
        json!({"id": "a/../b ?#%2e", "word": "x&y=1", "left": "한글", "tags": ["1", "2"]}),
    )
    .await;
    let asked = server.asked().pop().unwrap();
    assert_eq!(asked.line, "GET /v1/users/a%2F..%2Fb%20%3F%23%252e/posts");
    assert_eq!(
        (asked.query["q"].as_str(), asked.query["left"].as_str()),
        ("a x&y=1", "한글")
    );
    assert_eq!(asked.headers["x-word"], "x&y=1");
    for id in ["..", ".", ""] {
        let refused = error(&client, "ask", json!({"id": id, "word": "x"})).await;
        assert!(refused.contains("path"), "{id}: {refused}");
    }
    let refused = error(&client, "ask", json!({"id": "1", "word": "x\r\nX-Evil: 1"})).await;
    assert_eq!(refused, "an argument cannot be sent in the header `x-word`");
    assert_eq!(server.asked().len(), 1);
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_body_is_what_is_left_or_what_the_author_wrote() {
    let server = echo().await;
    let parameters = json!([text("name"), {"name": "size", "type": "integer"}]);
    let posts = json!({"method": "POST", "path": "items"});
    let (_registry, client) = self::client(&server, posts, Value::Null, parameters.clone()).await;
    call(&client, "ask", json!({"name": "\"'; DROP", "size": 3})).await;
    let asked = server.asked().pop().unwrap();
    assert_eq!(
        (asked.line.as_str(), asked.headers["content-type"].as_str()),
        ("POST /v1/items", "application/json")
    );
    assert_eq!(
        serde_json::from_str::<Value>(&asked.body).unwrap(),
        json!({"name": "\"'; DROP", "size": 3})
    );
    client.close().await.unwrap();
    let puts = json!({"method": "PUT", "body": {"item": {"n": "{size}", "label": "<{name}>"}}});
    let (_registry, client) = self::client(&server, puts, Value::Null, parameters).await;
    call(&client, "ask", json!({"name": "{size}", "size": 3})).await;
    let asked = server.asked().pop().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&asked.body).unwrap(),
        json!({"item": {"n": 3, "label": "<{size}>"}})
    );
    client.close().await.unwrap();
}

#[tokio::test]
async fn answers_are_json_text_or_a_resource_and_errors_have_the_servers_words() {
    let server = LocalServer::start(|_, asked: &Asked| match asked.line.as_str() {
        "GET /v1/json" => Reply::json(200, json!({"data": {"items": [1, 2]}})),
        "GET /v1/text" => Reply::new(200, "text/plain", "hello"),
        "GET /v1/bytes" => Reply::new(200, "image/png", [0, 1, 255]),
        "GET /v1/moved" => {
            Reply::new(302, "text/plain", "").with("location", "http://169.254.169.254/")
        }
        _ => Reply::json(404, json!({"error": "no such thing"})),
    })
    .await;
    let config = json!({"path": "{what}", "response": "/data/items"});
    let (_registry, picking) = client(&server, config, Value::Null, json!([text("what")])).await;
    assert_eq!(
        call(&picking, "ask", json!({"what": "json"})).await.1,
        json!({"result": [1, 2]})
    );
    picking.close().await.unwrap();
    let (_registry, client) = client(
        &server,
        json!({"path": "{what}"}),
        Value::Null,
        json!([text("what")]),
    )
    .await;
    assert_eq!(
        call(&client, "ask", json!({"what": "text"})).await.0,
        "hello"
    );
    let bytes = client.call("ask", json!({"what": "bytes"})).await.unwrap();
    let block = serde_json::to_value(&bytes.content).unwrap();
    assert_eq!(
        (
            &block[0]["resource"]["blob"],
            &block[0]["resource"]["mimeType"]
        ),
        (&json!("AAH/"), &json!("image/png"))
    );
    let missing = error(&client, "ask", json!({"what": "nothing"})).await;
    assert!(
        missing.starts_with("the server answered 404")
            && missing.ends_with(r#"{"error":"no such thing"}"#),
        "{missing}"
    );
    let moved = error(&client, "ask", json!({"what": "moved"})).await;
    assert!(moved.contains("redirects are not followed"), "{moved}");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_busy_server_is_asked_again_only_if_that_is_safe() {
    let busy = |_: usize, asked: &Asked| match asked.line.starts_with("GET") {
        true => Reply::json(200, json!("ok")),
        false => Reply::json(503, json!("busy")),
    };
    let server = LocalServer::start(move |number, asked: &Asked| match number {
        0 => Reply::json(503, json!("busy")),
        number => busy(number, asked),
    })
    .await;
    let (_registry, gets) = client(&server, json!({}), Value::Null, json!([])).await;
    assert_eq!(call(&gets, "ask", json!({})).await.0, "ok");
    assert_eq!(server.asked().len(), 2);
    gets.close().await.unwrap();
    let (_registry, posts) =
        client(&server, json!({"method": "POST"}), Value::Null, json!([])).await;
    error(&posts, "ask", json!({})).await;
    assert_eq!(server.asked().len(), 3);
    posts.close().await.unwrap();
}

#[tokio::test]
async fn a_credential_is_sent_and_is_nowhere_else_in_plain_text() {
    let secret = "s3cr3t-credential";
    let server = LocalServer::start(move |_, asked: &Asked| {
        let sent = asked
            .headers
            .get("authorization")
            .cloned()
            .unwrap_or_default();
        Reply::json(401, json!({"you sent": sent}))
    })
    .await;
    let auth = json!({"type": "bearer", "token": secret});
    let (registry, client) = client(&server, json!({}), auth, json!([])).await;
    let refused = error(&client, "ask", json!({})).await;
    assert_eq!(
        server.asked()[0].headers["authorization"],
        format!("Bearer {secret}")
    );
    assert!(refused.contains("Bearer ********"), "{refused}");
    client.close().await.unwrap();
    assert!(
        registry.read().contains("\"token\": \"sealed:v1:"),
        "{}",
        registry.read()
    );
    // The home folder: registry, log and everything else that the server keeps.
    let mut folders = vec![registry.path("..")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                files += 1;
                assert!(
                    !String::from_utf8_lossy(&bytes).contains(secret),
                    "{}",
                    path.display()
                );
            }
        }
    }
    assert!(files >= 3, "{files} files were searched");
    for words in [
        &["tools", "export"][..],
        &["tools", "history", "ask", "--json"],
    ] {
        let mut command = registry.toolwright(words);
        command.env(PRIVATE.0, PRIVATE.1);
        let shown = crate::harness::run(command).answer();
        assert!(shown.contains("\"token\": \"********\""), "{shown}");
    }
}

/// A token server that gives `token-1`, `token-2`, …, and a service that accepts only `accepted`.
async fn token_server(accepted: &'static str) -> LocalServer {
    let given = AtomicUsize::new(0);
    LocalServer::start(move |_, asked: &Asked| match asked.line.as_str() {
        "POST /token" => {
            let number = given.fetch_add(1, Ordering::Relaxed) + 1;
            let answer = json!({"access_token": format!("token-{number}"), "expires_in": u64::MAX});
            Reply::json(200, answer)
        }
        _ if asked.headers["authorization"] == accepted => Reply::json(200, json!("ok")),
        _ => Reply::json(401, json!("no")),
    })
    .await
}

#[tokio::test]
async fn a_token_that_is_refused_is_fetched_anew_and_one_that_never_ends_is_kept_for_a_day() {
    let server = token_server("Bearer token-2").await;
    let auth = json!({
        "type": "oauth_client_credentials", "token_url": format!("{}/token", server.url()),
        "client_id": "ada", "client_secret": "s3cr3t",
    });
    let (_registry, client) = client(&server, json!({}), auth, json!([])).await;
    let refused = error(&client, "ask", json!({})).await;
    assert!(refused.starts_with("the server answered 401"), "{refused}");
    for _ in 0..2 {
        assert_eq!(call(&client, "ask", json!({})).await.0, "ok");
    }
    let asked = server.asked();
    let lines: Vec<_> = asked.iter().map(|asked| asked.line.as_str()).collect();
    assert_eq!(
        lines,
        [
            "POST /token",
            "GET /v1",
            "POST /token",
            "GET /v1",
            "GET /v1"
        ]
    );
    client.close().await.unwrap();
}
