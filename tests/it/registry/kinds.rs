//! Calls of each kind, with hostile arguments too.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Registry, call, error};
use crate::tools::processes::until_gone;

/// Texts that mean something to somebody: a shell, a database, a template, a terminal.
const HOSTILE: [&str; 12] = [
    "plain",
    "a b",
    "'; DROP TABLE users; --",
    "\"",
    "$1",
    "$(touch /tmp/x)",
    "`id`",
    "a\nb",
    "../../etc/passwd",
    "{other}",
    "한글 텍스트",
    "\\0 %00 %s",
];

#[tokio::test]
async fn an_expression_gets_its_arguments_as_values() {
    let registry = Registry::with(json!([
        {
            "name": "multiply_numbers", "tool_type": "PYTHON",
            "description_agent": "두 숫자를 입력받아 곱한 결과를 반환합니다.",
            "definition": "num1 * num2",
            "parameters": [
                {"param_name": "num1", "param_type": "NUMBER", "is_required": "Y"},
                {"param_name": "num2", "param_type": "NUMBER", "is_required": "Y"},
            ],
        },
        {
            "name": "echo", "type": "expression", "description": "d",
            "config": {"expression": "words = [text]\nresult = {'text': words[0], 'length': len(text)}"},
            "parameters": [{"name": "text", "type": "string", "default": "nothing"}],
        },
        {
            "name": "slow", "type": "expression", "description": "d",
            "config": {"expression": "sum(x for x in range(n))"},
            "parameters": [{"name": "n", "type": "integer", "maximum": 1e12}],
        },
    ]));
    let client = registry.client().await;
    let product = call(&client, "multiply_numbers", json!({"num1": 5, "num2": 3})).await;
    assert_eq!(product, ("15".to_owned(), json!({"result": 15})));
    for text in HOSTILE {
        let echo = call(&client, "echo", json!({"text": text})).await.1;
        assert_eq!(echo, json!({"text": text, "length": text.chars().count()}));
    }
    assert_eq!(call(&client, "echo", json!({})).await.1["text"], "nothing");
    let large = "x".repeat(10 * 1024 * 1024);
    assert!(
        error(&client, "echo", json!({"text": large}))
            .await
            .contains("longer than")
    );
    assert!(
        error(&client, "slow", json!({"n": 1_000_000_000}))
            .await
            .starts_with("time limit")
    );
    let wrong = error(
        &client,
        "multiply_numbers",
        json!({"num1": "five", "num2": 3}),
    )
    .await;
    assert!(
        wrong.starts_with("invalid arguments for `multiply_numbers`:"),
        "{wrong}"
    );
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_builtin_tool_gets_what_is_fixed_renamed_and_given_a_default() {
    let registry = Registry::with(json!([
        {
            "name": "area", "type": "builtin", "description": "The area of a circle.",
            "config": {"tool": "calculator", "arguments": {
                "expression": {"value": "round(3.15 * r * r, 2)"},
                "variables": {"name": "circle", "default": {"r": 1}},
            }},
        },
    ]));
    let client = registry.client().await;
    assert_eq!(
        call(&client, "area", json!({})).await.1,
        json!({"result": 3.15})
    );
    assert_eq!(
        call(&client, "area", json!({"circle": {"r": 2}})).await.1,
        json!({"result": 12.6})
    );
    let wrong = error(&client, "area", json!({"expression": "1"})).await;
    assert!(wrong.starts_with("invalid arguments for `area`"), "{wrong}");
    client.close().await.unwrap();
}

/// A registry with a script that prints its arguments, a variable and its input, each in brackets.
fn scripts() -> Registry {
    let parameters = json!([
        {"name": "text", "type": "string"},
        {"name": "more", "type": "array", "items": "string", "required": false},
    ]);
    let registry = Registry::with(json!([
        {"name": "words", "type": "shell", "description": "d", "parameters": parameters,
         "config": {"command": ["./show.sh", "--", "{text}", "fixed {text}", "{more}"]}},
        {"name": "strict", "type": "shell", "description": "d", "parameters": parameters,
         "config": {"command": ["./show.sh", "{text}", "{more}"]}},
        {"name": "piped", "type": "shell", "description": "d", "parameters": parameters,
         "config": {"command": ["./show.sh"], "stdin": "json", "env": {"TEXT": "<{text}>"}}},
        {"name": "fails", "type": "shell", "description": "d",
         "config": {"command": ["sh", "-c", "echo out; echo err >&2; exit 3"]}},
        {"name": "sleeps", "type": "shell", "description": "d", "timeout": 0.5,
         "config": {"command": ["sh", "-c", "sleep 60 & echo $! > child; sleep 60"]}},
        {"name": "missing", "type": "shell", "description": "d", "config": {"command": ["./nothing.sh"]}},
        {"name": "linked", "type": "shell", "description": "d", "config": {"command": ["./link.sh"]}},
    ]));
    let script = registry.path("tools/show.sh");
    fs::write(&script, "#!/bin/sh\nfor word in \"$@\"; do printf '[%s]' \"$word\"; done\nprintf '{%s}' \"$TEXT\"\ncat\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o700)).unwrap();
    registry
}

#[tokio::test]
async fn an_argument_of_a_program_is_one_element_whatever_it_contains() {
    let registry = scripts();
    let client = registry.client().await;
    for text in HOSTILE {
        let output = call(&client, "words", json!({"text": text, "more": ["x", text]}))
            .await
            .1;
        let expected = format!("[--][{text}][fixed {text}][x][{text}]{{}}");
        assert_eq!(
            (&output["stdout"], &output["exit_code"]),
            (&json!(expected), &json!(0))
        );
        let output = call(&client, "piped", json!({"text": text})).await.1;
        let expected = format!("{{<{text}>}}{}", json!({"text": text}));
        assert_eq!(output["stdout"], json!(expected));
    }
    let absent = call(&client, "words", json!({"text": "a"})).await.1;
    assert_eq!(absent["stdout"], "[--][a][fixed a]{}");
    for option in ["-rf", "--help"] {
        let refused = error(&client, "strict", json!({"text": option})).await;
        assert_eq!(
            refused,
            format!("`{option}` is refused: an argument must not start with `-`")
        );
        let refused = error(&client, "strict", json!({"text": "a", "more": [option]})).await;
        assert_eq!(
            refused,
            format!("`{option}` is refused: an argument must not start with `-`")
        );
    }
    let nul = error(&client, "words", json!({"text": "a\0b"})).await;
    assert_eq!(nul, "an argument contains the character NUL");
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_program_that_fails_or_is_not_there_is_told() {
    let registry = scripts();
    let client = registry.client().await;
    let failed = client.call("fails", json!({})).await.unwrap();
    assert!(failed.is_error);
    assert_eq!(
        failed.structured_value(),
        Some(
            json!({"exit_code": 3, "signal": null, "stdout": "out\n", "stderr": "err\n", "stopped": null})
        )
    );
    let missing = error(&client, "missing", json!({})).await;
    assert!(
        missing.starts_with("the script `nothing.sh` cannot be opened: "),
        "{missing}"
    );
    symlink("/bin/sh", registry.path("tools/link.sh")).unwrap();
    let linked = error(&client, "linked", json!({})).await;
    assert_eq!(
        linked,
        "the script `link.sh` is a link out of the folder of scripts"
    );
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_program_dies_with_its_children_at_the_deadline() {
    let registry = scripts();
    let client = registry.client().await;
    let start = Instant::now();
    let late = error(&client, "sleeps", json!({})).await;
    assert!(late.contains("500ms"), "{late}");
    assert!(start.elapsed() < Duration::from_secs(20));
    let child = fs::read_to_string(registry.path("tools/child")).unwrap();
    until_gone(&[child.trim().parse().unwrap()]).await;
    client.close().await.unwrap();
}

#[tokio::test]
async fn a_tool_of_another_server_says_that_it_is_not_connected() {
    let registry = Registry::with(json!([
        {"name": "far", "type": "mcp", "description": "d", "config": {"server_name": "files", "tool_name": "search", "transport": "stdio"}},
    ]));
    let client = registry.client().await;
    let message = error(&client, "far", Value::Object(serde_json::Map::default())).await;
    assert_eq!(message, "there is no MCP server `files` in `mcp.json`");
    client.close().await.unwrap();
}
