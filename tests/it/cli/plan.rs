//! The command `plan`: runs several calls from a file.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Ended, Home, run, run_with_input};

fn write(home: &Home, plan: &Value) -> String {
    let path = home.join("plan.json");
    fs::write(&path, plan.to_string()).unwrap();
    path.to_string_lossy().into_owned()
}

/// Returns the report without the values that differ from run to run.
fn report(ended: &Ended) -> Value {
    let mut report: Value = serde_json::from_str(&ended.stdout).unwrap();
    for result in report["results"].as_array_mut().unwrap() {
        let members = result.as_object_mut().unwrap();
        members.remove("elapsed");
        members.remove("execution_id");
    }
    report
}

#[test]
fn a_plan_has_a_result_for_each_step() {
    let home = Home::new();
    let plan = write(
        &home,
        &json!([
            {"tool": "serialize_for_cell", "arguments": {"data": "a\u{a0}b"}},
            {"tool": "calculator", "arguments": {"expression": "6 * 7"}},
        ]),
    );
    let ended = run(home.toolwright(&["plan", &plan]));
    assert_eq!(
        report(&ended),
        json!({"succeeded": 2, "failed": 0, "results": [
            {"tool": "serialize_for_cell", "success": true, "status": "success", "result": "a b", "error": null, "tool_name": "serialize_for_cell"},
            {"tool": "calculator", "success": true, "status": "success", "result": 42, "error": null, "tool_name": "calculator"},
        ]})
    );
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_other_steps_run_if_some_are_denied_or_fail() {
    let home = Home::new();
    let plan = json!([
        {"tool": "doc_parser", "arguments": {"path": "x"}}, {"tool": "calculator", "arguments": {"expression": "1 /"}},
        {"tool": "calculator", "arguments": {"expression": "1"}},
    ]);
    let mut command = home.toolwright(&["plan", "-"]);
    command.env("TOOL_WHITELIST", "calculator");
    let ended = run_with_input(command, &plan.to_string());
    let report = report(&ended);
    assert_eq!(
        (&report["succeeded"], &report["failed"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(report["results"][0]["error"], "Blocked by whitelist policy");
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.stderr.ends_with("Error: 2 steps failed\n"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_plan_may_be_names_alone() {
    let home = Home::new();
    let plan = json!({"tools": ["calculator", "web_search", "nope"]});
    let mut command = home.toolwright(&["plan", "-"]);
    command.env("TOOL_WHITELIST", "calculator");
    let report = report(&run_with_input(command, &plan.to_string()));
    let told: Vec<_> = report["results"].as_array().unwrap().iter().collect();
    let named: Vec<_> = told.iter().map(|result| result["tool"].clone()).collect();
    assert_eq!(named, ["calculator", "web_search", "nope"]);
    assert_eq!(told[1]["error"], "Blocked by whitelist policy");
    assert_eq!(told[2]["error"], "Tool 'nope' not found");
    let both = json!({"tools": ["calculator"], "steps": []}).to_string();
    let refused = run_with_input(home.toolwright(&["plan", "-"]), &both);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn the_report_says_that_tools_are_off() {
    let home = Home::new();
    let plan = write(
        &home,
        &json!([{"tool": "calculator", "arguments": {"expression": "1"}}]),
    );
    let mut command = home.toolwright(&["plan", &plan]);
    command.env("MCP_TOOLS", "false");
    let ended = run(command);
    let expected = json!({
        "skipped": "tool execution is off (`MCP_TOOLS=false`)", "succeeded": 0, "failed": 0, "results": [],
    });
    assert_eq!((report(&ended), ended.code), (expected, Some(0)));
}

#[test]
fn an_invalid_plan_is_a_usage_error() {
    let home = Home::new();
    let plan = write(&home, &json!([{"name": "calculator"}]));
    let ended = run(home.toolwright(&["plan", &plan]));
    assert_eq!(ended.code, Some(2));
    assert!(
        ended
            .stderr
            .contains("is not a plan: expected a list of steps"),
        "{}",
        ended.stderr
    );
    let ended = run(home.toolwright(&["plan", "/nowhere/plan.json"]));
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.contains("cannot read `/nowhere/plan.json`"),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_error_names_the_malformed_setting() {
    let home = Home::new();
    let mut command = home.toolwright(&["tools"]);
    command.env("TOOLWRIGHT_LOG_DAYS", "many");
    let ended = run(command);
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (
            Some(1),
            "Error: `TOOLWRIGHT_LOG_DAYS` is `many` in the environment: expected a whole number above 0\n"
        )
    );
}
