//! Several processes on one data folder use one database.

use std::process::Command;

use serde_json::{Value, json};

use crate::harness::{Child, Ended, Home, run};

fn toolwright(home: &Home, words: &[&str]) -> Command {
    let mut command = home.toolwright(words);
    command.env("TOOLWRIGHT_EMBEDDED_POSTGRES", "bundled");
    command
}

fn call(home: &Home, sql: &str) -> Ended {
    let sql = format!("generated_sql={sql}");
    run(toolwright(home, &["call", "query_bga_database", &sql]))
}

#[test]
fn call_and_doctor_work_beside_a_server_that_uses_the_database() {
    let home = Home::new();
    let mut server = Child::spawn(&mut toolwright(&home, &["stdio"]));
    server.initialize("2025-06-18");
    let query = json!({
        "name": "query_bga_database",
        "arguments": {"generated_sql": "```sql\nSELECT 1 AS a\n```"},
    });
    let answer = server.ask(1, "tools/call", query);
    let content = &answer["result"]["structuredContent"]["data"]["content"];
    assert_eq!(content["records"], json!([{"a": 1}]), "{answer}");
    // The SQL was taken out of its fence, and the answer says so.
    assert_eq!(content["sql"], "SELECT 1 AS a");
    assert!(answer.to_string().contains("code_fence"), "{answer}");

    let beside = call(&home, "SELECT 2 AS a");
    assert!(beside.stdout.contains(r#"[{"a":2}]"#), "{beside:?}");
    let doctor = run(toolwright(&home, &["doctor", "--json"]));
    let report: Value = serde_json::from_str(&doctor.stdout).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let database = checks.iter().find(|check| check["name"] == "database");
    assert_eq!(database.unwrap()["health"], "ok", "{report:#}");

    assert!(server.end().status.success());
    let after = call(&home, "SELECT 3 AS a");
    assert!(after.stdout.contains(r#"[{"a":3}]"#), "{after:?}");
}
