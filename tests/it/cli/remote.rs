//! Commands on a server that runs elsewhere: `--url`, `TOOLWRIGHT_URL` and `TOOLWRIGHT_API_KEY`.

use std::{fs, process::Command};

use serde_json::{Value, json};

use crate::harness::{Ended, Home, Serving, run, run_with_input};

/// A server that asks for keys, and the home of somebody on another machine who has one.
struct Elsewhere {
    serving: Serving,
    server: Home,
    client: Home,
    key: String,
}

impl Elsewhere {
    fn start() -> Self {
        let (server, client) = (Home::new(), Home::new());
        let key = run(server.toolwright(&["keys", "create"])).stdout;
        let mut command = server.toolwright(&["serve", "--port", "0"]);
        command.env("TOOLWRIGHT_AUTH", "required");
        Self {
            serving: Serving::start(command),
            server,
            client,
            key: key.trim_end().to_owned(),
        }
    }

    fn url(&self) -> String {
        format!("http://{}", self.serving.address)
    }

    /// A command on that server.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.client.toolwright(words);
        command
            .env("TOOLWRIGHT_URL", self.url())
            .env("TOOLWRIGHT_API_KEY", &self.key);
        command
    }

    fn run(&self, words: &[&str]) -> Ended {
        run(self.command(words))
    }

    /// What a command that must succeed printed.
    #[track_caller]
    fn said(&self, words: &[&str]) -> String {
        let ended = self.run(words);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended.stdout
    }

    #[track_caller]
    fn json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.said(words)).unwrap()
    }

    /// What a command that must fail said.
    #[track_caller]
    fn refused(&self, words: &[&str]) -> String {
        let ended = self.run(words);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        ended.stderr
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.client.join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        // Nothing was done on the machine of the client.
        if !std::thread::panicking() {
            let data = self.client.join(".local/share/toolwright");
            assert!(!data.join("executions").exists() && !data.join("registry").exists());
        }
    }
}

const DOUBLE: &str = r#"// A comment.
{"name": "double", "type": "expression", "description": "Doubles a number.",
 "config": {"expression": "number * 2"}, "parameters": [{"name": "number", "type": "integer"}]}"#;

#[test]
fn a_tool_is_called_as_one_of_this_machine() {
    let elsewhere = Elsewhere::start();
    let here = Home::new();
    for words in [
        &["call", "calculator", "expression=6 * 7"][..],
        &["call", "calculator", "expression=1 / 0"],
        &["call", "calculator"],
        &["call", "calculater"],
        &["call", "serialize_for_cell", "data=x", "nonsense"],
        &["call", "serialize_for_cell", "--json", "{\"data\": [1, 2]}"],
    ] {
        assert_eq!(
            elsewhere.run(words),
            run(here.toolwright(words)),
            "{words:?}"
        );
    }
    let result = elsewhere.json(&["call", "calculator", "expression=6 * 7", "-o", "json"]);
    assert_eq!(
        (&result["success"], &result["result"]),
        (&json!(true), &json!(42))
    );
    let mcp = elsewhere.json(&["call", "calculator", "expression=6 * 7", "-o", "mcp"]);
    assert_eq!(mcp["structuredContent"], json!({"result": 42}));
}

#[test]
fn the_tools_are_those_of_that_server() {
    let elsewhere = Elsewhere::start();
    let file = elsewhere.file("double.json", DOUBLE);
    assert_eq!(
        elsewhere.said(&["tools", "add", &file]),
        "double (revision 1)\n"
    );
    let listed = elsewhere.said(&["tools"]);
    assert!(listed.contains("double"), "{listed}");
    assert!(listed.contains("number  integer"), "{listed}");
    assert_eq!(elsewhere.said(&["call", "double", "number=21"]), "42\n");
    // The same again changes nothing, another one is asked about.
    let again = elsewhere.run(&["tools", "add", &file]);
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (Some(0), "nothing changed\n")
    );
    let other = elsewhere.file("other.json", &DOUBLE.replace("Doubles a", "Doubles any"));
    let asked = elsewhere.refused(&["tools", "add", &other]);
    assert!(
        asked.contains("+ description: \"Doubles any number.\""),
        "{asked}"
    );
    assert!(asked.contains("nothing was changed: `--yes`"), "{asked}");
    let changed = elsewhere.json(&["tools", "add", &other, "--yes", "--json"]);
    assert_eq!(changed, json!([{"name": "double", "revision": 2}]));
    let history = elsewhere.json(&["tools", "history", "double", "--json"]);
    assert_eq!(
        (&history[0]["version"], &history[1]["change"]),
        (&json!(1), &json!("updated"))
    );
    assert_eq!(history[1]["by"], "admin");
    assert_eq!(
        elsewhere.said(&["tools", "disable", "double"]),
        "double (revision 3)\n"
    );
    assert!(!elsewhere.said(&["tools"]).contains("double"));
    assert_eq!(
        elsewhere.said(&["tools", "enable", "double"]),
        "double (revision 4)\n"
    );
    let back = elsewhere.said(&["tools", "rollback", "double", "1", "--yes"]);
    assert_eq!(back, "double (revision 5)\n");
    assert_eq!(
        elsewhere.said(&["tools", "remove", "double"]),
        "double (revision 6)\n"
    );
    assert_eq!(
        elsewhere.said(&["tools", "restore", "double"]),
        "double (revision 7)\n"
    );
    let exported = elsewhere.json(&["tools", "export"]);
    let names: Vec<_> = exported["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| &tool["name"])
        .collect();
    assert!(names.contains(&&json!("double")), "{names:?}");
}

#[test]
fn a_tool_is_edited_in_the_editor_of_this_machine() {
    let elsewhere = Elsewhere::start();
    let file = elsewhere.file("double.json", DOUBLE);
    elsewhere.said(&["tools", "add", &file]);
    let edit = |script: &str| {
        let mut command = elsewhere.command(&["tools", "edit", "double"]);
        command
            .env("EDITOR", format!("sed -i {script}"))
            .env("PATH", "/usr/bin:/bin");
        run(command)
    };
    let edited = edit("s/Doubles/Multiplies/");
    assert_eq!(edited.stdout, "double (revision 2)\n", "{}", edited.stderr);
    assert!(elsewhere.said(&["tools"]).contains("Multiplies a number."));
    let same = edit("s/nothing/else/");
    assert_eq!(
        (same.code, same.stderr.as_str()),
        (Some(0), "nothing changed\n")
    );
    let broken = edit("s/expression/expresion/");
    assert_eq!(broken.code, Some(1));
    assert!(
        broken.stderr.contains("your text is in"),
        "{}",
        broken.stderr
    );
}

#[test]
fn the_problems_of_a_definition_are_told_as_on_this_machine() {
    let elsewhere = Elsewhere::start();
    let here = Home::new();
    let wrong = DOUBLE
        .replace("config", "confg")
        .replace("integer", "intger");
    let file = elsewhere.file("wrong.json", &wrong);
    let told = elsewhere.refused(&["tools", "check", &file]);
    assert!(told.contains("wrong.json:3:11: confg: "), "{told}");
    assert!(told.contains(": parameters[0].type: "), "{told}");
    let several = elsewhere.file(
        "several.json",
        &format!("{{\"tools\": [{DOUBLE}, {wrong}]}}"),
    );
    let broken = elsewhere.file("broken.json", "{\"name\": ");
    for words in [
        &["tools", "check", &file][..],
        &["tools", "check", &file, "--json"],
        &["tools", "check", &several],
        &["tools", "check", &broken],
        &["tools", "add", &file],
        &["tools", "add", &several],
        &["tools", "add", &broken],
    ] {
        assert_eq!(
            elsewhere.run(words),
            run(here.toolwright(words)),
            "{words:?}"
        );
    }
    let file = elsewhere.file("double.json", DOUBLE);
    let said = elsewhere.said(&["tools", "check", &file]);
    assert_eq!(said, format!("{file}: 1 tools, no problems\n"));
    assert!(
        elsewhere
            .refused(&["tools", "remove", "nothing"])
            .contains("there is no tool `nothing`")
    );
    assert!(
        elsewhere
            .refused(&["tools", "disable", "calculator"])
            .contains("calculator")
    );
}

#[test]
fn a_plan_runs_there_and_the_log_has_its_calls() {
    let elsewhere = Elsewhere::start();
    let plan = json!([
        {"tool": "calculator", "arguments": {"expression": "1 + 1"}},
        {"tool": "calculator", "arguments": {"expression": "1 / 0"}},
    ]);
    let ended = run_with_input(elsewhere.command(&["plan", "-"]), &plan.to_string());
    let report: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        (&report["succeeded"], &report["failed"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (Some(1), "Error: 1 step failed\n")
    );
    let lines = elsewhere.said(&["logs"]);
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].contains("  ok  ") && lines[0].contains("  calculator  admin"),
        "{lines:?}"
    );
    assert_eq!(elsewhere.said(&["logs", "--failed"]).trim_end(), lines[1]);
    assert_eq!(elsewhere.said(&["logs", "-n", "1"]).trim_end(), lines[1]);
    let records = elsewhere.said(&["logs", "--json", "--tool", "calc*", "--since", "1h"]);
    let first: Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    let whole = elsewhere.json(&["logs", "--id", first["id"].as_str().unwrap()]);
    assert_eq!(whole["arguments"], json!({"expression": "1 + 1"}));
    let none = elsewhere.run(&["logs", "--tool", "nothing"]);
    assert_eq!(
        (none.code, none.stderr.as_str()),
        (Some(0), "the log has no such call\n")
    );
    assert!(
        elsewhere
            .refused(&["logs", "--id", "nothing"])
            .contains("there is no execution `nothing`")
    );
    assert!(
        elsewhere
            .refused(&["logs", "--unfinished"])
            .contains("where the server runs")
    );
}

#[test]
fn users_and_keys_are_those_of_that_server() {
    let elsewhere = Elsewhere::start();
    let added = elsewhere.said(&["users", "add", "ada", "--role", "author"]);
    assert_eq!(added, "added `ada`, author\n");
    assert!(
        elsewhere
            .refused(&["users", "add", "ada"])
            .contains("there is a user `ada` already")
    );
    let created = elsewhere.run(&[
        "keys",
        "create",
        "--user",
        "ada",
        "--tool",
        "calc*",
        "--expires",
        "720h",
    ]);
    let key = created.stdout.trim_end().to_owned();
    assert!(
        key.starts_with("tw_") && created.stderr.contains("which is shown only now"),
        "{created:?}"
    );
    let id = key.split('_').nth(1).unwrap();
    let listed = elsewhere.said(&["keys", "list"]);
    assert!(
        listed.contains(&format!("{id}  ada  author  calc*  never used  until ")),
        "{listed}"
    );
    let with = |key: &str| {
        let mut command = elsewhere.command(&["call", "calculator", "expression=1"]);
        command.env("TOOLWRIGHT_API_KEY", key);
        run(command).code
    };
    assert_eq!(with(&key), Some(0));
    let rotated = elsewhere.json(&["keys", "rotate", id, "--json"]);
    let (id, newer) = (
        rotated["id"].as_str().unwrap(),
        rotated["key"].as_str().unwrap(),
    );
    assert_eq!((with(&key), with(newer)), (Some(1), Some(0)));
    let revoked = elsewhere.said(&["keys", "revoke", id]);
    assert_eq!(
        revoked,
        format!("the key `{id}` of `ada` does not work any more\n")
    );
    assert_eq!(with(newer), Some(1));
    assert_eq!(
        elsewhere.said(&["users", "role", "ada", "caller"]),
        "`ada` is caller now\n"
    );
    assert_eq!(
        elsewhere.said(&["users", "disable", "ada"]),
        "the keys of `ada` do not work any more\n"
    );
    assert_eq!(
        elsewhere.said(&["users", "list"]),
        "ada  caller  0 keys  disabled\nadmin  admin  1 keys\n"
    );
    assert_eq!(
        elsewhere.said(&["users", "enable", "ada"]),
        "the keys of `ada` work\n"
    );
    assert_eq!(
        elsewhere.said(&["users", "remove", "ada"]),
        "removed `ada` and its keys\n"
    );
    // Both see the same users.
    let there = run(elsewhere.server.toolwright(&["users", "list"])).stdout;
    assert_eq!(elsewhere.said(&["users", "list"]), there);
}

#[test]
fn a_flag_wins_and_a_wrong_address_or_key_is_told() {
    let elsewhere = Elsewhere::start();
    let url = elsewhere.url();
    let words = ["call", "calculator", "expression=1", "--url", &url];
    let mut command = elsewhere.command(&words);
    command.env("TOOLWRIGHT_URL", "http://127.0.0.1:1");
    assert_eq!(run(command).stdout, "1\n");
    let mut anonymous = elsewhere.command(&words);
    anonymous.env_remove("TOOLWRIGHT_API_KEY");
    let refused = run(anonymous);
    assert!(
        refused.stderr.contains("`TOOLWRIGHT_API_KEY`"),
        "{}",
        refused.stderr
    );
    let mut wrong = elsewhere.command(&["users", "list", "--url", &url]);
    wrong.env("TOOLWRIGHT_API_KEY", "tw_wrong_hunter2");
    let refused = run(wrong);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("`TOOLWRIGHT_API_KEY`"),
        "{}",
        refused.stderr
    );
    assert!(!refused.stderr.contains("hunter2"), "{}", refused.stderr);
    let gone = elsewhere.refused(&["tools", "--url", "http://127.0.0.1:1"]);
    assert!(
        gone.starts_with("Error: `127.0.0.1` cannot be reached: "),
        "{gone}"
    );
    let wrong = elsewhere.refused(&["tools", "--url", "tools.example.com"]);
    assert!(
        wrong.starts_with("Error: `--url`: expected the address of a server"),
        "{wrong}"
    );
}

#[test]
fn commands_of_this_machine_refuse_a_server_elsewhere() {
    let home = Home::new();
    for words in [
        &["doctor"][..],
        &["index", "--from-db"],
        &["questions"],
        &["answer", "1", "yes"],
        &["secrets", "rotate"],
    ] {
        let mut command = home.toolwright(words);
        command.env("TOOLWRIGHT_URL", "http://127.0.0.1:1");
        let refused = run(command);
        let expected = format!("Error: `{}` works on this machine alone", words[0]);
        assert_eq!(refused.code, Some(1), "{words:?}");
        assert!(refused.stderr.starts_with(&expected), "{}", refused.stderr);
    }
    for words in [
        &["tools", "import", "h_custom_tool"][..],
        &["tools", "check"],
    ] {
        let words = [words, &["--url", "http://127.0.0.1:1"]].concat();
        let refused = run(home.toolwright(&words));
        assert_eq!(refused.code, Some(1), "{words:?} {}", refused.stderr);
        assert!(
            !refused.stderr.contains("cannot be reached"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn any_mcp_server_can_be_listed_and_called() {
    let home = Home::new();
    let mut serving = Serving::start(home.example("todo", &["serve", "--port", "0"]));
    let url = format!("http://{}/mcp", serving.address);
    let listed = run(home.toolwright(&["tools", "--url", &url])).answer();
    assert!(listed.starts_with("add_todo"), "{listed}");
    let added = run(home.toolwright(&["call", "add_todo", "--url", &url, "title=milk"]));
    assert_eq!(added.code, Some(0), "{}", added.stderr);
    let users = run(home.toolwright(&["users", "list", "--url", &url]));
    assert!(users.stderr.contains("answers 404"), "{}", users.stderr);
    serving.kill();
}
