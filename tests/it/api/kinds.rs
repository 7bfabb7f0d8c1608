//! The kinds of tools that can be defined.

use serde_json::{Value, json};

use super::{Api, names};

#[tokio::test]
async fn the_kinds_are_listed_with_the_schema_of_their_configuration() {
    let api = Api::with(json!([])).await;
    let kinds = api.get("kinds").await.expect(200);
    assert_eq!(
        names(&kinds),
        [
            "builtin",
            "expression",
            "http",
            "mcp",
            "python",
            "shell",
            "sql"
        ]
    );
    assert_eq!((&kinds["next"], &kinds["total"]), (&json!(null), &json!(7)));
    assert_eq!(
        kinds["items"][1],
        json!({
            "name": "expression",
            "config_schema": {
                "type": "object",
                "properties": {"expression": {
                    "description": "One Python expression, or statements that end in `result = …`.",
                    "type": "string",
                }},
                "required": ["expression"],
                "additionalProperties": false,
            },
            "text_field": "expression",
            "needs_config": true,
            "takes_auth": false,
            "runs_programs": false,
        })
    );
    let with = |field: &str, value: bool| -> Vec<&Value> {
        let items = kinds["items"].as_array().unwrap().iter();
        let items = items.filter(|kind| kind[field] == value);
        items.map(|kind| &kind["name"]).collect()
    };
    assert_eq!(with("runs_programs", true), ["python", "shell"]);
    assert_eq!(
        with("takes_auth", true),
        ["builtin", "http", "mcp", "python", "shell"]
    );
    assert_eq!(with("needs_config", false), ["builtin"]);
}

#[tokio::test]
async fn the_document_describes_the_kinds() {
    let api = Api::with(json!([])).await;
    let document = api.get("openapi.json").await.expect(200);
    let operation = &document["paths"]["/kinds"]["get"];
    assert_eq!(operation["operationId"], "list_kinds");
    let tool = &document["components"]["schemas"]["ToolSpec"];
    let kinds = api.get("kinds").await.expect(200);
    assert_eq!(tool["properties"]["type"]["enum"], json!(names(&kinds)));
}
