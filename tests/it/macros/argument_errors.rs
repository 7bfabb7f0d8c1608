//! What the errors of arguments say: all problems, and an example that works.

use serde_json::{Value, json};
use toolwright::{Client, ToolDef, ToolOutput, prelude::*};

use crate::harness::{defined_tool, new_server};

async fn call(client: &Client, name: &str, arguments: Value) -> String {
    let answer = client.call(name, arguments).await.unwrap();
    answer.joined_text()
}

/// Double a number.
#[tool]
async fn wanted_double(#[range(1..=100)] number: i64, #[length(1..=3)] note: String) -> String {
    format!("{note} {}", 2 * number)
}

#[tokio::test]
async fn all_problems_are_told_at_once() {
    let server = new_server().tools(tools![wanted_double]);
    let client = server.client().await.unwrap();
    let arguments = json!({"number": "x", "note": "long"});
    let answer = call(&client, "wanted_double", arguments).await;
    let expected = "invalid arguments for `wanted_double`:\n\
        - `number`: got \"x\", wanted an integer\n\
        - `note`: got \"long\", wanted characters from 1 up to 3\n\
        example: {\"number\":1,\"note\":\"tex\"}";
    assert_eq!(answer, expected);
}

/// Find a part.
#[tool]
async fn wanted_part(#[pattern("^[A-Z]{2}-\\d{3}$")] code: String) -> String {
    code
}

#[tokio::test]
async fn an_example_works() {
    let server = new_server().tools(tools![wanted_part]);
    let client = server.client().await.unwrap();
    let answer = call(&client, "wanted_part", json!({})).await;
    let example = answer.lines().last().unwrap().strip_prefix("example: ");
    let example: Value = serde_json::from_str(example.unwrap()).unwrap();
    assert_eq!(example, json!({"code": "AA-000"}));
    assert_eq!(call(&client, "wanted_part", example).await, "AA-000");
}

/// Find a word without an a.
#[tool]
async fn wanted_word(#[pattern("^[^a]$")] word: String) -> String {
    word
}

#[tokio::test]
async fn an_example_that_cannot_be_made_is_not_shown() {
    let server = new_server().tools(tools![wanted_word]);
    let client = server.client().await.unwrap();
    let answer = call(&client, "wanted_word", json!({})).await;
    let expected = "invalid arguments for `wanted_word`:\n- `word`: got nothing, wanted a string";
    assert_eq!(answer, expected);
}

#[test]
fn a_default_that_its_schema_refuses_fails_the_build() {
    let schema = json!({
        "type": "object",
        "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 9}},
    });
    let schema = schema.as_object().unwrap().clone();
    let definition = ToolDef::new("take", "Take some.").with_input_schema(schema);
    let take = defined_tool(definition, |_, _| async { Ok(ToolOutput::text("taken")) });
    let refused = new_server().tools([take]).build().unwrap_err();
    let refused = refused.to_string();
    let problem = "has a default that it refuses: `count` is 9, wanted a number from 1 up to 5";
    assert!(refused.ends_with(problem), "{refused}");
}
