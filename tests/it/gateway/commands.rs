//! `toolwright servers add`, `import`, `test`, `enable`, `disable` and `remove`.

use std::fs;

use serde_json::{Value, json};

use super::Front;
use crate::harness::{Ended, Home, Serving, example_path, run};

impl Front {
    fn servers(&self, words: &[&str]) -> Ended {
        run(self.registry.toolwright(&[&["servers"], words].concat()))
    }

    fn file(&self) -> Value {
        let text = fs::read_to_string(self.registry.path("mcp.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

#[test]
fn a_server_is_added_tested_switched_and_removed() {
    let front = Front::with(&json!({}), json!([]));
    let todo = example_path("todo");
    let todo = todo.to_str().unwrap();
    let add = [
        "add",
        "--exclude",
        "delete_*",
        "--env",
        "A=${HOME}",
        "todo",
        todo,
        "stdio",
    ];
    assert_eq!(front.servers(&add).code, Some(0));
    let expected = json!({
        "command": todo, "args": ["stdio"], "env": {"A": "${HOME}"}, "exclude": ["delete_*"],
    });
    assert_eq!(front.file()["mcpServers"]["todo"], expected);
    let tested = front.servers(&["test", "todo"]).answer();
    assert!(
        tested.contains("todo.add_todo") && !tested.contains("delete"),
        "{tested}"
    );
    assert_eq!(front.servers(&["disable", "todo"]).code, Some(0));
    let off = front.servers(&["test", "todo"]);
    assert_eq!(off.code, Some(1));
    assert!(off.stderr.contains("disabled"), "{}", off.stderr);
    assert_eq!(front.servers(&["enable", "todo"]).code, Some(0));
    assert_eq!(front.file()["mcpServers"]["todo"]["disabled"], false);
    // Another one of the same name replaces it.
    let url = [
        "add",
        "--header",
        "X-Team: blue",
        "todo",
        "https://a.test/mcp",
    ];
    assert_eq!(front.servers(&url).code, Some(0));
    let expected = json!({"url": "https://a.test/mcp", "headers": {"X-Team": "blue"}});
    assert_eq!(front.file()["mcpServers"]["todo"], expected);
    assert_eq!(front.servers(&["remove", "todo"]).code, Some(0));
    assert_eq!(front.file(), json!({"mcpServers": {}}));
    for words in [["remove", "todo"], ["enable", "todo"], ["test", "todo"]] {
        let refused = front.servers(&words);
        assert_eq!(refused.code, Some(1));
        assert!(
            refused.stderr.contains("no MCP server `todo`"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn servers_of_a_host_are_imported_except_this_one() {
    let front = Front::with(&json!({"time": {"command": "mine"}}), json!([]));
    let host = front.registry.path("host.json");
    let text = r#"{
        // Of Visual Studio Code.
        "servers": {
            "time": {"command": "theirs"},
            "own": {"command": "/usr/bin/toolwright", "args": ["stdio"]},
            "files": {"type": "stdio", "command": "files-server", "args": ["/data"],},
            "odd": 5,
        },
    }"#;
    fs::write(&host, text).unwrap();
    let source = host.to_str().unwrap();
    let shown = front.servers(&["import", "--dry-run", source]).stdout;
    assert!(
        shown.contains("files-server") && !shown.contains("theirs"),
        "{shown}"
    );
    assert_eq!(front.file()["mcpServers"].as_object().unwrap().len(), 1);
    let imported = front.servers(&["import", source]);
    assert_eq!(imported.code, Some(0));
    for left in [
        "left out `time`: there is a server of this name",
        "left out `own`: it is this program",
        "left out `odd`: it is no object",
    ] {
        assert!(imported.stderr.contains(left), "{}", imported.stderr);
    }
    let servers = front.file()["mcpServers"].clone();
    assert_eq!(servers["time"]["command"], "mine");
    assert_eq!(servers["files"]["args"], json!(["/data"]));
    assert_eq!(servers.as_object().unwrap().len(), 2);
    let missing = front.servers(&["import", "cursor"]);
    assert!(
        missing.stderr.contains(".cursor/mcp.json"),
        "{}",
        missing.stderr
    );
}

#[test]
fn the_servers_of_each_host_are_found_by_its_name() {
    let hosts = [
        (
            "claude-desktop",
            ".config/Claude/claude_desktop_config.json",
            json!({"mcpServers": {"of_claude": {"command": "npx", "args": ["-y", "a-server"]}}, "globalShortcut": ""}),
        ),
        (
            "cursor",
            ".cursor/mcp.json",
            json!({"mcpServers": {"of_cursor": {"url": "https://a.test/mcp", "headers": {"X-Team": "blue"}}}}),
        ),
        (
            "vscode",
            ".config/Code/User/mcp.json",
            json!({"servers": {"of_code": {"type": "sse", "url": "https://b.test/sse"}}, "inputs": []}),
        ),
    ];
    let (front, home) = (Front::with(&json!({}), json!([])), Home::new());
    for (host, file, content) in hosts {
        let file = home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, content.to_string()).unwrap();
        let mut import = front.registry.toolwright(&["servers", "import", host]);
        import.env("HOME", home.join(""));
        let imported = run(import);
        assert_eq!(imported.code, Some(0), "{host}: {}", imported.stderr);
    }
    let expected = json!({"mcpServers": {
        "of_claude": {"command": "npx", "args": ["-y", "a-server"]},
        "of_cursor": {"url": "https://a.test/mcp", "headers": {"X-Team": "blue"}},
        "of_code": {"type": "sse", "url": "https://b.test/sse"},
    }});
    assert_eq!(front.file(), expected);
}

#[test]
fn what_would_be_malformed_is_not_written() {
    let front = Front::with(&json!({}), json!([]));
    let before = fs::read_to_string(front.registry.path("mcp.json")).unwrap();
    let host = front.registry.path("host.json");
    fs::write(&host, r#"{"mcpServers": {"bad": {"command": 5}}}"#).unwrap();
    let refused = front.servers(&["import", host.to_str().unwrap()]);
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("nothing was written"),
        "{}",
        refused.stderr
    );
    for (words, expected) in [
        (&["add", "a", "--env", "x", "y"][..], "KEY=VALUE"),
        (
            &["add", "--env", "A=1", "a", "http://b"],
            "`--env` is for a program",
        ),
        (&["add", "--header", "A: 1", "a", "b"], "are for an address"),
        (&["add", "a"], "URL|COMMAND"),
    ] {
        let refused = front.servers(words);
        assert_eq!(refused.code, Some(2), "{words:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(expected), "{}", refused.stderr);
    }
    let url = ["add", "a", "b", "--url", "http://127.0.0.1:1"];
    // Words after the program are its arguments.
    assert_eq!(front.servers(&url).code, Some(0));
    for words in [&["logout", "a"][..], &["login", "a"]] {
        let words = [&["--url", "http://127.0.0.1:1"], words].concat();
        let elsewhere = front.servers(&words);
        assert!(
            elsewhere.stderr.contains("on the machine of the server"),
            "{}",
            elsewhere.stderr
        );
    }
    assert_ne!(
        fs::read_to_string(front.registry.path("mcp.json")).unwrap(),
        before
    );
}

#[test]
fn the_servers_of_a_server_elsewhere_are_changed() {
    let front = Front::with(&json!({}), json!([]));
    let serving = Serving::start(front.registry.toolwright(&["serve", "--port", "0"]));
    let url = format!("http://{}", serving.address);
    let elsewhere = |words: &[&str]| front.servers(&[&["--url", &url], words].concat());
    let todo = example_path("todo");
    let todo = todo.to_str().unwrap();
    let added = elsewhere(&["add", "--env", "API_TOKEN=s3cret", "todo", todo, "stdio"]);
    assert_eq!(added.code, Some(0), "{}", added.stderr);
    let entry = front.file()["mcpServers"]["todo"].clone();
    assert_eq!(entry["command"], todo);
    assert!(!entry.to_string().contains("s3cret"), "{entry}");
    let again = elsewhere(&["add", "todo", todo]);
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("todo"), "{}", again.stderr);
    for (word, is_off) in [("disable", true), ("enable", false)] {
        let switched = elsewhere(&[word, "todo"]);
        assert_eq!(switched.code, Some(0), "{}", switched.stderr);
        assert_eq!(front.file()["mcpServers"]["todo"]["disabled"], is_off);
    }
    let pasted = front.registry.path("pasted.json");
    let servers = json!({"mcpServers": {"todo": {"command": "x"}, "a": {"command": "y"}, "b": {"command": "z"}}});
    fs::write(&pasted, servers.to_string()).unwrap();
    let pasted = pasted.to_str().unwrap();
    let shown = elsewhere(&["import", "--dry-run", pasted]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(
        shown["mcpServers"],
        json!({"a": {"command": "y"}, "b": {"command": "z"}})
    );
    assert_eq!(front.file()["mcpServers"]["a"], Value::Null);
    let imported = elsewhere(&["import", "--only", "todo,a", pasted]);
    assert_eq!(imported.code, Some(0), "{}", imported.stderr);
    assert!(
        imported.stderr.contains("left out `todo`"),
        "{}",
        imported.stderr
    );
    assert_eq!(front.file()["mcpServers"]["a"], json!({"command": "y"}));
    assert_eq!(front.file()["mcpServers"]["b"], Value::Null);
    assert_eq!(elsewhere(&["remove", "a"]).code, Some(0));
    assert_eq!(front.file()["mcpServers"]["a"], Value::Null);
    let gone = elsewhere(&["remove", "a"]);
    assert_eq!(gone.code, Some(1));
    assert!(gone.stderr.contains('a'), "{}", gone.stderr);
}
