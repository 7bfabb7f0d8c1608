//! Credentials of tools that run programs or stand for built-in tools.

use std::fs;

use serde_json::{Value, json};

use super::Registry;
use crate::{
    api::{Api, NO_DATABASE},
    harness::run,
};

const SECRET: &str = "s3cret-value-of-the-test";

fn key(place: &str, name: &str) -> Value {
    json!({"type": "api_key", "in": place, "name": name, "value": SECRET})
}

/// Adds a definition with the command `tools add`, which seals its credential.
fn with(definition: &Value) -> Registry {
    let registry = Registry::with(json!([]));
    let file = registry.path("new.json");
    fs::write(&file, definition.to_string()).unwrap();
    run(registry.toolwright(&["tools", "add", &file.to_string_lossy()])).answer();
    fs::remove_file(file).unwrap();
    assert!(
        registry.read().contains("sealed:v1:"),
        "{}",
        registry.read()
    );
    assert!(!registry.read().contains(SECRET));
    registry
}

#[test]
fn a_program_gets_its_credential_as_a_variable_and_cannot_print_it() {
    let registry = with(&json!({
        "name": "print", "type": "shell", "auth": key("variable", "API_TOKEN"),
        "config": {"command": ["/bin/sh", "-c", "echo got $API_TOKEN; echo $API_TOKEN >&2; exit 3"]},
    }));
    let ended = run(registry.toolwright(&["call", "print", "-o", "json"]));
    let result: Value = serde_json::from_str(&ended.stdout).unwrap();
    // Only the value itself is replaced.
    assert_eq!(result["result"]["stdout"], "got ********\n");
    assert_eq!(result["error"], "Execution error: ********");
    let shown = run(registry.toolwright(&["tools", "show", "print"]));
    assert!(!shown.stdout.contains(SECRET) && !shown.stderr.contains(SECRET));
}

#[test]
fn a_built_in_tool_gets_a_credential_as_an_argument_that_agents_do_not_see() {
    let registry = with(&json!({
        "name": "clean", "type": "builtin", "config": {"tool": "serialize_for_cell"},
        "auth": key("argument", "data"),
    }));
    let called = run(registry.toolwright(&["call", "clean"]));
    assert_eq!(called.answer(), format!("{SECRET}\n"));
    let sent = run(registry.toolwright(&["call", "clean", "data=x"]));
    assert!(
        sent.stderr.contains("there is no parameter `data`"),
        "{}",
        sent.stderr
    );
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn a_function_gets_its_credential_as_a_variable() {
    let registry = with(&json!({
        "name": "size", "type": "shell", "auth": key("variable", "API_TOKEN"),
        "config": {"command": ["true"]},
    }));
    let script = "import os\n\ndef size():\n    return len(os.environ['API_TOKEN'])\n";
    fs::write(registry.path("tools/size.py"), script).unwrap();
    let file = registry.path("new.json");
    let definition = json!({
        "name": "length", "type": "python", "auth": key("variable", "API_TOKEN"),
        "config": {"script": "size.py", "function": "size"},
    });
    fs::write(&file, definition.to_string()).unwrap();
    let command = |words: &[&str]| {
        let mut command = registry.toolwright(words);
        command.env("PATH", "/usr/bin:/bin");
        run(command)
    };
    command(&["tools", "add", &file.to_string_lossy()]).answer();
    assert!(!registry.read().contains(SECRET));
    let length = command(&["call", "length"]).answer();
    assert_eq!(length, format!("{}\n", SECRET.len()));
}

#[tokio::test]
async fn a_credential_in_a_place_that_is_not_sealed_is_refused_without_showing_it() {
    let api = Api::with_settings(json!([]), &NO_DATABASE).await;
    let http = |headers: Value| json!({"name": "get", "type": "http", "config": {"base_url": "https://example.com", "headers": headers}});
    let shell = |env: Value| json!({"name": "run", "type": "shell", "config": {"command": ["true"], "env": env}});
    let python = |env: Value| json!({"name": "run", "type": "python", "config": {"script": "a.py", "function": "f", "env": env}});
    let mut wrong_place = shell(json!({}));
    wrong_place["auth"] = key("header", "X-Key");
    for (definition, expected) in [
        (
            http(json!({"X-Api-Key": SECRET})),
            "`X-Api-Key` looks like a credential",
        ),
        (
            http(json!({"X-Auth": format!("Bearer {SECRET}")})),
            "`X-Auth` looks like a credential",
        ),
        (
            shell(json!({"DB_PASSWORD": SECRET})),
            "`DB_PASSWORD` looks like a credential",
        ),
        (
            python(json!({"API_TOKEN": SECRET})),
            "`API_TOKEN` looks like a credential",
        ),
        (
            wrong_place,
            "the credential of a `shell` tool is sent as a variable",
        ),
    ] {
        let refused = api.post("tools", definition.clone()).await;
        assert_eq!(refused.status, 422, "{}", refused.body);
        let told = refused.body.to_string();
        assert!(told.contains(expected) && !told.contains(SECRET), "{told}");
        let registry = Registry::with(json!([definition]));
        let ended = run(registry.toolwright(&["tools", "check"]));
        assert_eq!(ended.code, Some(1), "{}", ended.stdout);
        let told = format!("{}{}", ended.stdout, ended.stderr);
        assert!(told.contains(expected), "{told}");
        assert!(!told.contains(SECRET), "{told}");
    }
    let argument = json!({"X-Api-Key": "{key}", "Idempotency-Key": "7", "Accept": "text/plain"});
    let mut usual = http(argument);
    usual["parameters"] = json!([{"name": "key", "type": "string"}]);
    let registry = Registry::with(json!([usual]));
    assert_eq!(run(registry.toolwright(&["tools", "check"])).code, Some(0));
}
