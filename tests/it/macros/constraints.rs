//! Constraints that types do not give.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolwright::{Client, prelude::*};

use crate::harness::new_server;

/// Take what is constrained.
#[tool]
async fn constrained(
    #[range(1..=100)] count: i64,
    #[range(0.0..1.0)] share: Option<f64>,
    #[length(2..=5)] word: Option<String>,
    #[length(1..)] list: Option<Vec<i64>>,
    #[length(..=1)] map: Option<BTreeMap<String, i64>>,
    #[pattern("^[a-z]+$")]
    #[length(..=8)]
    #[default("abc".to_owned())]
    code: String,
) -> String {
    format!("{count} {share:?} {word:?} {list:?} {map:?} {code}")
}

async fn client() -> Client {
    new_server()
        .tools(tools![constrained])
        .client()
        .await
        .unwrap()
}

async fn call(arguments: Value) -> (bool, String) {
    let output = client().await.call("constrained", arguments).await.unwrap();
    (output.is_error, output.joined_text())
}

#[tokio::test]
async fn valid_arguments_pass_the_constraints() {
    for (arguments, expected) in [
        (json!({"count": 1}), "1 None None None None abc"),
        (
            json!({"count": 100, "share": 0.0}),
            "100 Some(0.0) None None None abc",
        ),
        (
            json!({"count": 5, "word": "äöüßé", "list": [1], "map": {"a": 1}, "code": "abcdefgh"}),
            "5 None Some(\"äöüßé\") Some([1]) Some({\"a\": 1}) abcdefgh",
        ),
    ] {
        assert_eq!(call(arguments).await, (false, expected.into()));
    }
}

#[tokio::test]
async fn every_violated_constraint_is_named() {
    let arguments = json!({
        "count": 0,
        "share": 1.0,
        "word": "x",
        "list": [],
        "map": {"a": 1, "b": 2},
        "code": "ABCDEFGHI",
    });
    let expected = "invalid arguments for `constrained`:
- `count`: got 0, wanted a number from 1 up to 100
- `share`: got 1.0, wanted a number from 0 below 1
- `word`: got \"x\", wanted characters from 2 up to 5
- `list`: got [], wanted items from 1
- `map`: got {\"a\":1,\"b\":2}, wanted entries up to 1
- `code`: got \"ABCDEFGHI\", wanted text that matches `^[a-z]+$`
- `code`: got \"ABCDEFGHI\", wanted characters up to 8
example: {\"count\":1,\"share\":0.5,\"word\":\"text\",\"list\":[1],\"map\":{},\"code\":\"abc\"}";
    let (is_error, text) = call(arguments).await;
    let sorted = |text: &str| {
        let mut lines: Vec<_> = text.lines().map(ToOwned::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!((is_error, sorted(&text)), (true, sorted(expected)));
}

#[tokio::test]
async fn the_schema_contains_the_constraints() {
    let tools = client().await.tools().await.unwrap();
    let expected = json!({
        "type": "object",
        "properties": {
            "count": {"type": "integer", "minimum": 1, "maximum": 100},
            "share": {"type": "number", "minimum": 0.0, "exclusiveMaximum": 1.0},
            "word": {"type": "string", "minLength": 2, "maxLength": 5},
            "list": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 1},
            "code": {"type": "string", "default": "abc", "pattern": "^[a-z]+$", "maxLength": 8},
        },
        "required": ["count"],
        "additionalProperties": false,
    });
    assert_eq!(tools[0]["inputSchema"], expected);
}
