//! The problems of a definition are reported at their places, all at once.

use std::path::Path;

use super::engines;
use crate::spec::{ToolSpec, ToolsFile};

/// Returns the lines of what is wrong with a file.
fn mistakes(text: &str) -> Vec<String> {
    match ToolsFile::parse("tools.json", text, &engines(Path::new("/nowhere"))) {
        Ok(_) => Vec::new(),
        Err(invalid) => invalid.to_string().lines().map(ToOwned::to_owned).collect(),
    }
}

/// Returns what is wrong with one definition: the path and the message of each problem.
pub(super) fn wrong(fields: &str) -> Vec<String> {
    let text = format!(r#"{{"name": "x", "description": "d", {fields}}}"#);
    match ToolSpec::parse("x", &text, &engines(Path::new("/nowhere"))) {
        Ok(_) => Vec::new(),
        Err(invalid) => {
            let problems = invalid.problems.into_iter();
            problems
                .map(|problem| format!("{}: {}", problem.path, problem.message))
                .collect()
        }
    }
}

#[test]
fn all_problems_of_a_file_are_told_with_file_line_column_and_path() {
    let text = r#"{
  "tools": [
    // 한글
    {"name": "a b", "type": "expression", "description": 7, "config": {"expression": "1"}},
    {"name": "one", "type": "expression", "description": "d", "config": {"expression": "x +"}, "tmeout": 3},
    {"name": "two", "type": "shell", "description": "d", "config": {"command": []}, "timeout": 0}
  ],
  "version": 1
}"#;
    assert_eq!(
        mistakes(text),
        [
            "tools.json:4:14: tools[0].name: `a b` cannot be the name of a tool: expected 1 to 64 letters of A to Z, digits, `_`, `-` or `.`",
            "tools.json:4:58: tools[0].description: expected text, got `7`",
            "tools.json:5:88: tools[1].config.expression: syntax error in line 1, column 4: Expected an expression",
            "tools.json:5:106: tools[1].tmeout: unknown field: did you mean `timeout`?",
            "tools.json:6:80: tools[2].config.command: expected a program: [\"./script.sh\", \"{argument}\"]",
            "tools.json:6:96: tools[2].timeout: expected a number of seconds above 0, at most 86400, got `0`",
            "tools.json:8:14: version: unknown field: expected one of `$schema`, `tools`",
        ]
    );
}

#[test]
fn a_file_that_is_not_json_says_where() {
    for (text, expected) in [
        ("", "tools.json:1:1: the text is empty: expected JSON"),
        (
            "{\"tools\": [",
            "tools.json:1:11: invalid JSON: unterminated array",
        ),
        (
            "{\"tools\": [{\"name\": \"a",
            "tools.json:1:21: invalid JSON: unterminated string literal",
        ),
        (
            "{'tools': []}",
            "tools.json:1:2: invalid JSON: single-quoted strings are not allowed",
        ),
        ("[1]", "tools.json:1:2: [0]: expected an object, got `1`"),
        ("7", "tools.json:1:1: expected an array, got `7`"),
    ] {
        assert_eq!(mistakes(text), [expected], "{text}");
    }
}

#[test]
fn two_tools_of_one_name_are_refused() {
    let tool =
        r#"{"name": "a", "type": "expression", "description": "d", "config": {"expression": "1"}}"#;
    assert_eq!(
        mistakes(&format!("[{tool},\n{tool}]")),
        ["tools.json:2:1: [1]: duplicate tool `a`: it is also tools[0]"]
    );
}

const FIELDS: [(&str, &[&str]); 9] = [
    (r#""type": "expression""#, &[": missing field `config`"]),
    (r#""config": {}"#, &[": missing field `type`"]),
    (
        r#""type": "cobol", "config": {}"#,
        &[
            "type: unknown type `cobol`: expected one of `builtin`, `expression`, `http`, `mcp`, `python`, `shell`, `sql`",
        ],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "timeout": 1, "timeout_seconds": 2"#,
        &["timeout_seconds: `timeout` and `timeout_seconds` are two names of one field"],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "title": "a", "title": "b""#,
        &["title: duplicate field"],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "parameters": [], "input_schema": {}"#,
        &["input_schema: a tool has `parameters` or `input_schema`, not both"],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "is_active": "yes""#,
        &["is_active: expected `true` or `false`, got `yes`"],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "rate_limit": {"requests_per_minute": 0, "per_day": 1}"#,
        &[
            "rate_limit.requests_per_minute: expected a whole number from 1 to 4294967295, got `0`",
            "rate_limit.per_day: unknown field: expected one of `requests_per_minute`, `requests_per_hour`, `concurrent_requests`",
        ],
    ),
    (
        r#""type": "expression", "config": {"expression": "1"}, "confirm": "Delete {path}?""#,
        &["confirm: `{path}` is not a parameter: the tool has no parameters"],
    ),
];

#[test]
fn fields_that_are_missing_doubled_or_contradict_each_other_are_refused() {
    for (fields, expected) in FIELDS {
        assert_eq!(wrong(fields), expected, "{fields}");
    }
}

#[test]
fn a_schema_that_is_none_is_refused() {
    let tool =
        |field: &str| format!(r#""type": "expression", "config": {{"expression": "1"}}, {field}"#);
    for field in [
        r#""input_schema": {"type": "object", "properties": {"a": {"type": "text"}}}"#,
        r#""output_schema": {"type": 7}"#,
    ] {
        let found = wrong(&tool(field));
        assert!(
            found.len() == 1 && found[0].contains("this is not a JSON schema"),
            "{found:?}"
        );
    }
    assert_eq!(
        wrong(&tool(r#""input_schema": {"type": "array"}"#)),
        ["input_schema: expected a JSON schema of type `object`: {\"type\": \"object\", …}"]
    );
}

#[test]
fn parameters_have_a_known_type_and_a_default_that_fits() {
    let tool = |parameter: &str| {
        wrong(&format!(
            r#""type": "expression", "config": {{"expression": "a"}}, "parameters": [{parameter}]"#
        ))
    };
    for (parameter, expected) in [
        (
            r#"{"name": "a", "type": "text"}"#,
            "parameters[0].type: unknown type `text`: expected one of `string`, `number`, `integer`, `boolean`, `array`, `object`, `date`, `enumeration`",
        ),
        (
            r#"{"name": "a b", "type": "string"}"#,
            "parameters[0].name: `a b` cannot be the name of a parameter: expected 1 to 64 letters, digits, `_`, `-` or `.`",
        ),
        (
            r#"{"name": "", "type": "string"}"#,
            "parameters[0].name: it is empty: expected 1 to 64 letters, digits, `_`, `-` or `.`",
        ),
        (
            r#"{"name": "a", "type": "enumeration"}"#,
            "parameters[0]: missing field `enum`: an enumeration lists its values",
        ),
        (
            r#"{"name": "a", "type": "number", "default": "x"}"#,
            "parameters[0]: the default \"x\" does not fit the type",
        ),
        (
            r#"{"name": "a", "type": "string", "minimum": 1}"#,
            "parameters[0].minimum: `minimum` has no meaning for the type `string`",
        ),
        (
            r#"{"name": "a", "type": "string"}, {"name": "a", "type": "string"}"#,
            "parameters[1]: duplicate parameter `a`",
        ),
    ] {
        assert_eq!(tool(parameter), [expected], "{parameter}");
    }
}

#[test]
fn a_problem_is_told_once() {
    for (token, expected) in [
        ("\" \"", "auth.token: expected text that is not blank"),
        ("7", "auth.token: expected text"),
    ] {
        let fields = r#""type": "http", "config": {"base_url": "https://example.com"}"#;
        let auth = format!(r#""auth": {{"type": "bearer", "token": {token}}}"#);
        assert_eq!(wrong(&format!("{fields}, {auth}")), [expected], "{token}");
    }
}

#[test]
fn a_schema_that_a_catalogue_refuses_is_refused() {
    let constant = r#""type": "expression", "config": {"expression": "1"}, "#;
    for (fields, expected) in [
        (
            r#""input_schema": {"type": "object", "properties": {"a": {"type": "integer", "default": "x"}}}"#,
            "input_schema: this has a default that it refuses: `a` is \"x\", wanted an integer",
        ),
        (
            r#""input_schema": {"type": "object", "required": ["a"], "examples": [{}]}"#,
            "input_schema: this has an example that it refuses: {}: `a`, wanted a value",
        ),
        (
            r#""output_schema": {"type": "integer", "default": "x"}"#,
            "output_schema: this has a default that it refuses: `result` is \"x\", wanted an integer",
        ),
        (
            r##""parameters": [{"name": "a", "type": "array", "items": {"$ref": "#/items"}}]"##,
            "parameters[0]: the type is not valid: `#/items` applies itself to the same value again, without an end",
        ),
    ] {
        assert_eq!(wrong(&format!("{constant}{fields}")), [expected]);
    }
}

#[test]
fn texts_that_are_too_long_are_refused_at_their_places() {
    let long = "가".repeat(16_385);
    let expected = "expected at most 16384 characters, got 16385";
    let text = format!(
        r#"{{"name": "x", "type": "expression", "config": {{"expression": "a"}},
            "description": "{long}", "description_user": "{long}", "title": "{}",
            "parameters": [{{"name": "a", "type": "string", "description": "{long}"}}],
            "tags": ["ok", "{}"]}}"#,
        "t".repeat(201),
        "t".repeat(65),
    );
    let invalid = ToolSpec::parse("x", &text, &engines(Path::new("/nowhere"))).unwrap_err();
    let told: Vec<_> = invalid
        .problems
        .into_iter()
        .map(|problem| (problem.path, problem.message.to_string()))
        .collect();
    assert_eq!(
        told,
        [
            ("description", expected),
            ("description_user", expected),
            ("title", "expected at most 200 characters, got 201"),
            ("parameters[0].description", expected),
            ("tags[1]", "expected at most 64 characters, got 65"),
        ]
        .map(|(path, message)| (path.to_owned(), message.to_owned()))
    );
}

#[test]
fn more_tags_or_examples_than_allowed_are_refused() {
    let tags = vec![r#""t""#; 51].join(",");
    assert_eq!(
        wrong(&format!(
            r#""type": "expression", "config": {{"expression": "1"}}, "tags": [{tags}]"#
        )),
        ["tags: expected at most 50 tags, got 51"]
    );
    let examples = vec![r#""e""#; 33].join(",");
    assert_eq!(
        wrong(&format!(
            r#""type": "expression", "config": {{"expression": "1"}}, "examples": [{examples}]"#
        )),
        ["examples: expected at most 32 examples, got 33"]
    );
}

#[test]
fn the_longest_description_is_accepted() {
    let longest = "가".repeat(16_384);
    let text = format!(
        r#"{{"name": "x", "type": "expression", "config": {{"expression": "1"}}, "description": "{longest}"}}"#
    );
    assert!(ToolSpec::parse("x", &text, &engines(Path::new("/nowhere"))).is_ok());
}

#[test]
fn the_mistakes_of_tests_are_told_at_their_places() {
    let told = wrong(
        r#""type": "expression", "config": {"expression": "1"},
           "tests": [{"result": 1}, {"arguments": [], "result": 1}, {"name": "n", "results": 1}]"#,
    );
    assert_eq!(
        told,
        [
            "tests[1].arguments: expected an object, got an array",
            "tests[2]: missing field `result`",
            "tests[2].results: unknown field: did you mean `result`?",
        ]
    );
}
