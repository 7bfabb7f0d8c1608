//! Agents in their table: the contract, columns, other programs, and announcements.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::TestRegistry;
use crate::{
    agent::Agent,
    store::{
        ChangeKind, Edit, Expected, PostgresStore, Store as _, StoreError,
        tests::{
            contract,
            folder::{put, remove},
        },
    },
};

/// A busy machine is slow; a store that never learns of a change waits for ever.
const LONG: Duration = Duration::from_secs(60);

fn agents(registry: &TestRegistry) -> PostgresStore<Agent> {
    registry.store().agents()
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_table_of_agents_does_what_every_store_does() {
    contract::check(&agents(&TestRegistry::new().await)).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_columns_say_what_the_definition_says() {
    let registry = TestRegistry::new().await;
    let store = agents(&registry);
    let text = r#"{"name": "a", "description": "For sums.", "provider": "zhipuai", "model": "glm-4.6", "owner": "ada",
        "system_prompt": "Add.", "parameters": {"top_p": 0.9}, "tools": ["x"], "is_public": true,
        "memory": {"type": "sliding_window", "max_messages": 20}}"#;
    let edit = Edit {
        spec: Some(std::sync::Arc::new(Agent::parse("", text).unwrap())),
        ..put("a", "any", Expected::Absent)
    };
    store.apply(vec![edit]).await.unwrap();
    let columns = "SELECT jsonb_build_object('n', agents.name, 'd', description, 'p', model_provider, 'm', model_name,
            's', system_prompt, 'c', config, 't', tools, 'y', memory_config, 'a', agents.is_active, 'u', is_public,
            'o', users.name)::text
        FROM agents JOIN users ON users.id = owner_id";
    let found: Value = serde_json::from_str(&registry.texts(columns).await[0]).unwrap();
    let expected = json!({
        "n": "a", "d": "For sums.", "p": "zhipuai", "m": "glm-4.6", "s": "Add.", "c": {"top_p": 0.9}, "t": ["x"],
        "y": {"type": "sliding_window", "max_messages": 20}, "a": true, "u": true, "o": "ada",
    });
    assert_eq!(found, expected);
    let record = &store.load().await.unwrap()[0];
    assert_eq!(record.spec.json()["provider"], "zhipuai");
    assert_eq!(
        record.row().unwrap().to_string(),
        registry.texts("SELECT id::text FROM agents").await[0]
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_statement_of_another_program_is_a_change_like_any_other() {
    let registry = TestRegistry::new().await;
    let store = agents(&registry);
    assert!(store.load().await.unwrap().is_empty());
    let insert = "INSERT INTO agents (name, model_provider, model_name, tools) VALUES ('a', 'openai', 'gpt-5', '[\"x\"]')";
    registry.run(insert).await;
    registry
        .run("UPDATE agents SET model_name = 'gpt-6', config = '{\"temperature\": 1.5}' WHERE name = 'a'")
        .await;
    let record = store.load().await.unwrap().remove(0);
    assert_eq!((record.spec.model(), record.revision), ("gpt-6", 2));
    assert_eq!(record.spec.parameters().temperature, Some(1.5));
    // One that no server accepts harms no other, and the last good one goes on.
    registry
        .run("UPDATE agents SET config = '{\"temperature\": 9}' WHERE name = 'a'")
        .await;
    let record = store.load().await.unwrap().remove(0);
    assert_eq!(record.spec.parameters().temperature, Some(1.5));
    let problem = store.problem().unwrap();
    assert!(problem.contains("config.temperature"), "{problem}");
    registry.run("DELETE FROM agents WHERE name = 'a'").await;
    assert!(store.load().await.unwrap().is_empty());
    let removed = store.removed().await.unwrap();
    assert_eq!((removed.len(), removed[0].change), (1, ChangeKind::Found));
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn two_changes_of_one_revision_are_one_change_and_a_conflict() {
    let registry = TestRegistry::new().await;
    let (one, other) = (agents(&registry), agents(&registry));
    one.apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    let (first, second) = tokio::join!(
        one.apply(vec![put("a", "2", Expected::Revision(1))]),
        other.apply(vec![put("a", "3", Expected::Revision(1))]),
    );
    let refused = [first, second].into_iter().filter_map(Result::err);
    let refused: Vec<_> = refused.collect();
    assert!(
        matches!(refused[..], [StoreError::Conflict { current: 2, .. }]),
        "{refused:?}"
    );
    assert_eq!(one.history("a".into()).await.unwrap().len(), 2);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn tools_and_agents_learn_of_changes_on_one_connection() {
    let registry = TestRegistry::new().await;
    let tools = registry.store();
    let reader = tools.agents();
    let listening = async {
        // Listening begins when somebody waits.
        tokio::join!(tools.changed(), reader.changed());
    };
    timeout(LONG, listening).await.unwrap();
    let writer = agents(&registry);
    writer
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    writer.apply(vec![remove("a")]).await.unwrap();
    writer
        .apply(vec![put("b", "1", Expected::Absent)])
        .await
        .unwrap();
    let learnt = async {
        while reader.load().await.unwrap().len() != 1 {
            reader.changed().await;
        }
        tools.changed().await;
    };
    timeout(LONG, learnt).await.unwrap();
    let sql = format!(
        "SELECT count(*)::text FROM pg_stat_activity WHERE query = 'LISTEN {}_registry'",
        registry.schema
    );
    assert_eq!(registry.texts(&sql).await, ["1"]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn rows_that_were_there_before_agents_were_served_are_kept() {
    let registry = TestRegistry::new().await;
    // As the tables were before the step that serves agents.
    let sql = crate::store::migrations_sql(registry.database().schema(), 0);
    let before = sql
        .split("BEGIN;")
        .take(4)
        .collect::<Vec<_>>()
        .join("BEGIN;");
    assert!(before.contains("'custom_tool_views'") && !before.contains("agent_versions"));
    registry.run(&before).await;
    registry
        .run("INSERT INTO agents (name, model_provider, model_name) VALUES ('old', 'anthropic', 'm')")
        .await;
    let record = agents(&registry).load().await.unwrap().remove(0);
    assert_eq!((record.spec.name(), record.revision), ("old", 1));
}
