//! Tools that are written by hand are held to their schemas, without governance too.

use serde_json::{Value, json};
use toolwright::{Client, ToolDef, ToolOutput};

use crate::harness::{defined_tool, new_server};

/// A client of a server whose tool repeats its arguments.
async fn client() -> Client {
    let schema = json!({
        "type": "object",
        "properties": {
            "count": {"type": "integer", "minimum": 1},
            "level": {"enum": ["low", "high"]},
            "items": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["count"],
        "additionalProperties": false,
    });
    let Value::Object(schema) = schema else {
        unreachable!()
    };
    let definition = ToolDef::new("order", "Orders.").with_input_schema(schema);
    let tool = defined_tool(definition, |_, arguments| async move {
        Ok(ToolOutput::text(arguments.to_string()))
    });
    new_server().tools([tool]).client().await.unwrap()
}

#[tokio::test]
async fn arguments_that_fit_reach_the_tool_unchanged() {
    let client = client().await;
    for arguments in [
        json!({"count": 1}),
        json!({"count": 2.0}),
        json!({"count": 3, "level": "high", "items": ["a"]}),
    ] {
        let output = client.call("order", &arguments).await.unwrap();
        assert_eq!(output.joined_text(), arguments.to_string());
    }
}

#[tokio::test]
async fn everything_that_does_not_fit_is_told_at_once() {
    let client = client().await;
    let wrong = json!({"count": 0, "level": "middle", "items": ["a", 1], "colour": "red"});
    let output = client.call("order", wrong).await.unwrap();
    assert!(output.is_error);
    let text = output.joined_text();
    for expected in ["`colour`", "`count`", "`level`", "`items[1]`"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let missing = client.call("order", json!({})).await.unwrap();
    assert!(missing.is_error && missing.joined_text().contains("`count`"));
}
