//! A kind from outside is read, listed, called and described like those that ship.

use std::{env, fs, path::PathBuf, process, sync::Arc};

use serde_json::{Value, json};
use toolwright::Server;
use toolwright_registry::{
    Engines, FileRegistry, KindError, Kinds, RegistryError, json_schema, kinds::schema_differences,
};
use toolwright_test_kind::Shout;

/// A folder with a `tools.json`, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, tools: &str) -> Self {
        let folder = env::temp_dir().join(format!("toolwright-kind-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("tools.json"), tools).expect("a file");
        Self(folder)
    }

    async fn open(&self) -> Result<FileRegistry, RegistryError> {
        FileRegistry::open_with(&self.0, kinds()).await
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn kinds() -> Kinds {
    Kinds::default().with(Arc::new(Shout)).expect("a free name")
}

#[tokio::test]
async fn a_tool_of_a_kind_from_outside_is_listed_and_called() {
    let folder = Folder::with(
        "called",
        r#"[{"name": "cheer", "type": "shout", "description": "Cheers.", "config": {"suffix": "!"}},
            {"name": "six", "type": "SHOUT", "description": "Plain.", "config": {}}]"#,
    );
    let registry = folder.open().await.expect("no mistakes");
    let server = Server::new("kind").source(registry);
    let client = server.client().await.expect("a client");
    let tools = client.tools().await.expect("tools");
    let cheer = tools.iter().find(|tool| tool["name"] == "cheer");
    let cheer = cheer.expect("the tool is listed");
    assert_eq!(
        cheer["inputSchema"],
        json!({
            "type": "object",
            "properties": {"text": {"type": "string", "description": "The text to shout."}},
            "required": ["text"],
            "additionalProperties": false,
        })
    );
    assert_eq!(cheer["annotations"]["readOnlyHint"], true);
    let result = client.call("cheer", json!({"text": "hello"})).await;
    assert_eq!(result.expect("a result").joined_text(), "HELLO!");
    let result = client.call("six", json!({"text": "hello"})).await;
    assert_eq!(result.expect("a result").joined_text(), "HELLO");
    let refused = client.call("cheer", json!({"text": 7})).await;
    let refused = refused.expect("a result");
    assert!(refused.is_error, "{}", refused.joined_text());
    client.close().await.expect("closed");
}

#[tokio::test]
async fn a_mistake_in_its_config_is_reported_at_its_place() {
    let folder = Folder::with(
        "mistakes",
        r#"[
  {"name": "a", "type": "shout", "description": "A.",
   "config": {"suffix": 7}},
  {"name": "b", "type": "shout", "description": "B.",
   "config": {"suffix": "!!!!", "sufix": "!"}},
  {"name": "c", "type": "shuot", "description": "C.", "config": {}}
]"#,
    );
    let error = folder.open().await.expect_err("mistakes").to_string();
    let file = folder.0.join("tools.json").display().to_string();
    let lines: Vec<_> = error
        .lines()
        .map(|line| {
            line.trim_start_matches(&file)
                .trim_start_matches("tools.json")
        })
        .collect();
    assert_eq!(
        lines,
        [
            ":3:25: [0].config.suffix: expected text, got `7`",
            ":5:25: [1].config.suffix: expected at most 3 characters",
            ":5:42: [1].config.sufix: unknown field: did you mean `suffix`?",
            ":6:25: [2].type: unknown type `shuot`: expected one of `builtin`, `expression`, `http`, `mcp`, `python`, `shell`, `shout`, `sql`",
        ]
    );
}

#[tokio::test]
async fn a_server_without_the_kind_does_not_know_it() {
    let folder = Folder::with(
        "unknown",
        r#"[{"name": "a", "type": "shout", "description": "A.", "config": {}}]"#,
    );
    let error = FileRegistry::open(&folder.0).await.expect_err("unknown");
    assert!(
        error.to_string().contains("unknown type `shout`"),
        "{error}"
    );
}

#[test]
fn its_schema_is_a_part_of_the_schema_of_the_file() {
    let schema = Value::Object(json_schema(&kinds()));
    let tool = &schema["properties"]["tools"]["items"];
    let types = tool["properties"]["type"]["enum"].as_array();
    assert!(types.is_some_and(|types| types.contains(&json!("shout"))));
    let shout = tool["allOf"].as_array().into_iter().flatten();
    let shout: Vec<_> = shout
        .filter(|one| one["if"]["properties"]["type"]["const"] == "shout")
        .collect();
    assert_eq!(
        shout,
        [&json!({
            "if": {"properties": {"type": {"const": "shout"}}},
            "then": {"properties": {"config": {
                "type": "object",
                "properties": {"suffix": {
                    "description": "What each text ends with.", "type": "string", "maxLength": 3,
                }},
                "additionalProperties": false,
            }}},
        })]
    );
}

#[test]
fn its_schema_has_the_fields_that_it_reads() {
    let engines = Engines::in_folder(&env::temp_dir(), kinds());
    let found = schema_differences(&Shout, "{}", &engines);
    assert_eq!(found, Ok(Vec::new()));
}

#[test]
fn a_kind_cannot_be_added_twice() {
    let twice = kinds().with(Arc::new(Shout));
    assert_eq!(twice.expect_err("taken"), KindError::Taken("shout"));
}
