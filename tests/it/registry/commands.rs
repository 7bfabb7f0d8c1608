//! `toolwright tools …`: adds, changes, removes and brings back.

use std::{fs, thread};

use serde_json::{Value, json};

use super::{Registry, constant};
use crate::harness::{Ended, run, run_with_input};

fn tools(registry: &Registry, words: &[&str]) -> Ended {
    run(registry.toolwright(&[&["tools"], words].concat()))
}

#[test]
fn a_tool_is_added_replaced_after_its_difference_was_shown_and_brought_back() {
    let registry = Registry::with(json!([]));
    let add = |value: &str, words: &[&str]| {
        let words = [&["tools", "add", "-"], words].concat();
        run_with_input(
            registry.toolwright(&words),
            &constant("one", value).to_string(),
        )
    };
    assert_eq!(add("1", &[]).answer(), "one (revision 1)\n");
    let refused = add("2", &[]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    assert!(
        refused
            .stderr
            .contains("one:\n  - config.expression: \"1\"\n  + config.expression: \"2\"\n"),
        "{}",
        refused.stderr
    );
    assert!(
        refused.stderr.contains("`--yes` overwrites"),
        "{}",
        refused.stderr
    );
    let replaced = add("2", &["--yes", "--json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&replaced.stdout).unwrap(),
        json!([{"name": "one", "revision": 2}])
    );
    let history = tools(&registry, &["history", "one", "--json"]).answer();
    let history: Vec<Value> = serde_json::from_str(&history).unwrap();
    let shown: Vec<_> = history
        .iter()
        .map(|version| (&version["version"], &version["change"], &version["by"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!(1), &json!("added"), &json!("ada")),
            (&json!(2), &json!("updated"), &json!("ada"))
        ]
    );
    assert_eq!(run(registry.toolwright(&["call", "one"])).answer(), "2\n");
    let back = tools(&registry, &["rollback", "one", "1", "--yes"]);
    assert_eq!(
        (back.code, back.stdout.as_str()),
        (Some(0), "one (revision 3)\n"),
        "{}",
        back.stderr
    );
    assert_eq!(run(registry.toolwright(&["call", "one"])).answer(), "1\n");
    assert_eq!(
        tools(&registry, &["remove", "one"]).answer(),
        "one (revision 4)\n"
    );
    assert_eq!(tools(&registry, &["remove", "one"]).code, Some(1));
    assert_eq!(
        tools(&registry, &["restore", "one"]).answer(),
        "one (revision 5)\n"
    );
    let exported: Value = serde_json::from_str(&tools(&registry, &["export"]).answer()).unwrap();
    let mut owned = constant("one", "1");
    owned["owner"] = json!("ada");
    assert_eq!(exported, json!({"tools": [owned]}));
}

#[test]
fn an_editor_changes_a_tool_and_a_mistake_is_not_lost() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let edit = |script: &str| {
        let editor = registry.path("editor.sh");
        fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
        let mut command = registry.toolwright(&["tools", "edit", "one"]);
        command
            .env("EDITOR", format!("sh {}", editor.display()))
            .env("PATH", "/usr/bin:/bin");
        run(command)
    };
    let edited = edit(r#"sed -i 's/"1"/"2"/' "$1""#);
    assert_eq!(
        (edited.code, edited.stdout.as_str()),
        (Some(0), "one (revision 2)\n"),
        "{}",
        edited.stderr
    );
    let wrong = edit(r#"sed -i 's/"2"/"2 +"/' "$1""#);
    assert_eq!(wrong.code, Some(1));
    assert!(
        wrong
            .stderr
            .contains(": config.expression: syntax error in line 1, column 4"),
        "{}",
        wrong.stderr
    );
    let kept = wrong
        .stderr
        .split(".json:")
        .next()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap();
    let kept = format!("{kept}.json");
    assert!(fs::read_to_string(&kept).unwrap().contains("2 +"), "{kept}");
    fs::remove_file(kept).unwrap();
    assert_eq!(run(registry.toolwright(&["call", "one"])).answer(), "2\n");
}

#[test]
fn a_check_tells_all_problems_and_its_exit_code_is_for_scripts() {
    let registry = Registry::with(json!([constant("one", "1")]));
    assert!(
        tools(&registry, &["check"])
            .answer()
            .ends_with("tools.json: 1 tools, no problems\n")
    );
    registry.write(&json!([constant("a b", "1"), constant("two", "2 +")]).to_string());
    let file = registry.path("tools.json").to_string_lossy().into_owned();
    let wrong = tools(&registry, &["check", &file]);
    assert_eq!(
        (wrong.code, wrong.stderr.lines().count()),
        (Some(1), 2),
        "{}",
        wrong.stderr
    );
    let json = tools(&registry, &["check", &file, "--json"]);
    let problems: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(problems["problems"][1]["path"], "[1].config.expression");
    assert_eq!(tools(&registry, &["check", "nowhere.json"]).code, Some(2));
}

#[test]
fn two_hundred_changes_at_once_are_all_there_and_none_twice() {
    let registry = Registry::with(json!([]));
    thread::scope(|scope| {
        for worker in 0..8 {
            let registry = &registry;
            scope.spawn(move || {
                for number in 0..25 {
                    let tool = constant(&format!("t{worker}_{number}"), "1").to_string();
                    let added = run_with_input(registry.toolwright(&["tools", "add", "-"]), &tool);
                    assert_eq!(added.code, Some(0), "{}", added.stderr);
                }
            });
        }
    });
    let exported: Value = serde_json::from_str(&tools(&registry, &["export"]).answer()).unwrap();
    let exported = exported["tools"].as_array().unwrap();
    let mut names: Vec<_> = exported
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 200);
    let history = fs::read_to_string(registry.path("history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 200);
}

#[test]
fn an_edit_that_is_refused_is_not_lost() {
    let registry = Registry::with(json!([constant("one", "1")]));
    let edit = |script: &str| {
        let editor = registry.path("editor.sh");
        fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
        let mut command = registry.toolwright(&["tools", "edit", "one"]);
        command
            .env("EDITOR", format!("sh {}", editor.display()))
            .env("TMPDIR", registry.path("tools"))
            .env("PATH", "/usr/bin:/bin");
        run(command)
    };
    let kept = || {
        let files = fs::read_dir(registry.path("tools")).unwrap();
        let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        texts.collect::<Vec<_>>()
    };
    let renamed = edit(r#"sed -i 's/"one"/"other"/' "$1""#);
    assert_eq!(renamed.code, Some(1));
    assert!(
        renamed.stderr.contains("an edit cannot change the name")
            && renamed.stderr.contains("your text is in `"),
        "{}",
        renamed.stderr
    );
    assert!(kept()[0].contains("\"other\""));
    // Somebody else is faster.
    let tools = registry.path("tools.json");
    let late = edit(&format!(
        r#"sed -i 's/"1"/"2"/' "$1"; sed -i 's/"1"/"3"/' {}"#,
        tools.display()
    ));
    assert_eq!(late.code, Some(1), "{}", late.stderr);
    assert!(
        late.stderr.contains("at revision 2 by now"),
        "{}",
        late.stderr
    );
    assert!(kept().iter().any(|text| text.contains("\"2\"")));
    assert_eq!(kept().len(), 2);
    assert_eq!(edit(r#"sed -i 's/"3"/"4"/' "$1""#).code, Some(0));
    assert_eq!(kept().len(), 2);
}

#[test]
fn the_owner_of_a_tool_is_the_one_that_the_definition_names_or_else_stays() {
    let registry = Registry::with(json!([]));
    let add = |owner: Option<&str>, value: &str| {
        let mut tool = constant("one", value);
        if let Some(owner) = owner {
            tool["owner"] = json!(owner);
        }
        let command = registry.toolwright(&["tools", "add", "-", "--yes"]);
        let added = run_with_input(command, &tool.to_string());
        assert_eq!(added.code, Some(0), "{}", added.stderr);
    };
    let owner = || {
        let exported = tools(&registry, &["export"]).answer();
        serde_json::from_str::<Value>(&exported).unwrap()["tools"][0]["owner"].clone()
    };
    let roll_back = || {
        let back = tools(&registry, &["rollback", "one", "1", "--yes"]);
        assert_eq!(back.code, Some(0), "{}", back.stderr);
    };
    add(None, "1");
    assert_eq!(owner(), "ada");
    add(Some("bob"), "2");
    assert_eq!(owner(), "bob");
    add(None, "3");
    assert_eq!(owner(), "bob");
    let text = registry.read().replace("\"bob\"", "\"eve\"");
    registry.write(&text);
    roll_back();
    assert_eq!(owner(), "eve");
    registry.write(&json!({"tools": [constant("one", "4")]}).to_string());
    roll_back();
    assert_eq!(owner(), Value::Null);
}

#[test]
fn a_script_that_is_missing_is_told_at_the_place_of_its_tool() {
    let registry = Registry::with(json!([]));
    let tool = json!({
        "name": "gone", "type": "python", "description": "d",
        "config": {"script": "gone.py", "function": "gone"},
    });
    for (text, path) in [
        (tool.clone(), "config"),
        (json!([tool]), "[0].config"),
        (json!({"tools": [tool]}), "tools[0].config"),
    ] {
        let command = registry.toolwright(&["tools", "check", "-", "--json"]);
        let checked = run_with_input(command, &text.to_string());
        let found: Value = serde_json::from_str(&checked.stdout).unwrap();
        assert_eq!(found["problems"][0]["path"], path, "{found}");
    }
}

#[test]
fn the_tests_of_tools_are_run_and_differences_shown() {
    let double = |tests: Value| {
        json!({
            "name": "double", "type": "expression", "description": "Doubles a number.",
            "config": {"expression": "a * 2"},
            "parameters": [{"name": "a", "type": "integer"}],
            "tests": tests,
        })
    };
    let good = json!({"name": "small", "arguments": {"a": 2}, "result": 4});
    let registry = Registry::with(json!([double(json!([good])), constant("one", "1")]));
    let passed = tools(&registry, &["test"]);
    assert_eq!(passed.answer(), "ok      double small\n");
    let bad = json!({"arguments": {"a": 3}, "result": {"result": 7}});
    let wrong = json!({"arguments": {"a": "x"}, "result": 1});
    let registry = Registry::with(json!([
        double(json!([good, bad, wrong])),
        constant("one", "1")
    ]));
    let differs = tools(&registry, &["test", "double"]);
    assert_eq!(differs.code, Some(1));
    let shown = "ok      double small\n\
                 differs double #2\n  expected {\"result\":7}\n  got      6\n\
                 failed  double #3\n";
    assert!(differs.stdout.starts_with(shown), "{}", differs.stdout);
    let count = "2 of 3 tests did not end as expected";
    assert!(differs.stderr.contains(count), "{}", differs.stderr);
    let json = tools(&registry, &["test", "--json"]);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        json["tests"][0],
        json!({"tool": "double", "test": "small", "ok": true, "expected": 4,
               "got": 4, "error": null})
    );
    for (words, expected) in [
        (&["test", "one"][..], "there are no tests"),
        (&["test", "two"], "there is no tool `two` in the registry"),
    ] {
        let refused = tools(&registry, words);
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
}
