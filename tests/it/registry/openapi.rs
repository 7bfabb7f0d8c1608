//! `toolwright tools import openapi`: from a description of a service to tools that ask it.

use std::fs;

use serde_json::{Value, json};

use super::{Registry, call};
use crate::{
    harness::{Ended, run},
    tools::local_server::{Asked, LocalServer, Reply},
};

const PRIVATE: (&str, &str) = ("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*");

/// A service that describes itself, and answers with what it was asked.
async fn service() -> LocalServer {
    LocalServer::start(|_, asked: &Asked| match asked.line.as_str() {
        "GET /docs/openapi.json" => Reply::json(
            200,
            json!({
                "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
                "servers": [{"url": "/api"}],
                "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
                "paths": {
                    "/orders/{id}": {"get": {
                        "operationId": "getOrder", "summary": "Returns an order.",
                        "parameters": [
                            {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                            {"name": "part", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                            {"name": "X-Note", "in": "header", "schema": {"type": "string"}},
                        ],
                    }},
                    "/orders": {"post": {
                        "operationId": "addOrder",
                        "requestBody": {"required": true, "content": {"application/json": {"schema": {
                            "type": "object", "required": ["item"],
                            "properties": {"item": {"type": "string"}, "count": {"type": "integer"}},
                        }}}},
                    }},
                    "/files": {"post": {
                        "operationId": "upload",
                        "requestBody": {"content": {"application/octet-stream": {}}},
                    }},
                },
            }),
        ),
        line => Reply::json(
            200,
            json!({
                "line": line, "body": asked.body, "query": asked.query,
                "note": asked.headers.get("x-note"), "auth": asked.headers.get("authorization").map(String::len),
            }),
        ),
    })
    .await
}

fn import(registry: &Registry, source: &str, words: &[&str]) -> Ended {
    let mut command =
        registry.toolwright(&[&["tools", "import", "openapi", source], words].concat());
    command.env(PRIVATE.0, PRIVATE.1);
    run(command)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_describes_itself_has_its_tools_with_one_command() {
    let service = service().await;
    let registry = Registry::with(json!([]));
    let url = format!("{}/docs/openapi.json", service.url());
    let imported = import(&registry, &url, &["--prefix", "shop_"]);
    assert_eq!(
        (imported.code, imported.stdout.as_str()),
        (
            Some(0),
            "shop_getOrder (revision 1)\nshop_addOrder (revision 1)\n"
        ),
        "{}",
        imported.stderr
    );
    assert_eq!(
        imported.stderr,
        "left out `upload`: its body is `application/octet-stream`: neither JSON nor a form\n\
         the service wants credentials: `--auth FILE` adds them to each tool\n"
    );
    let client = registry.client_with(&[PRIVATE]).await;
    let order = json!({"id": "a/b", "part": ["x", "y"]});
    let (_, got) = call(&client, "shop_getOrder", order).await;
    assert_eq!(
        (&got["line"], &got["query"]["part"], &got["note"]),
        (&json!("GET /api/orders/a%2Fb"), &json!("y"), &Value::Null)
    );
    let (_, added) = call(&client, "shop_addOrder", json!({"item": "tea", "count": 2})).await;
    assert_eq!(added["line"], "POST /api/orders");
    let body: Value = serde_json::from_str(added["body"].as_str().unwrap()).unwrap();
    assert_eq!(body, json!({"item": "tea", "count": 2}));
    let wrong = client
        .call("shop_addOrder", json!({"count": 2}))
        .await
        .unwrap();
    assert!(wrong.is_error);
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_again_shows_what_changes_and_credentials_are_sealed() {
    let service = service().await;
    let registry = Registry::with(json!([]));
    let url = format!("{}/docs/openapi.json", service.url());
    let only = ["--only", "getOrder"];
    assert_eq!(import(&registry, &url, &only).code, Some(0));
    assert!(
        import(&registry, &url, &only)
            .stderr
            .contains("nothing changed")
    );
    let auth = registry.path("auth.json");
    fs::write(&auth, r#"{"type": "bearer", "token": "s3cr3t"}"#).unwrap();
    let auth = auth.to_string_lossy().into_owned();
    let asked = import(&registry, &url, &["--only", "/orders/*", "--auth", &auth]);
    assert_eq!(asked.code, Some(1));
    assert!(asked.stderr.contains("+ auth: "), "{}", asked.stderr);
    assert!(!asked.stderr.contains("s3cr3t"), "{}", asked.stderr);
    let added = import(
        &registry,
        &url,
        &["--only", "getOrder", "--auth", &auth, "--yes"],
    );
    assert_eq!(added.stdout, "getOrder (revision 2)\n", "{}", added.stderr);
    assert!(registry.read().contains("sealed:v1:") && !registry.read().contains("s3cr3t"));
    // The key that the command has made.
    let key = registry.path("../.local/share/toolwright/secret.key");
    let key = ("TOOLWRIGHT_SECRET_KEY_FILE", key.to_str().unwrap());
    let client = registry.client_with(&[PRIVATE, key]).await;
    let (_, got) = call(&client, "getOrder", json!({"id": "1"})).await;
    assert_eq!(got["auth"], "Bearer s3cr3t".len());
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_cannot_be_read_changes_nothing() {
    let service = service().await;
    let registry = Registry::with(json!([]));
    let before = registry.read();
    let file = registry.path("spec.yaml");
    let source = file.to_string_lossy().into_owned();
    for (text, expected) in [
        ("swagger: '2.0'", "it is Swagger 2.0"),
        (
            "openapi: 3.0.0\npaths: {/a: {get: {}}}",
            "`--base-url` sets one",
        ),
        (
            "openapi: 3.0.0\nservers: [{url: 'http://169.254.169.254/'}]\npaths: {/a: {get: {}}}",
            "is a private address",
        ),
        (
            "openapi: 3.0.0\npaths: {}",
            "no operation that can be imported",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let refused = import(&registry, &source, &[]);
        assert_eq!(refused.code, Some(1), "{text}: {}", refused.stdout);
        assert!(
            refused.stderr.contains(expected),
            "{text}: {}",
            refused.stderr
        );
    }
    let url = format!("{}/docs/openapi.json", service.url());
    let refused = run(registry.toolwright(&["tools", "import", "openapi", &url]));
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("private"), "{}", refused.stderr);
    assert_eq!(service.asked().len(), 0);
    assert_eq!(registry.read(), before);
}
