//! The command `call`.

use serde_json::{Value, json};

use crate::harness::{Ended, Home, run, run_with_input};

fn hello(words: &[&str]) -> Ended {
    let home = Home::new();
    run(home.example("hello", words))
}

fn todo(words: &[&str]) -> Ended {
    let home = Home::new();
    run(home.example("todo", words))
}

/// Returns the first line of a usage error.
fn refusal(ended: &Ended) -> &str {
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
    ended.stderr.lines().next().unwrap()
}

#[test]
fn arguments_are_pairs_json_or_standard_input() {
    assert_eq!(hello(&["call", "add", "a=1", "b=-2"]).answer(), "-1\n");
    let object = r#"{"a": 1, "b": 2}"#;
    assert_eq!(hello(&["call", "add", "--json", object]).answer(), "3\n");
    let home = Home::new();
    let read = home.example("hello", &["call", "add", "--json", "-"]);
    assert_eq!(run_with_input(read, object).answer(), "3\n");
}

#[test]
fn string_values_are_literal() {
    let home = Home::new();
    let call = home.toolwright(&["call", "serialize_for_cell", "data=12\u{a0}=\u{a0}{x"]);
    assert_eq!(run(call).answer(), "12 = {x\n");
}

#[test]
fn a_result_can_be_printed_as_json() {
    let answer = hello(&["call", "add", "a=1", "b=2", "--output", "json"]).answer();
    let mut answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(
        answer["elapsed"]
            .take()
            .as_f64()
            .is_some_and(|elapsed| elapsed < 10.0)
    );
    assert_eq!(
        answer,
        json!({
            "tool": "add", "success": true, "status": "success", "result": 3, "error": null,
            "tool_name": "add", "elapsed": null,
        })
    );
    let answer = hello(&["call", "add", "a=1", "b=2", "--output", "mcp"]).answer();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["content"], json!([{"type": "text", "text": "3"}]));
    assert_eq!(answer["structuredContent"], json!({"result": 3}));
}

#[test]
fn an_error_is_printed_to_stderr_with_code_1() {
    assert_eq!(
        todo(&["call", "complete_todo", "id=99"]),
        Ended {
            code: Some(1),
            stdout: String::new(),
            stderr: "Error: there is no todo 99\n".into(),
        }
    );
    let missing = hello(&["call", "add", "a=1"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        missing.stderr.lines().next(),
        Some("Error: invalid arguments for `add`:")
    );
}

#[test]
fn an_error_as_json_has_code_1() {
    let ended = todo(&["call", "complete_todo", "id=99", "-o", "json"]);
    let answer: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(ended.code, Some(1));
    assert_eq!(answer["success"], false);
    assert_eq!(answer["error"], "Execution error: there is no todo 99");
    assert_eq!(answer["error_kind"], "tool_execution_error");
}

#[test]
fn an_unknown_and_a_blocked_tool_have_a_result_as_json() {
    let home = Home::new();
    let call = |name: &str| {
        let mut command = home.toolwright(&["call", name, "--output", "json"]);
        command.env("TOOL_WHITELIST", "calculator");
        let ended = run(command);
        let mut result: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert!(result["elapsed"].take().is_f64());
        assert_eq!(ended.code, Some(2));
        (result, ended.stderr.lines().next().unwrap().to_owned())
    };
    let failed = |name: &str, error: &str, kind: &str| {
        json!({
            "tool": name, "success": false, "status": "error", "result": null, "error": error,
            "error_kind": kind, "tool_name": name, "elapsed": null,
        })
    };
    let (result, message) = call("nope");
    assert_eq!(result, failed("nope", "Tool 'nope' not found", "not_found"));
    let expected = "error: there is no tool `nope` (`toolwright tools` lists all tools)";
    assert_eq!(message, expected);
    let (result, message) = call("web_search");
    let blocked = failed("web_search", "Blocked by whitelist policy", "denied");
    assert_eq!(result, blocked);
    let expected = "error: the whitelist blocks `web_search`: add it to `TOOL_WHITELIST`";
    assert_eq!(message, expected);
}

#[test]
fn a_failing_program_says_the_last_line_of_its_standard_error() {
    let home = Home::new();
    for (code, error) in [
        (
            "echo first >&2; echo 'disk is full' >&2; exit 3",
            "disk is full",
        ),
        ("exit 3", "the exit code is 3"),
        ("kill -9 $$", "the program was ended by signal 9"),
    ] {
        let code = format!("code={code}");
        let words = [
            "call",
            "code_execution",
            "language=shell",
            &code,
            "-o",
            "json",
        ];
        let mut command = home.toolwright(&words);
        command
            .env("TOOLWRIGHT_CODE_EXECUTION", "true")
            .env("PATH", "/usr/bin:/bin");
        let ended = run(command);
        let result: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(ended.code, Some(1));
        assert_eq!(result["error"], format!("Execution error: {error}"));
        assert_eq!(result["result"]["stdout"], "");
    }
}

#[test]
fn a_similar_tool_is_suggested() {
    assert_eq!(
        refusal(&hello(&["call", "ad", "a=1"])),
        "error: there is no tool `ad`: did you mean `add`? (`hello tools` lists all tools)"
    );
    assert_eq!(
        refusal(&hello(&["call", "weather"])),
        "error: there is no tool `weather` (`hello tools` lists all tools)"
    );
}

#[test]
fn invalid_arguments_are_usage_errors() {
    assert_eq!(
        refusal(&hello(&["call", "add", "a=one", "b=2"])),
        "error: `a`: expected integer as JSON, got `one`"
    );
    assert_eq!(
        refusal(&hello(&["call", "add", "c=1"])),
        "error: there is no parameter `c`: the tool has `a`, `b`"
    );
    assert_eq!(
        refusal(&hello(&["call", "add", "--json", "[1]"])),
        "error: `--json` expects a JSON object: got `[1]`"
    );
    assert_eq!(hello(&["call", "add", "a=1", "--json", "{}"]).code, Some(2));
}

#[test]
fn a_tool_that_asks_fails_without_a_terminal() {
    let ended = todo(&["call", "delete_todo", "id=1"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        ended.stderr,
        "Error: this client lacks a capability that the call needs: {\"elicitation\":{}}\n"
    );
}

#[test]
fn log_messages_are_printed_and_progress_is_not() {
    let report = todo(&["call", "report"]);
    assert_eq!(
        (report.code, report.stderr.as_str()),
        (Some(0), "info: reporting\n")
    );
    let quiet = todo(&["call", "report", "--log", "error"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        todo(&["call", "import_todos", r#"titles=["a","b"]"#]).answer(),
        "2\n"
    );
}
