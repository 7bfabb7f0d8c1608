//! `tools/list` and `tools/call`.

use serde_json::{Value, json};

use super::{Template, template};

pub(super) fn templates() -> Vec<Template> {
    let mut templates = vec![
        template("tools/list", "plain", json!({})),
        template(
            "tools/list",
            "a cursor that is none",
            json!({"cursor": "§§§"}),
        ),
        template(
            "tools/list",
            "a cursor of the wrong type",
            json!({"cursor": 7}),
        ),
        template("tools/list", "an unknown field", json!({"shape": "round"})),
        template(
            "tools/call",
            "an unknown tool",
            json!({"name": "no_such_tool", "arguments": {}}),
        ),
        template(
            "tools/call",
            "an empty name",
            json!({"name": "", "arguments": {}}),
        ),
        template(
            "tools/call",
            "no name",
            json!({"arguments": {"a": 1, "b": 2}}),
        ),
        template(
            "tools/call",
            "a name of the wrong type",
            json!({"name": 7, "arguments": {}}),
        ),
        template("tools/call", "a name that is null", json!({"name": null})),
        template(
            "tools/call",
            "an unknown field",
            json!({"name": "fail", "shape": "round"}),
        ),
    ];
    templates.extend(calls());
    templates
}

fn call(what: &'static str, name: &str, arguments: Value) -> Template {
    template(
        "tools/call",
        what,
        json!({"name": name, "arguments": arguments}),
    )
}

fn calls() -> Vec<Template> {
    let mut templates = good_calls();
    templates.extend(bad_arguments());
    templates
}

fn good_calls() -> Vec<Template> {
    let token = |token: Value| json!({"name": "count_up", "arguments": {"to": 3}, "_meta": {"progressToken": token}});
    vec![
        call("a sum", "add", json!({"a": 2, "b": 40})),
        call("a negative sum", "add", json!({"a": -2, "b": -40})),
        call("the largest number", "add", json!({"a": i64::MAX, "b": 0})),
        call("the smallest number", "add", json!({"a": i64::MIN, "b": 0})),
        call("text", "echo", json!({"text": "Hello"})),
        call("empty text", "echo", json!({"text": ""})),
        call(
            "text of many alphabets",
            "echo",
            json!({"text": "naïve Ω 漢字 🦀 \u{7}\u{2028}"}),
        ),
        call(
            "text that looks like JSON",
            "echo",
            json!({"text": "{\"a\": [1, \"\\n\"]}"}),
        ),
        call(
            "long text",
            "echo",
            json!({"text": "abcdefghij".repeat(2000)}),
        ),
        call("an object", "measure", json!({"text": "one two three"})),
        call("a picture", "picture", json!({})),
        call("defaults", "salute", json!({})),
        call("an optional argument", "salute", json!({"name": "Ada"})),
        call(
            "all arguments",
            "salute",
            json!({"name": "Ada", "times": 2}),
        ),
        call("a failure", "fail", json!({})),
        call("a refusal", "refuse", json!({})),
        call("log lines", "chatter", json!({})),
        call(
            "progress that nobody asked for",
            "count_up",
            json!({"to": 3}),
        ),
        template("tools/call", "progress by a text", token(json!("token-1"))),
        template("tools/call", "progress by a number", token(json!(7))),
        template(
            "tools/call",
            "no arguments where none are needed",
            json!({"name": "fail"}),
        ),
        call("a client that cannot be asked", "ask_name", json!({})),
        call("work at once", "job", json!({})),
        call("work that needs tasks", "hard_job", json!({})),
    ]
}

fn bad_arguments() -> Vec<Template> {
    vec![
        template("tools/call", "bad arguments, none", json!({"name": "add"})),
        template(
            "tools/call",
            "bad arguments, null",
            json!({"name": "add", "arguments": null}),
        ),
        template(
            "tools/call",
            "bad arguments, a list",
            json!({"name": "add", "arguments": [1, 2]}),
        ),
        template(
            "tools/call",
            "bad arguments, a text",
            json!({"name": "add", "arguments": "1"}),
        ),
        call("bad arguments, one missing", "add", json!({"a": 1})),
        call(
            "bad arguments, one too many",
            "add",
            json!({"a": 1, "b": 2, "c": 3}),
        ),
        call(
            "bad arguments, a word for a number",
            "add",
            json!({"a": "one", "b": 2}),
        ),
        call(
            "bad arguments, a fraction",
            "add",
            json!({"a": 1.5, "b": 2}),
        ),
        call(
            "bad arguments, a huge number",
            "add",
            json!({"a": 1e300, "b": 2}),
        ),
        call(
            "bad arguments, null for a number",
            "add",
            json!({"a": null, "b": 2}),
        ),
        call(
            "bad arguments, a number for a text",
            "echo",
            json!({"text": 7}),
        ),
        call(
            "bad arguments, an object for a text",
            "echo",
            json!({"text": {}}),
        ),
        call("bad arguments, too large", "salute", json!({"times": 5})),
        call(
            "bad arguments, too many for none",
            "fail",
            json!({"why": "not"}),
        ),
        call("a number in quotes", "add", json!({"a": "1", "b": 2})),
        call("a whole fraction", "add", json!({"a": 1.0, "b": 2})),
        call(
            "null for an optional argument",
            "salute",
            json!({"name": null}),
        ),
    ]
}
