//! Definitions that are refused, and what is told about them; agents in files.

use std::{env, fs, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::time::timeout;
use toolwright_base::token;

use crate::{
    agent::{Agent, ModelProvider, ToolNames, ToolReference, agent_schema},
    agents::Agents,
    request::{Action, Request},
    store::{Expected, FileStore, StoreError},
    tool_id::ToolId,
};

/// Returns an agent with these members beside those that each needs.
fn agent(members: &Value) -> Result<Agent, String> {
    let mut json = json!({"name": "a", "model_provider": "anthropic", "model_name": "m"});
    if let (Some(json), Some(members)) = (json.as_object_mut(), members.as_object()) {
        json.extend(members.clone());
    }
    Agent::parse("f", &json.to_string()).map_err(|invalid| invalid.to_string())
}

#[test]
fn parameters_are_within_the_ranges_of_their_provider() {
    let accepts = |provider: &str, config: Value| {
        agent(&json!({"model_provider": provider, "config": config})).is_ok()
    };
    for (provider, config, is_accepted) in [
        ("anthropic", json!({"temperature": 1}), true),
        ("anthropic", json!({"temperature": 1.01}), false),
        ("openai", json!({"temperature": 2.0}), true),
        ("openai", json!({"temperature": -0.1}), false),
        ("zhipuai", json!({"temperature": 1.5}), false),
        ("zhipuai", json!({"top_p": 0}), false),
        ("openai", json!({"top_p": 0}), true),
        ("openai", json!({"top_p": 1.1}), false),
        ("openai", json!({"max_tokens": 0}), false),
        ("openai", json!({"max_tokens": 1.5}), false),
        ("openai", json!({"max_tokens": 1e300}), false),
        ("openai", json!({"max_tokens": 4096}), true),
        (
            "openai",
            json!({"stop_sequences": ["a", "b", "c", "d"]}),
            true,
        ),
        (
            "openai",
            json!({"stop_sequences": ["a", "b", "c", "d", "e"]}),
            false,
        ),
        ("zhipuai", json!({"stop_sequences": ["a", "b"]}), false),
        ("anthropic", json!({"stop_sequences": [" "]}), false),
        ("anthropic", json!({"tempreature": 1}), false),
        ("anthropic", json!([]), false),
    ] {
        let found = accepts(provider, config.clone());
        assert_eq!(found, is_accepted, "{provider} {config}");
    }
}

#[test]
fn all_problems_are_told_with_their_paths() {
    let text = r#"{"name": "../etc", "model_provider": "other", "model_name": "", "config": {"temperature": 3},
        "tools": ["a", "a", "b c", 4], "memory_config": {"type": "all", "max_messages": 0}, "modle": 1}"#;
    let invalid = Agent::parse("f", text).unwrap_err();
    let paths: Vec<_> = invalid.problems.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "name",
            "model_provider",
            "model_name",
            "config.temperature",
            "tools[1]",
            "tools[2]",
            "tools[3]",
            "memory_config.type",
            "memory_config.max_messages",
            "modle",
        ]
    );
}

#[test]
fn names_that_have_no_place_in_an_address_are_refused() {
    for name in [
        "",
        ".",
        "..",
        "-a",
        "a/b",
        "a b",
        "é",
        "a\n",
        "%2e",
        &"a".repeat(65),
    ] {
        assert!(agent(&json!({"name": name})).is_err(), "{name:?}");
    }
    for name in ["a", "A.b-c_9", &"a".repeat(64)] {
        assert!(agent(&json!({"name": name})).is_ok(), "{name:?}");
    }
}

#[test]
fn what_is_kept_is_limited_in_bytes() {
    let prompt = |bytes: usize| agent(&json!({"system_prompt": "é".repeat(bytes / 2)}));
    assert!(prompt(256 * 1024).is_ok());
    assert!(prompt(256 * 1024 + 2).unwrap_err().contains("262144 bytes"));
    let tools = |count: usize| {
        let tools: Vec<_> = (0..count).map(|number| format!("t{number}")).collect();
        agent(&json!({"tools": tools}))
    };
    assert_eq!(tools(10_000).unwrap().tools().len(), 10_000);
    assert!(tools(10_001).unwrap_err().contains("at most 10000 tools"));
    assert!(agent(&json!({"model_name": "m".repeat(101)})).is_err());
    assert!(agent(&json!({"description": "d".repeat(16_385)})).is_err());
}

#[test]
fn the_schema_has_the_members_and_the_providers_that_are_read() {
    let schema = Value::Object(agent_schema());
    let members = schema["properties"].as_object().unwrap();
    for (member, value) in members {
        let example = match member.as_str() {
            "name" | "model_provider" | "model_name" => continue,
            "config" => {
                json!({"temperature": 0.5, "max_tokens": 1, "top_p": 0.5, "stop_sequences": ["x"]})
            }
            "memory_config" => {
                json!({"type": "sliding_window", "max_messages": 1, "max_tokens": 1})
            }
            "tools" => json!(["x"]),
            "is_active" | "is_public" => json!(false),
            _ => json!("x"),
        };
        agent(&json!({member: example})).unwrap_or_else(|why| panic!("{value}: {why}"));
        // As a member that is absent.
        agent(&json!({member: null})).unwrap();
    }
    let providers = ModelProvider::ALL.map(ModelProvider::name);
    assert_eq!(
        schema["properties"]["model_provider"]["enum"],
        json!(providers)
    );
}

#[test]
fn a_list_names_tools_by_name_or_id_and_is_stored_with_ids() {
    let row: ToolId = "019a9f3c-0000-7000-8000-000000000001".parse().unwrap();
    let names = ToolNames::new([("add", None), ("sum", Some(row))]);
    let by_name = |name: &str| ToolReference::Name(name.into());
    assert_eq!(
        names.stored(&by_name("add")),
        ToolReference::Id(ToolId::of_name("add"))
    );
    assert_eq!(names.stored(&by_name("sum")), ToolReference::Id(row));
    assert_eq!(names.stored(&by_name("gone")), by_name("gone"));
    // A list that was written beside files goes on in a database.
    let of_files = ToolReference::Id(ToolId::of_name("sum"));
    assert_eq!(names.name(&of_files), Some("sum"));
    assert_eq!(names.name(&ToolReference::Id(row)), Some("sum"));
    // A name may look like an id.
    let names = ToolNames::new([(row.to_string().as_str(), None)]);
    assert_eq!(names.name(&ToolReference::Id(row)), Some(&*row.to_string()));
}

struct Folder(std::path::PathBuf);

impl Folder {
    fn new() -> Self {
        let path = env::temp_dir().join(format!("toolwright-agents-{}", token::random()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    async fn agents(&self) -> Agents {
        let agents = Agents::new(FileStore::of_agents(&self.0));
        agents.reload().await.unwrap();
        agents
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn put(name: &str, prompt: &str, expected: Expected) -> Request<Agent> {
    let agent = agent(&json!({"name": name, "system_prompt": prompt})).unwrap();
    Request {
        action: Action::Put(Arc::new(agent)),
        expected,
        by: "ada".into(),
    }
}

#[tokio::test]
async fn a_new_agent_belongs_to_its_author_and_can_be_restored() {
    let folder = Folder::new();
    let agents = folder.agents().await;
    assert!(!folder.0.join("agents.json").exists());
    agents
        .change(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let remove = Request {
        action: Action::Remove("a".into()),
        expected: Expected::Any,
        by: "ada".into(),
    };
    agents.change(vec![remove]).await.unwrap();
    assert!(agents.get("a").is_none());
    let restore = Request {
        action: Action::Restore("a".into()),
        expected: Expected::Absent,
        by: "bob".into(),
    };
    assert_eq!(agents.change(vec![restore]).await.unwrap(), [3]);
    let record = folder.agents().await.get("a").unwrap();
    assert_eq!(record.spec.owner(), Some("ada"));
    let history = fs::read_to_string(folder.0.join("agents-history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 3);
    assert!(
        history.starts_with("{\"agent\":\"a\",\"revision\":1,"),
        "{history}"
    );
}

#[tokio::test]
async fn two_changes_at_once_are_one_change_and_a_conflict() {
    let folder = Folder::new();
    let (one, other) = (folder.agents().await, folder.agents().await);
    one.change(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    other.reload().await.unwrap();
    let (first, second) = tokio::join!(
        one.change(vec![put("a", "2", Expected::Revision(1))]),
        other.change(vec![put("a", "3", Expected::Revision(1))]),
    );
    let refused: Vec<_> = [first, second]
        .into_iter()
        .filter_map(Result::err)
        .collect();
    assert!(
        matches!(refused[..], [StoreError::Conflict { current: 2, .. }]),
        "{refused:?}"
    );
}

/// Waits until the agent `a` has this model.
async fn until_model(agents: &Agents, model: &str) {
    let mut changes = agents.changes();
    let changed = async {
        while agents
            .get("a")
            .is_none_or(|record| record.spec.model() != model)
        {
            changes.changed().await.unwrap();
        }
    };
    timeout(Duration::from_secs(60), changed).await.unwrap();
}

#[tokio::test]
async fn an_edit_of_the_file_is_noticed_and_a_broken_one_changes_nothing() {
    let folder = Folder::new();
    let agents = folder.agents().await;
    let followed = agents.clone();
    let following = tokio::spawn(async move { followed.follow().await });
    let text = |model: &str| {
        format!(
            "{{\"agents\": [ // ours\n {{\"name\": \"a\", \"provider\": \"openai\", \"model\": \"{model}\"}}\n]}}"
        )
    };
    let path = folder.0.join("agents.json");
    fs::write(&path, text("one")).unwrap();
    until_model(&agents, "one").await;
    fs::write(&path, "{\"agents\": [{}]}").unwrap();
    timeout(Duration::from_secs(60), async {
        while agents.problem().is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .unwrap();
    assert_eq!(agents.get("a").unwrap().spec.model(), "one");
    fs::write(&path, text("two")).unwrap();
    until_model(&agents, "two").await;
    following.abort();
}
