//! `toolwright registry`, and a start with a database that does not do.

use std::{fs, process::Command};

use serde_json::json;

use super::SharedDatabase;
use crate::{
    api::NO_DATABASE,
    harness::{connect, postgres_server, run},
    registry::{Registry, constant},
};

/// A command with the registry of `registry` and this database.
pub(super) fn toolwright(
    registry: &Registry,
    database: &SharedDatabase,
    words: &[&str],
) -> Command {
    let mut command = registry.toolwright(words);
    command
        .env("TOOLWRIGHT_REGISTRY", "postgres")
        .env("TOOLWRIGHT_REGISTRY_URL", database.url())
        .envs(NO_DATABASE);
    command
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_copy_there_and_back_has_the_same_bytes() {
    let database = SharedDatabase::new().await;
    let registry = Registry::with(json!([constant("one", "1"), constant("two", "2")]));
    registry.write(&registry.read().replace("[{", "[ // ours\n{"));
    run(registry.toolwright(&["tools", "disable", "two"])).answer();
    let agent = json!({"name": "helper", "provider": "openai", "model": "m", "tools": ["one"]});
    fs::write(registry.path("new.json"), agent.to_string()).unwrap();
    let file = registry.path("new.json").to_string_lossy().into_owned();
    run(registry.toolwright(&["agents", "add", &file])).answer();
    run(registry.toolwright(&["users", "add", "ada", "--role", "author"])).answer();
    for words in [
        &["--expires", "720h"][..],
        &["--tool", "get_*", "--label", "é"],
    ] {
        let words = [&["keys", "create", "--user", "ada"], words].concat();
        assert_eq!(run(registry.toolwright(&words)).code, Some(0));
    }
    let read = |registry: &Registry| {
        let files = [
            "tools.json",
            "history.jsonl",
            "agents.json",
            "agents-history.jsonl",
            "access.json",
        ];
        files.map(|file| fs::read_to_string(registry.path(file)).unwrap())
    };
    let before = read(&registry);
    let copy = |registry: &Registry, from: &str, to: &str| {
        run(toolwright(
            registry,
            &database,
            &["registry", "copy", "--from", from, "--to", to],
        ))
    };
    let copied = "copied 2 tools and 1 agents with 4 versions\ncopied 1 users with 2 keys\n";
    assert_eq!(copy(&registry, "files", "postgres").answer(), copied);
    let shown = run(toolwright(
        &registry,
        &database,
        &["tools", "history", "two"],
    ))
    .answer();
    assert_eq!(shown.lines().count(), 2, "{shown}");
    let again = copy(&registry, "files", "postgres");
    assert_eq!(again.code, Some(1));
    assert!(
        again
            .stderr
            .contains("already: a copy needs a place without any"),
        "{}",
        again.stderr
    );
    let back = Registry::with(json!([]));
    fs::remove_file(back.path("tools.json")).unwrap();
    assert_eq!(copy(&back, "postgres", "files").answer(), copied);
    assert_eq!(read(&back), before);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_tables_are_printed_for_others_and_made() {
    let database = SharedDatabase::new().await;
    let registry = Registry::with(json!([]));
    let migrate = |words: &[&str]| {
        run(toolwright(
            &registry,
            &database,
            &[&["registry", "migrate"], words].concat(),
        ))
    };
    let script = migrate(&["--dry-run"]).answer();
    let begin = format!("CREATE SCHEMA IF NOT EXISTS {};", database.schema);
    assert!(script.starts_with(&begin), "{script}");
    assert_eq!(migrate(&[]).answer(), "applied 7 steps\n");
    assert_eq!(migrate(&[]).answer(), "the tables are up to date\n");
    assert_eq!(
        migrate(&["--dry-run"]).stderr,
        "the tables are up to date\n"
    );
    let client = connect(&postgres_server()).await;
    let newer = format!(
        "INSERT INTO {}.schema_migrations VALUES (99, 'future', '')",
        database.schema
    );
    client.batch_execute(&newer).await.unwrap();
    let refused = run(toolwright(&registry, &database, &["serve", "--port", "0"]));
    assert_eq!(refused.code, Some(1));
    assert!(
        refused
            .stderr
            .contains("the tables of the registry have version 99, and this program knows up to 7"),
        "{}",
        refused.stderr
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn without_a_url_the_registry_is_in_the_embedded_database() {
    let registry = Registry::with(json!([]));
    let own = |words: &[&str]| {
        let mut command = registry.toolwright(words);
        command
            .env("TOOLWRIGHT_REGISTRY", "postgres")
            .env("PATH", std::env::var_os("PATH").unwrap());
        command
    };
    fs::write(registry.path("new.json"), constant("kept", "7").to_string()).unwrap();
    let file = registry.path("new.json").to_string_lossy().into_owned();
    run(own(&["tools", "add", &file])).answer();
    assert_eq!(run(own(&["call", "kept"])).answer(), "7\n");
    let mut elsewhere = own(&["tools"]);
    let refused = run({
        elsewhere.envs(NO_DATABASE);
        elsewhere
    });
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("set `TOOLWRIGHT_REGISTRY_URL`"),
        "{}",
        refused.stderr
    );
}
