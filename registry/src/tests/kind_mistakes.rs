//! A problem in the configuration of a kind is reported at its place.

use super::mistakes::wrong;

#[test]
fn an_expression_uses_its_parameters_and_imports_nothing() {
    for (fields, expected) in [
        (
            r#""config": {"expression": "a + c"}, "parameters": [{"name": "a", "type": "number"}, {"name": "b", "type": "number"}]"#,
            &[
                "config.expression: `c` is not a parameter: expected one of `a`, `b`",
                "config.expression: the parameter `b` is not used",
            ][..],
        ),
        (
            r#""config": {"expression": "import os\nresult = 1"}"#,
            &["config.expression: refused: `import` is not allowed"],
        ),
        (
            r#""config": {"expression": "__import__('os')"}"#,
            &["config.expression: `__import__` is not a parameter: the tool has no parameters"],
        ),
        (
            r#""config": {"expression": " "}"#,
            &["config.expression: expected text that is not blank, got ` `"],
        ),
        (
            r#""config": {"expression": ""}"#,
            &["config.expression: it is empty: expected text"],
        ),
    ] {
        assert_eq!(
            wrong(&format!(r#""type": "expression", {fields}"#)),
            expected,
            "{fields}"
        );
    }
}

const FUNCTIONS: [(&str, &str); 8] = [
    (
        r#""config": {"script": "x.py"}"#,
        "config: missing field `function`",
    ),
    (
        r#""config": {"function": "f"}"#,
        "config: missing field `script` or `module`",
    ),
    (
        r#""config": {"script": "x.py", "module": "x", "function": "f"}"#,
        "config.module: a tool has `script` or `module`, not both",
    ),
    (
        r#""config": {"script": "../x.py", "function": "f"}"#,
        "config.script: a script is a relative path in the folder of scripts, without `..`",
    ),
    (
        r#""config": {"script": "/x.py", "function": "f"}"#,
        "config.script: a script is a relative path in the folder of scripts, without `..`",
    ),
    (
        r#""config": {"module": "a..b", "function": "f"}"#,
        "config.module: `a..b` cannot be the name of a module: expected names with dots between",
    ),
    (
        r#""config": {"script": "x.py", "function": "f()"}"#,
        "config.function: `f()` cannot be the name of a function",
    ),
    (
        r#""config": {"script": "x.py", "function": "f", "async": 1}"#,
        "config.async: expected `true` or `false`, got `1`",
    ),
];

#[test]
fn a_python_tool_has_a_function_in_a_script_or_a_module_of_the_folder() {
    for (fields, expected) in FUNCTIONS {
        assert_eq!(
            wrong(&format!(r#""type": "python", {fields}"#)),
            [expected],
            "{fields}"
        );
    }
}

const COMMANDS: [(&str, &str); 8] = [
    (
        r#""config": {"command": "ls -l"}"#,
        "config.command: expected an array, got `ls -l`",
    ),
    (
        r#""config": {"command": ["{a}"]}, "parameters": [{"name": "a", "type": "string"}]"#,
        "config.command[0]: an argument cannot choose the program: write its name",
    ),
    (
        r#""config": {"command": ["../x.sh"]}"#,
        "config.command[0]: a script is a relative path in the folder of scripts, without `..`",
    ),
    (
        r#""config": {"command": ["ls", "{a}"]}"#,
        "config.command[1]: `{a}` is not a parameter: the tool has no parameters",
    ),
    (
        r#""config": {"command": ["ls", "{a"]}"#,
        "config.command[1]: a brace has no counterpart: write `{{` or `}}` for the character",
    ),
    (
        r#""config": {"command": ["ls"]}, "parameters": [{"name": "a", "type": "string"}]"#,
        "config.command: the parameter `a` has no place: write `{a}`",
    ),
    (
        r#""config": {"command": ["ls"], "env": {"A=B": "1"}}"#,
        "config.env.A=B: `A=B` cannot be the name of a variable",
    ),
    (
        r#""config": {"command": ["ls"], "shell": true}"#,
        "config.shell: unknown field: expected one of `command`, `stdin`, `env`",
    ),
];

#[test]
fn a_command_has_a_program_and_a_place_for_every_parameter() {
    for (fields, expected) in COMMANDS {
        assert_eq!(
            wrong(&format!(r#""type": "shell", {fields}"#)),
            [expected],
            "{fields}"
        );
    }
}

#[test]
fn a_builtin_tool_changes_arguments_that_exist() {
    for (fields, expected) in [
        (
            r#""config": {"tool": "nothing"}"#,
            "config.tool: unknown built-in tool `nothing`: expected one of `calculator`, `shout`",
        ),
        (
            r#""config": {"tool": "calculator", "arguments": {"x": {}}}"#,
            "config.arguments.x: `calculator` has no argument `x`",
        ),
        (
            r#""config": {"tool": "calculator", "arguments": {"expression": {"hidden": true}}}"#,
            "config.arguments.expression: a required argument can only be hidden with a `value` or a `default`",
        ),
        (
            r#""config": {"tool": "calculator", "arguments": {"expression": {"value": 7}}}"#,
            "config.arguments.expression.value: 7 does not fit the type of the argument",
        ),
        (
            r#""config": {"tool": "calculator", "arguments": {"expression": {"name": "variables"}}}"#,
            "config.arguments: two arguments are called `variables`",
        ),
        (
            r#""config": {"tool": "calculator"}, "parameters": []"#,
            "config: the parameters of a `builtin` tool are those of the built-in tool",
        ),
    ] {
        assert_eq!(
            wrong(&format!(r#""type": "builtin", {fields}"#)),
            [expected],
            "{fields}"
        );
    }
}

#[test]
fn a_query_reads_and_has_a_place_for_every_parameter() {
    for (fields, expected) in [
        (
            r#""config": {"query": "SELECT :a"}, "parameters": [{"name": "b", "type": "string"}]"#,
            &[
                "config.query: `:a` is not a parameter: expected one of `b`",
                "config.query: the parameter `b` has no place in the query: write `:b`",
            ][..],
        ),
        (
            r#""config": {"query": "SELECT $1"}"#,
            &["config.query: `$1` has no name: write `:name`"],
        ),
        (
            r#""config": {"query": "SELECT 1", "result": "table"}"#,
            &["config.result: unknown result `table`: expected `rows`, `row`, `value` or `text`"],
        ),
    ] {
        assert_eq!(
            wrong(&format!(r#""type": "sql", {fields}"#)),
            expected,
            "{fields}"
        );
    }
    for query in [
        "DELETE FROM h_user",
        "SELECT 1; SELECT 2",
        "SELECT pg_sleep(:a)",
        "SELEC 1",
    ] {
        let found = wrong(&format!(
            r#""type": "sql", "config": {{"query": "{query}"}}"#
        ));
        assert!(
            found.len() == 1 && found[0].starts_with("config.query: "),
            "{query}: {found:?}"
        );
    }
}

const REQUESTS: [(&str, &str); 12] = [
    (
        r#""config": {"base_url": "https://{host}/"}, "parameters": [{"name": "host", "type": "string"}]"#,
        "config.base_url: an argument cannot choose the server: `{name}` belongs in `path`",
    ),
    (
        r#""config": {"base_url": "http://127.0.0.1:80"}"#,
        "config.base_url: `127.0.0.1` is a private address: an administrator lists it in `TOOLWRIGHT_HTTP_PRIVATE_HOSTS`",
    ),
    (
        r#""config": {"base_url": "http://[::1]"}"#,
        "config.base_url: `[::1]` is a private address: an administrator lists it in `TOOLWRIGHT_HTTP_PRIVATE_HOSTS`",
    ),
    (
        r#""config": {"base_url": "http://localhost"}"#,
        "config.base_url: `localhost` is a private address: an administrator lists it in `TOOLWRIGHT_HTTP_PRIVATE_HOSTS`",
    ),
    (
        r#""config": {"base_url": "ftp://example.com"}"#,
        "config.base_url: expected an address that starts with `https://` or `http://`",
    ),
    (
        r#""config": {"base_url": "https://me:pass@example.com"}"#,
        "config.base_url: an address must not contain a user name or a password: use `auth`",
    ),
    (
        r#""config": {"base_url": "https://example.com", "headers": {"Authorization": "x"}}"#,
        "config.headers.Authorization: the header `Authorization` cannot be set: credentials belong in `auth`",
    ),
    (
        r#""config": {"base_url": "https://example.com", "method": "BREW"}"#,
        "config.method: unknown method `BREW`: expected one of `GET`, `HEAD`, `POST`, `PUT`, `PATCH`, `DELETE`",
    ),
    (
        r#""config": {"base_url": "https://example.com", "body": {}}"#,
        "config.body: a request with the method `GET` has no body",
    ),
    (
        r#""config": {"base_url": "https://example.com", "response": "a"}"#,
        "config.response: expected a JSON pointer such as `/data/items`",
    ),
    (
        r#""config": {"base_url": "https://example.com"}, "auth": {"type": "bearer", "token": 7}"#,
        "auth.token: expected text",
    ),
    (
        r#""config": {"base_url": "https://example.com"}, "auth": {"type": "magic"}"#,
        "auth.type: unknown type `magic`: expected `bearer`, `basic`, `api_key` or `oauth_client_credentials`",
    ),
];

#[test]
fn a_request_goes_to_a_public_server_that_no_argument_chooses() {
    for (fields, expected) in REQUESTS {
        assert_eq!(
            wrong(&format!(r#""type": "http", {fields}"#)),
            [expected],
            "{fields}"
        );
    }
    for url in [
        "https://api.example.com",
        "http://10.0.0.7:8080",
        "http://inside.example/v1",
    ] {
        assert_eq!(
            wrong(&format!(
                r#""type": "http", "config": {{"base_url": "{url}"}}"#
            )),
            Vec::<String>::new()
        );
    }
}

#[test]
fn an_expression_that_is_long_or_deep_is_refused_whatever_the_stack() {
    let expression = |text: &str| {
        wrong(&format!(
            r#""type": "expression", "config": {{"expression": "{text}"}}"#
        ))
    };
    let work = move || {
        let long = expression(&format!("1{}", " + 1".repeat(2560)));
        assert_eq!(
            long,
            ["config.expression: the expression is longer than 10240 bytes"]
        );
        let deep = expression(&format!("{}1{}", "(".repeat(5000), ")".repeat(5000)));
        assert_eq!(deep.len(), 1, "{deep:?}");
        assert!(expression(&format!("1{}", " + 1".repeat(2500))).is_empty());
        assert_eq!(expression(&"lambda x=".repeat(1000)).len(), 1);
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    thread.spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_database_is_one_that_is_configured() {
    let sql = |database: &str| {
        let config = format!(r#""config": {{"query": "SELECT 1", "database": {database}}}"#);
        wrong(&format!(r#""type": "sql", {config}"#))
    };
    assert!(sql(r#""reporting""#).is_empty());
    assert_eq!(
        sql(r#""reportin""#),
        ["config.database: unknown database `reportin`: expected one of `reporting`"]
    );
    assert_eq!(sql("1"), ["config.database: expected text, got `1`"]);
}
