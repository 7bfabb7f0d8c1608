//! Copies from files and back lose nothing.

use std::fs;

use serde_json::{Value, json};

use super::TestRegistry;
use crate::{
    agent::Agent,
    definition::Definition,
    store::{
        Edit, Expected, PostgresStore, RegistryContents, Store, StoreError,
        tests::folder::{Folder, Sample, put, remove},
    },
    tool_id::ToolId,
};

const TEXT: &str = r#"{
  // Our tools.
  "tools": [
    {"name": "b", "type": "expression", "description": "d", "config": {"expression": "1.50"}, "tags": ["z", "a"]}, // the first
    /* by ada */
    {"name": "a", "tool_type": "PYTHON", "description_agent": "d", "definition": "n * 2", "owner": "ada",
     "parameters": [{"name": "n", "type": "number", "required": true}], "created_by": "hong", "reg_dt": "2020-01-02"},
  ],
}
"#;

const FILES: [&str; 4] = [
    "tools.json",
    "history.jsonl",
    "agents.json",
    "agents-history.jsonl",
];

/// Returns an `agents.json` whose lists have ids and a name.
fn agents_text() -> String {
    let [a, gone, builtin] = ["a", "gone", "calculator"].map(ToolId::of_name);
    format!(
        r#"{{
  "agents": [
    // Answers letters.
    {{"name": "z", "provider": "zhipuai", "model": "glm-4.6", "tools": ["{a}", "b", "{gone}", "{builtin}"], "owner": "ada",
     "memory": {{"type": "sliding_window", "max_tokens": 8000}}, "parameters": {{"top_p": 0.90}}}},
  ],
}}
"#
    )
}

/// Makes four versions of `c`, the last one by somebody else, and removes `gone`.
async fn change<D: Sample>(store: &impl Store<D>) {
    for number in 1..4 {
        let version = put("c", &number.to_string(), Expected::Any);
        store.apply(vec![version]).await.unwrap();
    }
    let added = put("gone", "1", Expected::Absent);
    store.apply(vec![added]).await.unwrap();
    store.apply(vec![remove("gone")]).await.unwrap();
    let edit = Edit {
        by: "user ada (API)".into(),
        ..put("c", "4", Expected::Revision(3))
    };
    store.apply(vec![edit]).await.unwrap();
}

/// Returns files with definitions of both spellings, versions, and removed ones.
async fn files() -> Folder {
    let folder = Folder::with(TEXT);
    folder.write("agents.json", &agents_text());
    change(&folder.store()).await;
    change(&folder.agents()).await;
    folder
}

async fn read(folder: &Folder) -> RegistryContents {
    let (tools, agents) = (folder.store(), folder.agents());
    RegistryContents::of_files(&tools, &agents).await.unwrap()
}

async fn write(contents: RegistryContents, folder: &Folder) -> Result<(), StoreError> {
    let (tools, agents) = (folder.store(), folder.agents());
    contents.write_files(&tools, &agents).await
}

/// Returns a folder with what a database keeps.
async fn back(database: &PostgresStore) -> Folder {
    let folder = Folder::with("");
    fs::remove_file(folder.0.join("tools.json")).unwrap();
    let contents = database.export().await.unwrap();
    write(contents, &folder).await.unwrap();
    folder
}

/// Returns all that can be asked of a store.
async fn everything<D: Definition>(store: &impl Store<D>) -> String {
    let mut lines = Vec::new();
    for record in store.load().await.unwrap() {
        let json = serde_json::to_string(record.spec.json()).unwrap();
        lines.push(format!(
            "{json} {} {} {}",
            record.revision, record.at, record.by
        ));
    }
    for name in ["a", "b", "c", "gone", "z", "never"] {
        for version in store.history(name.into()).await.unwrap() {
            lines.push(serde_json::to_string(&version).unwrap());
        }
    }
    for version in store.removed().await.unwrap() {
        lines.push(serde_json::to_string(&version).unwrap());
    }
    lines.join("\n")
}

/// Returns the tools in the list of the agent `z`.
async fn tools_of_z(store: &impl Store<Agent>) -> Vec<String> {
    let records = store.load().await.unwrap();
    let z = records.iter().find(|record| record.spec.name() == "z");
    let tools = z.unwrap().spec.tools().iter();
    tools.map(ToString::to_string).collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_has_every_field_and_a_copy_back_every_byte() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    let contents = read(&folder).await;
    let counts = (contents.tools(), contents.agents(), contents.versions());
    assert_eq!(counts, (3, 2, 8 + 7));
    database.import(contents).await.unwrap();
    let before = everything(&folder.store()).await;
    assert_eq!(before.lines().count(), 3 + 8 + 1);
    assert_eq!(everything(&registry.store()).await, before);
    let agents = everything(&folder.agents()).await;
    assert_eq!(agents.lines().count(), 2 + 7 + 1);
    let copied = everything(&registry.store().agents()).await;
    assert_eq!(copied.lines().count(), 2 + 7 + 1);
    let back = back(&database).await;
    for file in FILES {
        assert_eq!(back.read(file), folder.read(file), "{file}");
    }
    assert_eq!(everything(&back.store()).await, before);
    assert_eq!(everything(&back.agents()).await, agents);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn lists_of_agents_name_the_rows_of_tools_in_a_database_and_their_names_in_files() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    database.import(read(&folder).await).await.unwrap();
    let listed = tools_of_z(&database.agents()).await;
    let rows = "SELECT id::text FROM tools WHERE name = ANY('{a,gone}') ORDER BY name";
    let builtin = ToolId::of_name("calculator").to_string();
    let rows = registry.texts(rows).await;
    assert_eq!(listed, [&rows[0], "b", &rows[1], &builtin]);
    // The column and the versions say the same.
    let column = registry
        .texts("SELECT tools::text FROM agents WHERE name = 'z'")
        .await;
    let column: Value = serde_json::from_str(&column[0]).unwrap();
    assert_eq!(column, json!(listed));
    let history = database.agents().history("z".into()).await.unwrap();
    assert_eq!(history[0].spec.as_ref().unwrap()["tools"], column);
    // Another list comes back with the ids that files have.
    let insert = format!(
        "INSERT INTO agents (name, model_provider, model_name, tools) VALUES ('n', 'openai', 'm', '[\"{}\"]')",
        rows[0]
    );
    registry.run(&insert).await;
    let back = back(&database).await;
    let records = back.agents().load().await.unwrap();
    let tools = records.last().unwrap().spec.tools();
    assert_eq!(tools[0].to_string(), ToolId::of_name("a").to_string());
    assert_eq!(
        tools_of_z(&back.agents()).await,
        tools_of_z(&folder.agents()).await
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_changed_in_the_database_comes_back_into_the_text_of_its_author() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let database = registry.store();
    database.import(read(&folder).await).await.unwrap();
    database
        .apply(vec![put("c", "5", Expected::Revision(4)), remove("b")])
        .await
        .unwrap();
    database
        .apply(vec![put("gone", "2", Expected::Absent)])
        .await
        .unwrap();
    let agents = database.agents();
    agents
        .apply(vec![put("gone", "2", Expected::Absent)])
        .await
        .unwrap();
    let back = back(&database).await;
    assert_eq!(everything(&back.store()).await, everything(&database).await);
    assert!(back.read("tools.json").contains("/* by ada */"));
    assert!(back.read("agents.json").contains("// Answers letters."));
    assert_eq!(back.store().load().await.unwrap()[2].revision, 3);
    assert_eq!(back.agents().load().await.unwrap()[2].revision, 3);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_registry_without_agents_gets_no_file_of_them() {
    let folder = Folder::with(TEXT);
    let registry = TestRegistry::new().await;
    let database = registry.store();
    database.import(read(&folder).await).await.unwrap();
    let back = back(&database).await;
    assert_eq!(back.read("tools.json"), TEXT);
    for file in ["agents.json", "agents-history.jsonl"] {
        assert!(!back.0.join(file).exists(), "{file}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_overwrites_nothing() {
    let folder = files().await;
    let registry = TestRegistry::new().await;
    let contents = read(&folder).await;
    let database = registry.store();
    let agent = put("a", "1", Expected::Absent);
    database.agents().apply(vec![agent]).await.unwrap();
    let into_tables = database.import(contents.clone()).await.unwrap_err();
    assert!(
        matches!(into_tables, StoreError::Occupied { .. }),
        "{into_tables}"
    );
    assert!(database.load().await.unwrap().is_empty());
    let before = FILES.map(|file| folder.read(file));
    let into_files = write(contents.clone(), &folder).await.unwrap_err();
    assert!(
        matches!(into_files, StoreError::Occupied { .. }),
        "{into_files}"
    );
    assert_eq!(FILES.map(|file| folder.read(file)), before);
    // Neither does one beside which only agents are.
    fs::remove_file(folder.0.join("tools.json")).unwrap();
    fs::remove_file(folder.0.join("history.jsonl")).unwrap();
    assert!(write(contents, &folder).await.is_err());
    assert!(!folder.0.join("tools.json").exists());
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn servers_that_run_learn_of_a_copy() {
    let registry = TestRegistry::new().await;
    let running = registry.store();
    assert!(running.load().await.unwrap().is_empty());
    running.changed().await;
    let contents = read(&files().await).await;
    registry.store().import(contents).await.unwrap();
    let agents = running.agents();
    let learnt = async {
        while running.load().await.unwrap().len() != 3 {
            running.changed().await;
        }
        agents.load().await.unwrap().len()
    };
    let learnt = tokio::time::timeout(std::time::Duration::from_secs(20), learnt);
    assert_eq!(learnt.await, Ok(2));
}
