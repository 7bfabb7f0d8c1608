//! The command `stdio`: standard output has protocol messages only.

use std::process::Command;

use serde_json::{Value, json};

use crate::harness::{Home, run, run_with_input};

/// Initialises a server on standard input and output. Returns its name and the names of its tools.
pub(super) fn greet(command: Command) -> (String, Vec<String>) {
    let client = json!({"name": "test", "version": "1"});
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client,
        }}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
    ];
    let lines: Vec<String> = messages
        .iter()
        .map(|message| format!("{message}\n"))
        .collect();
    let output = run_with_input(command, &lines.concat()).answer();
    let answers: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let result = |id: i64| {
        let answer = answers.iter().find(|answer| answer["id"] == id);
        &answer.unwrap_or_else(|| panic!("{output}"))["result"]
    };
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let tools = result(2)["tools"].as_array().unwrap();
    let names = tools.iter().map(|tool| text(&tool["name"])).collect();
    (text(&result(1)["serverInfo"]["name"]), names)
}

#[test]
fn stdio_is_the_default_command() {
    let home = Home::new();
    let hello = ("hello".to_owned(), vec!["add".to_owned()]);
    assert_eq!(greet(home.example("hello", &[])), hello);
    assert_eq!(greet(home.example("hello", &["stdio"])), hello);
}

#[test]
fn the_http_server_also_has_the_command_stdio() {
    let home = Home::new();
    let tools = [
        "calculator",
        "code_execution",
        "doc_parser",
        "get_sim_search",
        "get_text_embedding",
        "query_bga_database",
        "request_human_input",
        "serialize_for_cell",
        "web_search",
    ];
    let toolwright = ("toolwright".to_owned(), tools.map(Into::into).into());
    assert_eq!(greet(home.toolwright(&["stdio"])), toolwright);
}

#[test]
fn the_name_and_the_title_of_the_server_are_settings() {
    let home = Home::new();
    let mut command = home.toolwright(&["inspect"]);
    command
        .env("TOOLWRIGHT_SERVER_NAME", "bga-tools")
        .env("TOOLWRIGHT_SERVER_TITLE", "도구 서버");
    let contract: Value = serde_json::from_str(&run(command).answer()).unwrap();
    let info = &contract["serverInfo"];
    assert_eq!(
        (&info["name"], &info["title"]),
        (&json!("bga-tools"), &json!("도구 서버"))
    );
}

#[test]
fn settings_without_effect_are_reported_at_the_start() {
    let home = Home::new();
    let mut server = home.toolwright(&["stdio"]);
    server.env("CHROMADB_PORT", "9000");
    server.env("TOOLWRIGHT_RETIRES", "3");
    let ended = run(server);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    for remark in [
        "`CHROMADB_PORT` in the environment has no effect: `CHROMADB_HOST` is not set",
        "`TOOLWRIGHT_RETIRES` in the environment is not a setting: did you mean `TOOLWRIGHT_RETRIES`?",
    ] {
        assert!(ended.stderr.contains(remark), "{}", ended.stderr);
    }
}
