//! Typical mistakes of models are repaired, and the repairs are reported.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{Client, Json, Server, ToolDef, ToolOutput, govern::Governance, prelude::*};

use super::governed;
use crate::harness::{Modern, TestServer, defined_tool, new_server};

#[derive(Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Person {
    name: String,
    age: Option<u8>,
}

#[derive(Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Speed {
    Fast,
    Slow,
}

/// Return the arguments.
#[tool(parallel)]
async fn repaired_echo(
    #[default(Vec::new())] ids: Vec<i64>,
    person: Option<Person>,
    speed: Option<Speed>,
    #[default(7)]
    #[range(1..=100)]
    limit: u32,
    #[default(false)] strict: bool,
) -> Json<Value> {
    Json(json!({"ids": ids, "person": person, "speed": speed, "limit": limit, "strict": strict}))
}

/// The same tool by hand, whose arguments only the schema checks.
fn by_hand() -> Arc<dyn toolwright::Tool> {
    let schema = json!({
        "type": "object",
        "properties": {
            "ids": {"type": "array", "items": {"type": "integer"}},
            "person": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
                "required": ["name"],
            },
            "speed": {"enum": ["fast", "slow"]},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 7},
            "strict": {"type": "boolean"},
        },
        "additionalProperties": false,
    });
    let definition = ToolDef::new("by_hand", "What came.").parallel();
    let definition = definition.with_input_schema(schema.as_object().unwrap().clone());
    defined_tool(definition, |_, arguments| async move {
        Ok(ToolOutput::text(arguments.to_string()))
    })
}

fn server() -> Server {
    new_server().tools(tools![repaired_echo]).tools([by_hand()])
}

/// The nine calls that Python FastMCP was measured with: arguments and expected values. FastMCP
/// accepts the first one.
const CALLS: [(&str, &str, Option<&str>); 9] = [
    (r#"{"limit": "10"}"#, "limit", Some("10")),
    (r#"{"ids": "[1,2,3]"}"#, "ids", Some("[1,2,3]")),
    (
        r#"{"person": "{\"name\":\"a\"}"}"#,
        "person",
        Some(r#"{"name":"a"}"#),
    ),
    (r#"{"speed": "FAST"}"#, "speed", Some(r#""fast""#)),
    (r#"{"limit": null}"#, "limit", Some("7")),
    (r#"{"limt": 5}"#, "limit", Some("5")),
    (r#"{"ids": 1}"#, "ids", Some("[1]")),
    (r#"{"strict": "true"}"#, "strict", Some("true")),
    // The intent is not clear.
    (r#"{"banana": 1}"#, "banana", None),
];

async fn understood(client: &Client, tool: &str) -> Vec<bool> {
    let mut understood = Vec::new();
    for (arguments, member, expected) in CALLS {
        let arguments: Value = serde_json::from_str(arguments).unwrap();
        let answer = client.call(tool, &arguments).await.unwrap();
        let Some(expected) = expected.filter(|_| !answer.is_error) else {
            assert!(
                answer.joined_text().contains(&format!("`{member}`")),
                "{arguments}: {}",
                answer.joined_text()
            );
            understood.push(false);
            continue;
        };
        let seen: Value = serde_json::from_str(&answer.joined_text()).unwrap();
        let expected: Value = serde_json::from_str(expected).unwrap();
        let is_default = seen.get(member).is_none() && expected == json!(7);
        let mut found = seen[member].clone();
        if let Some(person) = found.as_object_mut() {
            person.retain(|_, value| !value.is_null());
        }
        assert!(found == expected || is_default, "{arguments}: {seen}");
        assert_eq!(
            answer.meta["toolwright/repairs"].as_array().map(Vec::len),
            Some(1),
            "{arguments}"
        );
        understood.push(true);
    }
    understood
}

#[tokio::test]
async fn eight_of_nine_typical_mistakes_are_repaired() {
    let eight = [true, true, true, true, true, true, true, true, false];
    let client = governed(server()).0.client().await.unwrap();
    assert_eq!(understood(&client, "repaired_echo").await, eight);
    assert_eq!(understood(&client, "by_hand").await, eight);
}

#[tokio::test]
async fn repairs_are_in_the_result_and_in_the_log() {
    let (server, records) = governed(server());
    let server = TestServer::start(server).await;
    let client = Modern::of(&server);
    for tool in ["repaired_echo", "by_hand"] {
        let result = client.call(tool, json!({"Limit": "5"})).await.into_result();
        let repairs = json!([
            {"path": "Limit", "repair": "near_miss_key", "got": "Limit", "used": "limit"},
            {"path": "limit", "repair": "quoted_value", "got": "5", "used": 5},
        ]);
        assert_eq!(result["_meta"]["toolwright/repairs"], repairs);
        let [record] = <[Value; 1]>::try_from(records.taken()).unwrap();
        assert_eq!(
            (&record["repairs"], &record["arguments"]),
            (&repairs, &json!({"Limit": "5"}))
        );
        assert_eq!(record["outcome"], "ok");
    }
}

#[tokio::test]
async fn a_valid_call_has_no_repairs() {
    let client = governed(server()).0.client().await.unwrap();
    for tool in ["repaired_echo", "by_hand"] {
        let answer = client.call(tool, json!({"limit": 5})).await.unwrap();
        assert!(!answer.is_error && !answer.meta.contains_key("toolwright/repairs"));
    }
}

#[tokio::test]
async fn an_error_has_the_path_and_an_example() {
    let client = governed(server()).0.client().await.unwrap();
    let wrong = json!({"limit": 0, "ids": ["x"]});
    for (tool, example) in [
        ("repaired_echo", r#"{"ids":[],"limit":7}"#),
        ("by_hand", r#"{"ids":[1],"limit":7}"#),
    ] {
        let answer = client.call(tool, &wrong).await.unwrap();
        assert_eq!(
            answer.joined_text(),
            format!(
                "invalid arguments for `{tool}`:\n\
                 - `ids[0]`: got \"x\", wanted an integer\n\
                 - `limit`: got 0, wanted a number from 1\n\
                 example: {example}"
            )
        );
    }
}

#[tokio::test]
async fn repairs_can_be_disabled() {
    let governance = Governance::new().repair(false);
    let client = server().govern(governance).client().await.unwrap();
    for tool in ["repaired_echo", "by_hand"] {
        assert_eq!(understood(&client, tool).await, [false; 9]);
    }
}

#[tokio::test]
async fn middleware_sees_repaired_arguments() {
    async fn tell(
        call: toolwright::middleware::Call,
        next: toolwright::middleware::Next,
    ) -> Result<ToolOutput, ToolError> {
        let seen = call.arguments.as_str().to_owned();
        let mut output = next.run(call).await?;
        output.meta.insert("seen".into(), seen.into());
        Ok(output)
    }
    let client = governed(server().middleware(tell))
        .0
        .client()
        .await
        .unwrap();
    for tool in ["repaired_echo", "by_hand"] {
        let answer = client.call(tool, json!({"limit": "5"})).await.unwrap();
        assert_eq!(answer.meta["seen"], "{\"limit\":5}");
    }
}
