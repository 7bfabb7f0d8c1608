//! Resources: every form of URI, every kind of contents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolwright::{Client, prelude::*, resource::ResourceOutput};

use crate::harness::new_server;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Up,
    Down,
}

/// The terms.
#[resource(
    "res-terms://all",
    title = "Terms",
    mime = "text/markdown",
    tags("legal")
)]
async fn res_terms() -> &'static str {
    "# Terms"
}

/// A user.
#[resource("res-users://{id}")]
async fn res_user(id: u64) -> Json<Value> {
    Json(json!({ "id": id }))
}

/// A file.
#[resource("res-files://{+path}")]
fn res_file(path: String) -> Vec<u8> {
    path.into_bytes()
}

/// A page of a book.
#[resource("res-books://{book}/pages/{page}")]
async fn res_page(book: String, page: u32) -> String {
    format!("{book} {page}")
}

/// What was found.
#[resource("res-search://{topic*}{?order,limit}")]
async fn res_search(topic: String, order: Option<Order>, #[default(10)] limit: u8) -> String {
    format!("{topic} {order:?} {limit}")
}

/// Two parts.
#[resource("res-parts://{id}", mime = "text/x-unused")]
async fn res_parts(id: String) -> Result<ResourceOutput, ToolError> {
    if id == "none" {
        return Err(ToolError::not_found("resource", "res-parts://none"));
    }
    let text = ResourceContents::text(format!("res-parts://{id}/1"), "text/plain", "one");
    let blob = ResourceContents::blob(format!("res-parts://{id}/2"), "image/png", [1]);
    Ok(vec![text, blob].into())
}

/// What a value looks like.
#[resource("res-struct://one")]
async fn res_struct() -> Order {
    Order::Up
}

/// Fails.
#[resource("res-broken://one")]
async fn res_broken() -> Result<String, std::num::ParseIntError> {
    "x".parse::<u8>().map(|number| number.to_string())
}

async fn client() -> Client {
    let resources = resources![
        res_terms, res_user, res_file, res_page, res_search, res_parts, res_struct, res_broken
    ];
    new_server().resources(resources).client().await.unwrap()
}

async fn read(uri: &str) -> Value {
    json!(client().await.read(uri).await.unwrap())
}

async fn refused(uri: &str) -> (i64, String) {
    match client().await.read(uri).await.unwrap_err() {
        toolwright::Error::Refused { code, message } => (code, message),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn contents_are_text_bytes_json_or_several_parts() {
    for (uri, expected) in [
        (
            "res-terms://all",
            json!({"mimeType": "text/markdown", "text": "# Terms"}),
        ),
        (
            "res-users://7",
            json!({"mimeType": "application/json", "text": "{\"id\":7}"}),
        ),
        (
            "res-struct://one",
            json!({"mimeType": "application/json", "text": "\"up\""}),
        ),
        (
            "res-files://a/b.txt",
            json!({"mimeType": "application/octet-stream", "blob": "YS9iLnR4dA=="}),
        ),
    ] {
        let mut expected = expected;
        expected["uri"] = json!(uri);
        assert_eq!(read(uri).await, json!([expected]));
    }
    let parts = json!([
        {"uri": "res-parts://x/1", "mimeType": "text/plain", "text": "one"},
        {"uri": "res-parts://x/2", "mimeType": "image/png", "blob": "AQ=="},
    ]);
    assert_eq!(read("res-parts://x").await, parts);
}

#[tokio::test]
async fn variables_arrive_decoded_and_typed() {
    for (uri, text) in [
        ("res-books://caf%C3%A9%20noir/pages/12", "café noir 12"),
        ("res-search://rust", "rust None 10"),
        ("res-search://rust/async?limit=3", "rust/async None 3"),
        (
            "res-search://rust?order=down&limit=3&other=x",
            "rust Some(Down) 3",
        ),
    ] {
        assert_eq!(read(uri).await[0]["text"], text, "{uri}");
    }
}

#[tokio::test]
async fn an_invalid_variable_is_named() {
    for (uri, message) in [
        (
            "res-users://seven",
            "argument `id` is `seven`, which is not an integer from 0",
        ),
        (
            "res-users://-1",
            "argument `id` is `-1`, which is not an integer from 0",
        ),
        (
            "res-search://x?limit=300",
            "argument `limit` is `300`, which is not an integer from 0 up to 255",
        ),
    ] {
        assert_eq!(refused(uri).await, (-32602, message.into()));
    }
}

#[tokio::test]
async fn values_that_leave_their_folder_are_refused_like_missing_ones() {
    for uri in [
        "res-files://../etc/passwd",
        "res-files://a/../../b",
        "res-files:///etc/passwd",
        "res-files://a/%2e%2e/b",
        "res-files://%252e%252e/b",
        "res-files://a%5C..%5Cb",
        "res-files://%00",
        "res-books://a%2Fb/pages/1",
        "res-books://../pages/1",
        "res-nothing://x",
    ] {
        let expected = (-32602, format!("unknown resource `{uri}`"));
        assert_eq!(refused(uri).await, expected);
    }
}

#[tokio::test]
async fn a_failing_resource_returns_an_error() {
    assert_eq!(
        refused("res-broken://one").await,
        (-32603, "invalid digit found in string".into())
    );
    assert_eq!(
        refused("res-parts://none").await,
        (-32602, "unknown resource `res-parts://none`".into())
    );
}

#[tokio::test]
async fn resources_and_templates_are_listed_separately() {
    let client = client().await;
    let terms = json!({
        "uri": "res-terms://all",
        "name": "res_terms",
        "title": "Terms",
        "description": "The terms.",
        "mimeType": "text/markdown",
        "_meta": {"toolwright/tags": ["legal"]},
    });
    let plain = |uri: &str, name: &str, description: &str| json!({"uri": uri, "name": name, "description": description});
    assert_eq!(
        client.resources().await.unwrap(),
        [
            plain("res-broken://one", "res_broken", "Fails."),
            plain("res-struct://one", "res_struct", "What a value looks like."),
            terms,
        ]
    );
    let templates: Vec<_> = client.templates().await.unwrap();
    let templates: Vec<_> = templates
        .iter()
        .map(|one| one["uriTemplate"].as_str().unwrap())
        .collect();
    assert_eq!(
        templates,
        [
            "res-books://{book}/pages/{page}",
            "res-files://{+path}",
            "res-parts://{id}",
            "res-search://{topic*}{?order,limit}",
            "res-users://{id}",
        ]
    );
}

#[tokio::test]
async fn of_two_matching_templates_the_more_specific_is_read() {
    /// Anybody.
    #[resource("res-people://{name}")]
    async fn res_anybody(name: String) -> String {
        format!("anybody {name}")
    }
    /// Doctors.
    #[resource("res-people://dr-{name}")]
    async fn res_doctor(name: String) -> String {
        format!("doctor {name}")
    }
    /// One.
    #[resource("res-people://dr-who")]
    async fn res_who() -> &'static str {
        "who"
    }
    let server = new_server().resources(resources![res_anybody, res_doctor, res_who]);
    let client = server.client().await.unwrap();
    for (uri, text) in [
        ("res-people://ada", "anybody ada"),
        ("res-people://dr-no", "doctor no"),
        ("res-people://dr-who", "who"),
    ] {
        assert_eq!(
            client.read(uri).await.unwrap()[0].text.as_deref(),
            Some(text)
        );
    }
}
