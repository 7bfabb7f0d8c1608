//! `tools check` and `tools add` ask the function.

use serde_json::{Value, json};

use super::{function, write};
use crate::{
    harness::{Ended, run, run_with_input},
    registry::Registry,
};

fn tools(registry: &Registry, words: &[&str]) -> Ended {
    let mut command = registry.toolwright(&[&["tools"], words].concat());
    command.env("PATH", "/usr/bin:/bin");
    run(command)
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn a_check_tells_what_is_missing_with_its_place() {
    let mut missing = function("missing");
    missing["config"]["script"] = json!("missing.py");
    let registry = Registry::with(json!([function("greet"), missing, function("nothing")]));
    write(
        &registry,
        "script.py",
        "def greet(name):\n    return name\n",
    );
    let checked = tools(&registry, &["check", "--json"]);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    let said: Value = serde_json::from_str(&checked.stdout).unwrap();
    let problems: Vec<_> = said["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| {
            (
                problem["path"].as_str().unwrap(),
                problem["message"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        problems,
        [
            (
                "tools[1].config",
                "the script `missing.py` cannot be opened: No such file or directory (os error 2)"
            ),
            ("tools[2].config", "`script.py` has no function `nothing`"),
        ]
    );
    write(&registry, "missing.py", "missing = nothing = print\n");
    registry.write(&json!({"tools": [function("greet")]}).to_string());
    let checked = tools(&registry, &["check"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn what_is_missing_or_raised_is_a_tool_execution_error() {
    let mut missing = function("missing");
    missing["config"]["script"] = json!("missing.py");
    let registry = Registry::with(json!([missing, function("raises"), function("exits")]));
    let script =
        "import os\ndef raises():\n    raise KeyError('x')\ndef exits():\n    os._exit(0)\n";
    write(&registry, "script.py", script);
    for name in ["missing", "raises", "exits"] {
        let mut command = registry.toolwright(&["call", name, "--output", "json"]);
        command.env("PATH", "/usr/bin:/bin");
        let called = run(command);
        let result: Value = serde_json::from_str(&called.stdout).unwrap();
        assert_eq!(
            (&result["success"], &result["error_kind"]),
            (&json!(false), &json!("tool_execution_error")),
            "{called:?}"
        );
    }
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn what_is_printed_is_in_the_log() {
    let registry = Registry::with(json!([function("prints")]));
    let script = "import sys, time\ndef prints():\n    print('to the \\x1b[31mlog')\n    \
        print('and more', file=sys.stderr)\n    time.sleep(1)\n    return 'returned'\n";
    write(&registry, "script.py", script);
    let mut command = registry.toolwright(&["call", "prints"]);
    command
        .env("PATH", "/usr/bin:/bin")
        .env("TOOLWRIGHT_LOG", "info");
    let called = run(command);
    assert_eq!(called.stdout, "returned\n", "{called:?}");
    let logged: Vec<&str> = called
        .stderr
        .lines()
        .filter(|line| line.contains("tool=\"prints\""))
        .collect();
    let [first, second] = logged[..] else {
        panic!("{called:?}");
    };
    assert!(first.contains(r"to the \u{1b}[31mlog"), "{first}");
    assert!(second.contains("and more"), "{second}");
}

#[test]
#[ignore = "needs Python: run by tests/run"]
fn parameters_that_the_function_does_not_have_are_refused() {
    let registry = Registry::with(json!([]));
    write(
        &registry,
        "script.py",
        "def greet(name, times=1):\n    return name * times\n",
    );
    let add = |parameters: Value| {
        let mut tool = function("greet");
        tool["parameters"] = parameters;
        let mut command = registry.toolwright(&["tools", "add", "-"]);
        command.env("PATH", "/usr/bin:/bin");
        run_with_input(command, &tool.to_string())
    };
    for (parameters, expected) in [
        (
            json!([{"name": "name", "type": "string"}, {"name": "other", "type": "string"}]),
            "the function has no parameter `other`",
        ),
        (
            json!([{"name": "times", "type": "integer"}]),
            "the function needs `name`: declare it as required or with a default",
        ),
        (
            json!([{"name": "name", "type": "string", "required": false}]),
            "the function needs `name`: declare it as required or with a default",
        ),
    ] {
        let refused = add(parameters);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stderr.contains(expected), "{refused:?}");
    }
    let added = add(json!([{"name": "name", "type": "string"}]));
    assert_eq!(added.answer(), "greet (revision 1)\n");
}
