//! Bodies of imported operations, as a server receives them: of DELETE, of forms, and in several parts.

use std::fs;

use serde_json::{Value, json};
use toolwright::Client;

use super::{Registry, call, error};
use crate::{
    harness::run,
    tools::local_server::{Asked, LocalServer, Reply},
};

/// The operations of a service whose bodies are not the JSON of a POST.
fn document(url: &str) -> Value {
    let body = |kind: &str, properties: Value, required: Value| {
        let schema = json!({"type": "object", "properties": properties, "required": required});
        json!({"required": true, "content": {kind: {"schema": schema}}})
    };
    let text = json!({"type": "string"});
    let list = json!({"type": "array", "items": {"type": "integer"}});
    let file = json!({"type": "string", "format": "binary", "description": "The picture."});
    json!({
        "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": url}],
        "paths": {
            "/orders": {"delete": {
                "operationId": "dropOrders",
                "requestBody": body("application/json", json!({"ids": list}), json!(["ids"])),
            }},
            "/orders/{id}": {"delete": {
                "operationId": "dropOrder",
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": text}],
            }},
            "/login": {"post": {
                "operationId": "login",
                "requestBody": body(
                    "application/x-www-form-urlencoded",
                    json!({"user": text, "scopes": list, "note": text}),
                    json!(["user"]),
                ),
            }},
            "/pictures": {"post": {
                "operationId": "addPicture",
                "requestBody": body(
                    "multipart/form-data",
                    json!({"title": text, "picture": file, "small": file}),
                    json!(["title", "picture"]),
                ),
            }},
        },
    })
}

/// A server that takes everything, and a client with the tools of its document.
async fn imported() -> (LocalServer, Client) {
    let service = LocalServer::start(|_, _: &Asked| Reply::json(200, json!({"done": true}))).await;
    let registry = Registry::with(json!([]));
    let file = registry.path("shop.json");
    fs::write(&file, document(&service.url()).to_string()).unwrap();
    let source = file.to_string_lossy();
    let private = ("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*");
    let mut command = registry.toolwright(&["tools", "import", "openapi", &source]);
    command.env(private.0, private.1);
    let done = run(command);
    assert_eq!(done.stderr, "");
    assert_eq!(done.stdout.lines().count(), 4, "{}", done.stdout);
    let client = registry.client_with(&[private]).await;
    (service, client)
}

fn last(service: &LocalServer) -> Asked {
    service.asked().pop().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_has_the_body_that_its_document_describes_and_no_other() {
    let (service, client) = imported().await;
    call(&client, "dropOrders", json!({"ids": [1, 2]})).await;
    let asked = last(&service);
    assert_eq!(asked.line, "DELETE /orders");
    assert_eq!(asked.headers["content-type"], "application/json");
    assert_eq!(asked.body, r#"{"ids":[1,2]}"#);
    call(&client, "dropOrder", json!({"id": "7"})).await;
    let asked = last(&service);
    assert_eq!(
        (asked.line.as_str(), asked.body.as_str()),
        ("DELETE /orders/7", "")
    );
    assert!(!asked.headers.contains_key("content-type"));
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_encoded_as_one() {
    let (service, client) = imported().await;
    call(&client, "login", json!({"user": "a&b c", "scopes": [1, 2]})).await;
    let asked = last(&service);
    assert_eq!(
        asked.headers["content-type"],
        "application/x-www-form-urlencoded"
    );
    assert_eq!(asked.body, "user=a%26b+c&scopes=1&scopes=2");
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_sent_as_a_part_of_its_bytes() {
    let (service, client) = imported().await;
    let picture = json!({"title": "Dots", "picture": "UE5HIQ=="});
    call(&client, "addPicture", picture).await;
    let asked = last(&service);
    let kind = asked.headers["content-type"].clone();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    let expected = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nDots\r\n\
         --{boundary}\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"picture\"\r\n\
         Content-Type: application/octet-stream\r\n\r\nPNG!\r\n--{boundary}--\r\n"
    );
    assert_eq!(asked.body, expected);
    let before = service.asked().len();
    let wrong = error(&client, "addPicture", json!({"title": "", "picture": "!"})).await;
    assert!(wrong.contains("`picture` is not Base64"), "{wrong}");
    assert_eq!(service.asked().len(), before);
    client.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_address_is_told_once_for_all_operations() {
    let registry = Registry::with(json!([]));
    let file = registry.path("shop.json");
    fs::write(&file, document("https://shop.example").to_string()).unwrap();
    let source = file.to_string_lossy();
    let words = [
        "tools",
        "import",
        "openapi",
        &source,
        "--base-url",
        "http://10.0.0.1",
    ];
    let refused = run(registry.toolwright(&words));
    assert_eq!(refused.code, Some(1));
    assert_eq!(
        refused.stderr.matches("is a private address").count(),
        1,
        "{}",
        refused.stderr
    );
    let start = "left out 4 operations (`dropOrders`, `dropOrder`, `login`, …): ";
    assert!(refused.stderr.contains(start), "{}", refused.stderr);
}
