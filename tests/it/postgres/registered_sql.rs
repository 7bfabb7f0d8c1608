//! `sql` tools of the registry, on a real database.

use serde_json::{Value, json};

use crate::{
    harness::{Seat, TestDatabase, borrowed, run, run_with_input},
    registry::{Registry, call, error},
};

const TABLES: &str = "
    CREATE TABLE h_user (uid int PRIMARY KEY, user_nm text NOT NULL);
    CREATE TABLE h_mcp_tool_limit (target_type text, target_id int, max_count int);
    INSERT INTO h_user VALUES (1, 'hong'), (2, 'kim');
    INSERT INTO h_mcp_tool_limit VALUES ('USER', 1, 50), ('USER', 2, 10);";

/// Returns a tool in the other spellings of fields and types.
fn daily_limit() -> Value {
    json!({
        "name": "get_user_daily_limit", "tool_type": "SQL",
        "description_agent": "특정 사용자의 일일 제한량을 조회합니다.",
        "config": {
            "query": "SELECT u.user_nm, l.max_count \nFROM h_user u \nJOIN h_mcp_tool_limit l ON u.uid = l.target_id \nWHERE u.user_nm = :user_name AND l.target_type = 'USER'",
            "result": "row",
        },
        "parameters": [{"param_name": "user_name", "param_type": "STRING", "is_required": "Y"}],
    })
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn arguments_are_bound_and_never_text_of_the_query() {
    let database = TestDatabase::with(TABLES).await;
    let names = |result: &str| {
        json!({
            "name": result, "type": "sql", "description": "d",
            "config": {"query": "SELECT user_nm, uid FROM h_user WHERE user_nm = {{name}} OR user_nm = :name ORDER BY 1", "result": result},
            "parameters": [{"name": "name", "type": "string"}],
        })
    };
    let any = json!({
        "name": "any", "type": "sql", "description": "d",
        "config": {"query": "SELECT user_nm FROM h_user WHERE uid = ANY(:ids) ORDER BY 1"},
        "parameters": [{"name": "ids", "type": "array", "items": "integer"}],
    });
    let registry = Registry::with(json!([
        daily_limit(),
        names("rows"),
        names("row"),
        names("value"),
        names("text"),
        any
    ]));
    let settings = database.settings(Seat::Reader);
    let client = registry.client_with(&borrowed(&settings)).await;
    let (text, structured) = call(
        &client,
        "get_user_daily_limit",
        json!({"user_name": "hong"}),
    )
    .await;
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap(),
        json!({"user_nm": "hong", "max_count": 50})
    );
    assert_eq!(structured, json!({"user_nm": "hong", "max_count": 50}));
    let row = json!({"user_nm": "hong", "uid": 1});
    assert_eq!(
        call(&client, "rows", json!({"name": "hong"})).await.1,
        json!({"result": [row]})
    );
    assert_eq!(call(&client, "row", json!({"name": "hong"})).await.1, row);
    assert_eq!(
        call(&client, "row", json!({"name": "nobody"})).await.1,
        json!({"result": null})
    );
    assert_eq!(
        call(&client, "value", json!({"name": "hong"})).await.1,
        json!({"result": "hong"})
    );
    assert_eq!(
        call(&client, "text", json!({"name": "hong"})).await.0,
        "hong\t1"
    );
    assert_eq!(
        call(&client, "any", json!({"ids": [1, 2]})).await.1["result"][1]["user_nm"],
        "kim"
    );
    for hostile in [
        "' OR '1'='1",
        "'; DROP TABLE h_user; --",
        "$1",
        "\\",
        "hong\n",
        "한글",
        "{{name}}",
        ":name",
    ] {
        assert_eq!(
            call(&client, "rows", json!({"name": hostile})).await.1,
            json!({"result": []}),
            "{hostile}"
        );
    }
    error(&client, "rows", json!({"name": "a\0b"})).await;
    assert_eq!(database.value("SELECT count(*) FROM h_user").await, "2");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_database_says_what_parameters_and_columns_are_when_a_tool_is_added() {
    let database = TestDatabase::with(TABLES).await;
    let registry = Registry::with(json!([]));
    let settings = database.settings(Seat::Reader);
    let add = |tool: Value| {
        let mut command = registry.toolwright(&["tools", "add", "-"]);
        command.envs(borrowed(&settings));
        run_with_input(command, &tool.to_string())
    };
    let tool = |query: &str, parameters: Value| {
        json!({
            "name": "found", "type": "sql", "description": "d", "config": {"query": query}, "parameters": parameters,
        })
    };
    let integer = json!([{"name": "id", "type": "boolean"}]);
    let refused = add(tool("SELECT 1 AS one FROM h_user WHERE uid = :id", integer));
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains(
            "the parameter `id` is declared as `boolean`, but the database wants `integer`"
        ),
        "{}",
        refused.stderr
    );
    let unknown = add(tool("SELECT 1 FROM nowhere", Value::Null));
    assert!(
        unknown.stderr.contains("\"nowhere\" does not exist"),
        "{}",
        unknown.stderr
    );
    let vague = add(tool(
        "SELECT 1 FROM h_user WHERE (:id IS NULL OR uid = :id)",
        Value::Null,
    ));
    assert!(
        vague.stderr.contains("write its type, as in `:name::text`"),
        "{}",
        vague.stderr
    );
    assert_eq!(
        add(tool(
            "SELECT user_nm, uid FROM h_user WHERE uid = :id",
            Value::Null
        ))
        .code,
        Some(0)
    );
    let mut export = registry.toolwright(&["tools", "export"]);
    export.envs(borrowed(&settings));
    let exported: Value = serde_json::from_str(&run(export).answer()).unwrap();
    let found = &exported["tools"][0];
    assert_eq!(
        found["input_schema"]["properties"],
        json!({"id": {"type": "integer"}})
    );
    let columns = &found["output_schema"]["items"]["properties"];
    assert_eq!(
        columns,
        &json!({"user_nm": {"type": ["string", "null"]}, "uid": {"type": ["integer", "null"]}})
    );
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_tool_reads_the_database_that_it_names() {
    let (one, other) = (
        TestDatabase::with("CREATE TABLE place (name text); INSERT INTO place VALUES ('one');")
            .await,
        TestDatabase::with("CREATE TABLE place (name text); INSERT INTO place VALUES ('other');")
            .await,
    );
    let tool = |name: &str, database: Value| {
        json!({
            "name": name, "type": "sql", "description": "d",
            "config": {"query": "SELECT name FROM place", "result": "value", "database": database},
        })
    };
    let registry = Registry::with(json!([
        tool("here", Value::Null),
        tool("there", json!("reporting"))
    ]));
    let settings = other.settings(Seat::Reader);
    let [host, port, name, user, pass] = [0, 1, 2, 3, 4].map(|field| settings[field].1.as_str());
    let table = format!(
        "[databases.reporting]\nhost = \"{host}\"\nport = {port}\nname = \"{name}\"\nuser = \"{user}\"\npass = \"{pass}\"\n"
    );
    let file = registry.path("toolwright.toml");
    std::fs::write(&file, table).unwrap();
    let call = |tool: &str| {
        let mut command = registry.toolwright(&["call", tool]);
        command.envs(one.settings(Seat::Reader));
        command.env("TOOLWRIGHT_CONFIG", &file);
        run(command).answer()
    };
    assert_eq!(
        (call("here").as_str(), call("there").as_str()),
        ("one\n", "other\n")
    );
    one.drop_everything().await;
    other.drop_everything().await;
}
