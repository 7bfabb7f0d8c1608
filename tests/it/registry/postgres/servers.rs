//! Other MCP servers in the database: all servers connect to them, and an approval counts for all.

use std::fs;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Replica, SharedDatabase, commands::toolwright, outage::AWAY};
use crate::{
    api::answered,
    gateway::changeable,
    harness::{Home, connect, postgres_server, run, until, until_async},
    registry::Registry,
};

const KEY: (&str, &str) = (
    "TOOLWRIGHT_SECRET_KEY",
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
);
const SECRET: &str = "t0p-s3cret-of-a-server";

fn answer(description: &str) -> Value {
    json!({
        "name": "answer", "type": "expression", "description": description, "config": {"expression": "42"},
    })
}

/// A server with a credential, as a body.
fn up(home: &Home, upstream: &Registry) -> Value {
    let mut up = changeable(home, upstream);
    up["name"] = json!("up");
    up["env"]["UP_TOKEN"] = json!(SECRET);
    up
}

/// The description of `up.answer`, as clients of a server get it.
fn described(replica: &Replica) -> Option<String> {
    let snapshot = replica.server.catalog().snapshot();
    let tool = snapshot.tool("up.answer")?;
    Some(tool.definition().description().to_owned())
}

async fn rows(database: &SharedDatabase, sql: &str) -> Vec<String> {
    let client = connect(&postgres_server()).await;
    let sql = sql.replace("{schema}", &database.schema);
    let rows = client.query(&sql, &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_server_that_is_added_on_one_is_used_by_all_and_approved_for_all() {
    let database = SharedDatabase::new().await;
    let (home, upstream) = (Home::new(), Registry::with(json!([answer("Says 42.")])));
    let (one, other) = (
        Replica::with(&database, &[KEY]).await,
        Replica::with(&database, &[KEY]).await,
    );
    one.post("servers", up(&home, &upstream)).await.expect(201);
    until(|| described(&one).is_some() && described(&other).is_some()).await;
    upstream.write(&json!({"tools": [answer("Says something else.")]}).to_string());
    let mut seen = Value::Null;
    until_async(async || {
        let server = other.get("servers/up").await.expect(200);
        seen = server["seen"].clone();
        server["held"]
            .as_array()
            .is_some_and(|held| held.len() == 1)
    })
    .await;
    assert_eq!(described(&one).as_deref(), Some("Says 42."));
    let approve = json!({"seen": seen});
    other.post("servers/up/approve", approve).await.expect(200);
    until(|| described(&one).as_deref() == Some("Says something else.")).await;
    // A server that comes later serves what was approved, too.
    let late = Replica::with(&database, &[KEY]).await;
    until(|| described(&late).as_deref() == Some("Says something else.")).await;
    let server = one.get("servers/up").await.expect(200);
    let disable = one.request(Method::PATCH, "servers/up");
    let disable = disable.json(&json!({"disabled": true}));
    let disable = disable.header(
        "if-match",
        format!("\"{}\"", server["version"].as_str().unwrap()),
    );
    assert_eq!(answered(disable).await.expect(200)["state"], "disabled");
    until(|| described(&other).is_none() && described(&late).is_none()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn no_table_has_a_secret_and_a_sealed_one_does_not_open_elsewhere() {
    let database = SharedDatabase::new().await;
    let (home, upstream) = (Home::new(), Registry::with(json!([answer("Says 42.")])));
    let without_key = Replica::start(&database).await;
    let (status, detail) = without_key
        .post("servers", up(&home, &upstream))
        .await
        .refusal();
    assert_eq!(status, 422);
    assert!(detail.contains("set `TOOLWRIGHT_SECRET_KEY`"), "{detail}");
    let replica = Replica::with(&database, &[KEY]).await;
    replica
        .post("servers", up(&home, &upstream))
        .await
        .expect(201);
    until(|| described(&replica).is_some()).await;
    let tool = json!({
        "name": "web", "type": "http", "description": "d", "config": {"base_url": "https://example.com"},
        "auth": {"type": "bearer", "token": "t0p-s3cret-of-a-tool"},
    });
    replica.post("tools", tool).await.expect(201);
    replica
        .post("users", json!({"name": "ada", "role": "author"}))
        .await
        .expect(201);
    let key = replica
        .post("keys", json!({"user": "ada"}))
        .await
        .expect(201);
    let key = key["key"].as_str().unwrap()[16..].to_owned();
    let tables = "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = '{schema}'";
    let mut dump = String::new();
    for table in rows(&database, tables).await {
        let sql = format!("SELECT coalesce(string_agg(it::text, chr(10)), '') FROM {table} AS it");
        dump.push_str(&rows(&database, &sql).await.concat());
    }
    for there in ["tool answer", "web", "create_key", "sealed:v1:"] {
        assert!(dump.contains(there), "{there}");
    }
    for secret in [SECRET, "t0p-s3cret-of-a-tool", &key, KEY.1] {
        assert!(!dump.contains(secret), "{secret}");
    }
    let client = connect(&postgres_server()).await;
    let moved = format!(
        "INSERT INTO {0}.mcp_servers (name, config) SELECT 'moved', config FROM {0}.mcp_servers WHERE name = 'up'",
        database.schema
    );
    client.batch_execute(&moved).await.unwrap();
    let mut moved = Value::Null;
    until_async(async || {
        moved = replica.get("servers/moved").await.body;
        moved["reason"].is_string()
    })
    .await;
    let reason = moved["reason"].as_str().unwrap();
    assert!(reason.contains("UP_TOKEN"), "{moved}");
    assert_eq!(moved["tools"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn commands_change_the_servers_of_the_database_and_a_copy_there_and_back_has_the_same_bytes()
{
    let mut database = SharedDatabase::new().await;
    let registry = Registry::with(json!([]));
    let text = "{\n  // Ours.\n  \"mcpServers\": {\n    \"b\": {\"url\": \"https://b.test/mcp\", \"disabled\": true},\n    \"a\": {\"command\": \"none\", \"disabled\": true} // last\n  }\n}\n";
    fs::write(registry.path("mcp.json"), text).unwrap();
    let say =
        |database: &SharedDatabase, words: &[&str]| run(toolwright(&registry, database, words));
    let copy = |from, to| ["registry", "copy", "--from", from, "--to", to];
    let copied = say(&database, &copy("files", "postgres")).answer();
    assert!(copied.contains("copied 2 MCP servers"), "{copied}");
    let replica = Replica::start(&database).await;
    let names = async || {
        let listed = replica.get("servers").await.expect(200);
        let items = listed["items"].as_array().unwrap().iter();
        let names = items.map(|server| format!("{} {}", server["name"], server["state"]));
        names.collect::<Vec<_>>().join(", ").replace('"', "")
    };
    until_async(async || names().await == "a disabled, b disabled").await;
    for file in ["mcp.json", "tools.json"] {
        fs::remove_file(registry.path(file)).unwrap();
    }
    let copied = say(&database, &copy("postgres", "files"));
    assert_eq!(copied.code, Some(0), "{}", copied.stderr);
    assert_eq!(fs::read_to_string(registry.path("mcp.json")).unwrap(), text);
    let added = say(
        &database,
        &["servers", "add", "c", "https://127.0.0.1:1/mcp"],
    );
    assert_eq!(added.stderr, "added `c` in the registry's database\n");
    say(&database, &["servers", "disable", "c"]);
    say(&database, &["servers", "remove", "a"]);
    until_async(async || names().await == "b disabled, c disabled").await;
    database.cut().await;
    let refused = replica
        .post("servers", json!({"name": "d", "command": "none"}))
        .await;
    assert_eq!(refused.refusal(), (503, AWAY.to_owned()));
}
