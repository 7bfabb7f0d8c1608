//! The command `logs`: shows the calls of other processes with the same home folder.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    sync::Arc,
};

use serde_json::{Value, json};
use toolwright::{
    ToolOutput,
    govern::Governance,
    log::{ExecutionLog, LogOptions, Redactor},
};

use crate::harness::{Child, Home, new_server, run, tool};

const LOG: &str = ".local/share/toolwright/executions";

/// Calls tools in processes of their own: three calls succeed, one fails.
fn called() -> Home {
    let home = Home::new();
    for data in ["one", "two"] {
        clean(&home, data);
    }
    let failing = home.toolwright(&["call", "calculator", "expression=1/0"]);
    assert_eq!(run(failing).code, Some(1));
    let secret = r#"{"expression": "1", "variables": {"password": "hunter2"}}"#;
    run(home.toolwright(&["call", "calculator", "--json", secret])).answer();
    home
}

fn clean(home: &Home, data: &str) {
    let words = ["call", "serialize_for_cell", &format!("data={data}")];
    assert_eq!(run(home.toolwright(&words)).answer(), format!("{data}\n"));
}

/// Returns the records that `logs` prints with these arguments.
fn records(home: &Home, words: &[&str]) -> Vec<Value> {
    let words = [&["logs", "--json"], words].concat();
    let shown = run(home.toolwright(&words)).answer();
    shown
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the arguments of the records.
fn arguments(records: &[Value]) -> Vec<String> {
    let arguments = records.iter().map(|record| record["arguments"].to_string());
    arguments.collect()
}

const ONE: &str = r#"{"data":"one"}"#;
const TWO: &str = r#"{"data":"two"}"#;
const DIVIDED: &str = r#"{"expression":"1/0"}"#;
const SECRET: &str = r#"{"expression":"1","variables":{"password":"********"}}"#;

#[test]
fn calls_are_filtered_by_tool_outcome_time_and_caller() {
    let home = called();
    let shown = |words: &[&str]| arguments(&records(&home, words));
    assert_eq!(shown(&[]), [ONE, TWO, DIVIDED, SECRET]);
    assert_eq!(shown(&["--tool", "calc*"]), [DIVIDED, SECRET]);
    assert_eq!(shown(&["--failed"]), [DIVIDED]);
    assert_eq!(shown(&["-n", "2"]), [DIVIDED, SECRET]);
    assert_eq!(shown(&["-n", "0", "--since", "1h"]).len(), 4);
    assert_eq!(shown(&["--caller", "toolwright/*"]).len(), 4);
    let two = &records(&home, &["--tool", "serialize*"])[1];
    let since = two["time"].as_str().unwrap();
    assert_eq!(shown(&["--since", since]), [TWO, DIVIDED, SECRET]);
    let nobody = run(home.toolwright(&["logs", "--caller", "nobody"]));
    let folder = home.join(LOG);
    let expected = format!("the log in `{}` has no such call\n", folder.display());
    assert_eq!((nobody.code, nobody.stderr), (Some(0), expected));
}

#[test]
fn a_call_is_one_line_or_a_sheet_by_its_id() {
    let home = called();
    let shown = run(home.toolwright(&["logs", "--failed"])).answer();
    let cells: Vec<_> = shown
        .trim_end()
        .split("  ")
        .filter(|cell| !cell.is_empty())
        .collect();
    assert_eq!(
        (cells.len(), cells[1], cells[3]),
        (7, "tool_execution_error", "calculator"),
        "{shown}"
    );
    assert_eq!(
        cells[4..],
        ["local", DIVIDED, "ZeroDivisionError: division by zero"]
    );

    let record = records(&home, &["--failed"]).remove(0);
    let id = record["id"].as_str().unwrap();
    let whole = run(home.toolwright(&["logs", "--id", id])).answer();
    assert!(whole.starts_with("{\n  \"id\": "), "{whole}");
    assert_eq!(serde_json::from_str::<Value>(&whole).unwrap(), record);
    let other = "01a1df24-a37e-76d8-b3be-13e26925fdd9";
    let missing = run(home.toolwright(&["logs", "--id", other]));
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(1), ""));
}

#[test]
fn secrets_are_not_in_the_log_files() {
    let home = called();
    for file in fs::read_dir(home.join(LOG)).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(
            text.contains("********") && !text.contains("hunter2"),
            "{text}"
        );
    }
}

#[test]
fn new_records_are_followed() {
    let home = called();
    let mut following = home
        .toolwright(&["logs", "--follow", "--json", "-n", "1"])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(following.stdout.take().unwrap()).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    assert_eq!(arguments(&[next()]), [SECRET]);
    clean(&home, "three");
    assert_eq!(arguments(&[next()]), [r#"{"data":"three"}"#]);
    clean(&home, "four");
    assert_eq!(arguments(&[next()]), [r#"{"data":"four"}"#]);
    following.kill().unwrap();
    following.wait().unwrap();
}

#[test]
fn a_call_that_a_killed_server_left_is_unfinished() {
    let home = called();
    let mut server = Child::toolwright(&home);
    server.initialize("2025-11-25");
    let params = json!({"name": "request_human_input", "arguments": {"question": "Well?"}});
    server.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}));
    while records(&home, &["--unfinished"]).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // Dropping it kills the server.
    drop(server);
    let question = r#"{"question":"Well?"}"#;
    let unfinished = records(&home, &["--unfinished"]);
    assert_eq!(arguments(&unfinished), [question]);
    assert_eq!(unfinished[0]["outcome"], "begun");
    let id = unfinished[0]["id"].as_str().unwrap();
    assert_eq!(records(&home, &["--id", id]), unfinished);
    for words in [&[][..], &["-n", "0"]] {
        let all = arguments(&records(&home, words));
        assert_eq!(all, [ONE, TWO, DIVIDED, SECRET, question]);
    }
    assert_eq!(arguments(&records(&home, &["--failed"])), [DIVIDED]);
}

#[test]
fn invalid_lines_are_skipped_and_reported() {
    let home = called();
    let file = fs::read_dir(home.join(LOG)).unwrap().next().unwrap();
    let path = file.unwrap().path();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("junk\n{text}{{\"id\":")).unwrap();
    let shown = run(home.toolwright(&["logs", "--json"]));
    assert_eq!((shown.code, shown.stdout), (Some(0), text));
    let expected = "skipped lines of the log: 1 incomplete, 1 not records\n";
    assert_eq!(shown.stderr, expected);
}

#[test]
fn a_server_without_a_writable_log_does_not_start() {
    let home = Home::new();
    let folder = home.join(LOG);
    fs::create_dir_all(folder.parent().unwrap()).unwrap();
    fs::write(&folder, "").unwrap();
    let ended = run(home.toolwright(&["call", "serialize_for_cell", "data=x"]));
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    let expected = format!(
        "`{}`: it is not a folder; move the file away",
        folder.display()
    );
    assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
}

#[tokio::test]
async fn the_log_of_a_server_of_ones_own_is_shown() {
    let home = Home::new();
    let folder = home.join("own-log");
    let log = ExecutionLog::open(LogOptions::new(&folder)).unwrap();
    let governance = Governance::new().log(Arc::new(log), Redactor::default());
    let tool = tool("greet", |_, _| async { Ok(ToolOutput::text("hello")) });
    let server = new_server().tools([tool]).govern(governance);
    let client = server.client().await.unwrap();
    client.call("greet", json!({})).await.unwrap();
    client.close().await.unwrap();
    let folder = folder.to_string_lossy();
    let records = records(&home, &["--folder", &folder]);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0]["tool"], "greet");
}
