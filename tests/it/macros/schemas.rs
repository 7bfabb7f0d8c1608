//! The schema of a tool's parameters, and its attributes.

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::{Tool as _, prelude::*, tool::TaskSupport};

use super::parameters::client;
use crate::harness::new_server;

async fn schema(name: &str) -> Value {
    let tools = client().await.tools().await.unwrap();
    let tool = tools.into_iter().find(|tool| tool["name"] == name);
    tool.unwrap()["inputSchema"].take()
}

#[tokio::test]
async fn the_schema_of_numbers() {
    let expected = json!({
        "type": "object",
        "properties": {
            "tiny": {"type": "integer", "minimum": -128, "maximum": 127, "description": "A small one."},
            "count": {"type": "integer", "minimum": 0},
            "whole": {"type": "integer"},
            "real": {"type": "number"},
            "truth": {"type": "boolean"},
        },
        "required": ["tiny", "count", "whole", "real", "truth"],
        "additionalProperties": false,
    });
    assert_eq!(schema("kinds_of_numbers").await, expected);
}

#[tokio::test]
async fn the_schema_of_collections() {
    let expected = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "maybe": {"type": "string"},
            "list": {"type": "array", "items": {"type": "integer"}},
            "sorted": {"type": "object", "additionalProperties": {"type": "number"}},
            "hashed": {"type": "object", "additionalProperties": {"type": "boolean"}},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "integer"}, {"type": "string"}],
                "minItems": 2,
                "maxItems": 2,
            },
        },
        "required": ["text", "list", "sorted", "hashed", "pair"],
        "additionalProperties": false,
    });
    assert_eq!(schema("kinds_of_collections").await, expected);
}

#[tokio::test]
async fn the_schema_of_other_types() {
    let place = json!({
        "type": "object",
        "properties": {
            "street": {"type": "string", "description": "Where the letters go."},
            "number": {"type": ["integer", "null"], "minimum": 0},
        },
        "required": ["street"],
    });
    let expected = json!({
        "type": "object",
        "properties": {
            "level": {"type": "string", "enum": ["low", "high"]},
            "place": place,
            "day": {"type": "string", "format": "date"},
            "moment": {"type": "string", "format": "date-time"},
            "id": {"type": "string", "format": "uuid"},
            "link": {"type": "string", "format": "uri"},
            "anything": {},
        },
        "required": ["level", "place", "day", "moment", "id", "link", "anything"],
        "additionalProperties": false,
    });
    assert_eq!(schema("kinds_of_types").await, expected);
}

#[tokio::test]
async fn the_schema_of_defaults() {
    let expected = json!({
        "type": "object",
        "properties": {
            "number": {"type": "integer", "default": 7},
            "text": {"type": "string", "default": "a word"},
            "list": {"type": "array", "items": {"type": "integer"}, "default": []},
            "level": {"type": "string", "enum": ["low", "high"], "default": "high"},
            "maybe": {"type": "integer", "minimum": 0, "maximum": 255, "default": 3},
        },
        "additionalProperties": false,
    });
    assert_eq!(schema("kinds_of_defaults").await, expected);
}

/// Do something that has every attribute.
///
/// With a second paragraph.
#[tool(
    name = "attributes/all",
    title = "All attributes",
    tags("one", "two"),
    timeout = "1500ms",
    destructive,
    idempotent,
    open_world,
    parallel,
    task
)]
async fn with_all_attributes() {}

/// Change nothing.
#[tool(read_only)]
async fn with_read_only() {}

const NOUN: &str = "number";

#[tool(
    description = format!("Double a {NOUN}."),
    rate_limit(per_minute = 10, concurrent = 2),
    meta("vendor/cost" = 3, "vendor/beta" = true),
    icons("https://example.com/two.png"),
    examples({"number": 1}, {"number": 2})
)]
async fn with_details(
    #[doc = concat!("The ", "number.")]
    #[doc = " Any."]
    number: u8,
) -> u16 {
    u16::from(number) * 2
}

#[tokio::test]
async fn a_tool_says_what_clients_show_and_models_learn_from() {
    let server = new_server().tools(tools![with_details]);
    let mut tools = server.client().await.unwrap().tools().await.unwrap();
    tools[0].as_object_mut().unwrap().remove("outputSchema");
    let number = json!({"type": "integer", "minimum": 0, "maximum": 255, "description": "The number.\nAny."});
    let expected = json!({
        "name": "with_details",
        "description": "Double a number.",
        "inputSchema": {
            "type": "object",
            "properties": {"number": number},
            "required": ["number"],
            "additionalProperties": false,
            "examples": [{"number": 1}, {"number": 2}],
        },
        "icons": [{"src": "https://example.com/two.png"}],
        "_meta": {"vendor/cost": 3, "vendor/beta": true},
    });
    assert_eq!(tools, [expected]);
    let limit = with_details {}.definition().rate_limit();
    assert_eq!(limit.per_minute, std::num::NonZeroU32::new(10));
    assert_eq!(
        (limit.per_hour, limit.concurrent),
        (None, std::num::NonZeroU32::new(2))
    );
}

#[tokio::test]
async fn attributes_are_on_the_wire() {
    let server = new_server().tools(tools![with_all_attributes, with_read_only]);
    let tools = server.client().await.unwrap().tools().await.unwrap();
    let input = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let all = json!({
        "name": "attributes/all",
        "title": "All attributes",
        "description": "Do something that has every attribute.\n\nWith a second paragraph.",
        "inputSchema": input,
        "annotations": {"destructiveHint": true, "idempotentHint": true, "openWorldHint": true},
        "_meta": {"toolwright/tags": ["one", "two"]},
    });
    let read_only = json!({
        "name": "with_read_only",
        "description": "Change nothing.",
        "inputSchema": input,
        "annotations": {"readOnlyHint": true},
    });
    assert_eq!(tools, [all, read_only]);
}

#[test]
fn attributes_that_no_client_sees_are_in_the_definition() {
    let tool = with_all_attributes {};
    let definition = tool.definition();
    assert_eq!(definition.timeout(), Some(Duration::from_millis(1500)));
    assert_eq!(definition.task_support(), TaskSupport::Optional);
    assert!(definition.is_parallel());
}
