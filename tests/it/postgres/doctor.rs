//! `toolwright doctor`: the state of the engines, and what the database role could do.

use serde_json::Value;

use crate::harness::{Ended, Home, Seat, TestDatabase, borrowed, run};

async fn doctor(home: &Home, words: &[&str], settings: &[(&'static str, String)]) -> Ended {
    let words = [&["doctor"], words].concat();
    let mut command = home.toolwright(&words);
    command.envs(borrowed(settings));
    tokio::task::spawn_blocking(|| run(command)).await.unwrap()
}

fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap()
}

#[tokio::test]
async fn all_embedded_engines_are_healthy_by_default() {
    let home = Home::new();
    let ended = doctor(&home, &["--json"], &[]).await;
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    for name in [
        "settings",
        "data folder",
        "embeddings",
        "vectors",
        "database",
        "sandbox",
    ] {
        assert_eq!(check(&report, name)["health"], "ok", "{report:#}");
    }
    assert_eq!(ended.code, Some(0));
    let facts = check(&report, "embeddings")["facts"].to_string();
    assert!(facts.contains("384 dimensions"), "{facts}");
    let facts = &check(&report, "sandbox")["facts"];
    assert_eq!(facts[1], "`TOOLWRIGHT_CODE_SANDBOX=auto`", "{facts}");
    let facts = check(&report, "database")["facts"].to_string();
    assert!(
        facts.contains("PostgreSQL 1") && facts.contains("of 20 connections"),
        "{facts}"
    );
}

#[tokio::test]
async fn unreachable_engines_are_reported_with_a_fix() {
    let home = Home::new();
    let settings = [
        ("CHROMADB_HOST", "127.0.0.1"),
        ("CHROMADB_PORT", "9"),
        (
            "TEXT_EMBEDDING_MODEL_URL",
            "http://127.0.0.1:9/v1/embeddings",
        ),
        ("TEXT_EMBEDDING_MODEL_NAME", "m"),
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_PORT", "9"),
        ("POSTGRESQL_DB_NAME", "shop"),
        ("POSTGRESQL_DB_USER", "reader"),
        ("POSTGRESQL_DB_PASS", "hunter2"),
    ];
    let settings = settings.map(|(name, value)| (name, value.to_owned()));
    let ended = doctor(&home, &[], &settings).await;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        ended.stderr.contains("3 of 7 parts do not work"),
        "{}",
        ended.stderr
    );
    for line in [
        "BROKEN  embeddings",
        "BROKEN  vectors",
        "BROKEN  database",
        "ok      data folder",
    ] {
        assert!(ended.stdout.contains(line), "{}", ended.stdout);
    }
    for variable in [
        "TEXT_EMBEDDING_MODEL_URL",
        "CHROMADB_HOST",
        "POSTGRESQL_DB_HOST",
    ] {
        assert!(ended.stdout.contains(variable), "{}", ended.stdout);
    }
    assert!(!ended.stdout.contains("hunter2") && !ended.stderr.contains("hunter2"));
}

/// The embedded index has a sample for the embedded database only.
#[tokio::test]
async fn a_database_whose_columns_are_not_indexed_is_a_warning() {
    let home = Home::new();
    let settings = [
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_PORT", "9"),
        ("POSTGRESQL_DB_NAME", "shop"),
        ("POSTGRESQL_DB_USER", "reader"),
    ];
    let settings = settings.map(|(name, value)| (name, value.to_owned()));
    let ended = doctor(&home, &["--json"], &settings).await;
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    let vectors = check(&report, "vectors");
    assert_eq!(vectors["health"], "warning", "{report:#}");
    let advice = vectors["advice"][0].as_str().unwrap();
    assert!(advice.contains("`toolwright index --from-db`"), "{advice}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_role_with_too_many_privileges_is_a_warning() {
    let database = TestDatabase::with("CREATE TABLE secrets (a int)").await;
    let home = Home::new();
    let ended = doctor(&home, &[], &database.settings(Seat::Superuser)).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(
        ended.stdout.contains("is a superuser") && ended.stdout.contains("--setup-sql"),
        "{}",
        ended.stdout
    );
    database.drop_everything().await;
}

/// The printed SQL creates a role that the doctor does not warn about.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_setup_sql_creates_a_role_that_can_only_read() {
    let database =
        TestDatabase::with("CREATE TABLE victim (id int); INSERT INTO victim VALUES (1);").await;
    let (schema, role) = (database.schema.clone(), format!("{}_made", database.schema));
    let home = Home::new();
    let sql = doctor(
        &home,
        &["--setup-sql", "--role", &role, "--schema", &schema],
        &[],
    )
    .await
    .answer();
    // Revoked functions are granted to `PUBLIC` again afterwards, since other tests share the
    // server.
    let reading = sql.replace("COMMIT;", "");
    // Other tests drop their roles meanwhile, which makes a grant to them fail.
    let mut tries = 0;
    while let Err(error) = database.superuser.batch_execute(&reading).await {
        database.superuser.batch_execute("ROLLBACK").await.unwrap();
        tries += 1;
        assert!(tries < 20, "{error:?}");
    }
    let allowed = format!(
        "SELECT has_function_privilege('{role}', 'pg_catalog.set_config(text,text,boolean)', 'EXECUTE')::text"
    );
    assert_eq!(database.value(&allowed).await, "false");
    let may = format!(
        "SELECT concat(has_table_privilege('{role}', '{schema}.victim', 'SELECT'), has_table_privilege('{role}', '{schema}.victim', 'INSERT'), rolsuper) FROM pg_roles WHERE rolname = '{role}'"
    );
    assert_eq!(database.value(&may).await, "tff");
    database.superuser.batch_execute("ROLLBACK").await.unwrap();
    database.drop_everything().await;
}
