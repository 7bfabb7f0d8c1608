//! The command `install`, in a temporary home folder.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::stdio::greet;
use crate::harness::{Ended, Home, run};

/// The path of the configuration of Claude Desktop on this system.
const DESKTOP: &str = if cfg!(target_os = "macos") {
    "Library/Application Support/Claude/claude_desktop_config.json"
} else {
    ".config/Claude/claude_desktop_config.json"
};

fn install(home: &Home, words: &[&str]) -> Ended {
    run(home.example("hello", &[&["install"], words].concat()))
}

fn document(home: &Home, path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(home.join(path)).unwrap()).unwrap()
}

fn write(home: &Home, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn hello(home: &Home) -> String {
    let command = home.example("hello", &[]);
    command.get_program().to_str().unwrap().to_owned()
}

#[test]
fn a_dry_run_prints_the_entry_and_writes_nothing() {
    let home = Home::new();
    let ended = install(&home, &["claude-desktop", "--dry-run"]);
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (Some(0), "nothing was written\n")
    );
    let (path, entry) = ended.stdout.split_once('\n').unwrap();
    assert_eq!(Path::new(path), home.join(DESKTOP));
    let entry: Value = serde_json::from_str(entry).unwrap();
    assert_eq!(
        entry,
        json!({"mcpServers": {"hello": {"command": hello(&home), "args": []}}})
    );
    assert_eq!(fs::read_dir(home.join("")).unwrap().count(), 0);
}

#[test]
fn each_host_gets_its_own_form_of_entry() {
    let home = Home::new();
    let vscode = DESKTOP.replace("Claude/claude_desktop_config.json", "Code/User/mcp.json");
    let typed = json!({"type": "stdio", "command": hello(&home), "args": []});
    let plain = json!({"command": hello(&home), "args": []});
    for (host, path, expected) in [
        (
            "claude-desktop",
            DESKTOP,
            json!({"mcpServers": {"hello": plain}}),
        ),
        (
            "claude-code",
            ".claude.json",
            json!({"mcpServers": {"hello": typed}}),
        ),
        (
            "cursor",
            ".cursor/mcp.json",
            json!({"mcpServers": {"hello": plain}}),
        ),
        ("vscode", &vscode, json!({"servers": {"hello": typed}})),
    ] {
        let ended = install(&home, &[host]);
        assert_eq!(ended.code, Some(0), "{host}: {}", ended.stderr);
        assert!(
            ended.stderr.starts_with("`hello` was added: "),
            "{}",
            ended.stderr
        );
        assert_eq!(document(&home, path), expected, "{host}");
    }
}

#[test]
fn other_keys_keep_their_order_and_a_backup_is_made() {
    let home = Home::new();
    let former = r#"{"zoom": 1.5, "mcpServers": {"other": {"command": "x"}}, "alpha": null}"#;
    write(&home, ".claude.json", former);
    let words = [
        "claude-code",
        "--name",
        "mine",
        "--env",
        "KEY=a=b",
        "--env",
        "B=c",
    ];
    assert_eq!(install(&home, &words).code, Some(0));
    let written = document(&home, ".claude.json");
    let keys: Vec<&String> = written.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["zoom", "mcpServers", "alpha"]);
    assert_eq!(written["mcpServers"]["other"], json!({"command": "x"}));
    assert_eq!(
        written["mcpServers"]["mine"]["env"],
        json!({"KEY": "a=b", "B": "c"})
    );
    let kept = fs::read_to_string(home.join(".claude.json.bak")).unwrap();
    assert_eq!(kept, former);
    let left: Vec<_> = fs::read_dir(home.join("")).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn an_existing_entry_is_not_written_again() {
    let home = Home::new();
    assert_eq!(install(&home, &["cursor"]).code, Some(0));
    let before = fs::metadata(home.join(".cursor/mcp.json"))
        .unwrap()
        .modified()
        .unwrap();
    let again = install(&home, &["cursor"]);
    assert_eq!(
        (again.code, again.stderr.as_str()),
        (Some(0), "the entry exists already: nothing to do\n")
    );
    let after = fs::metadata(home.join(".cursor/mcp.json"))
        .unwrap()
        .modified()
        .unwrap();
    assert_eq!(before, after);
    assert!(!home.join(".cursor/mcp.json.bak").exists());
    let other = install(&home, &["cursor", "--env", "A=b"]);
    assert_eq!(
        other.stderr,
        "`hello` was replaced: restart Cursor to use it\n"
    );
}

#[test]
fn a_malformed_file_is_not_changed() {
    for (text, problem) in [
        (
            "{\"a\": 1,}",
            "is not JSON (trailing comma at line 1 column 9)",
        ),
        ("[]", "is not a JSON object"),
    ] {
        let home = Home::new();
        write(&home, ".claude.json", text);
        let path = home.join(".claude.json");
        let ended = install(&home, &["claude-code"]);
        let stderr = format!(
            "Error: `{}` {problem}: it was not changed\n",
            path.display()
        );
        let stdout = String::new();
        assert_eq!(
            ended,
            Ended {
                code: Some(1),
                stdout,
                stderr
            }
        );
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn a_list_of_servers_that_is_no_object_is_an_error() {
    let home = Home::new();
    write(&home, ".cursor/mcp.json", r#"{"mcpServers": []}"#);
    let ended = install(&home, &["cursor"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(
        ended.stderr.starts_with("Error: `mcpServers` in `"),
        "{}",
        ended.stderr
    );
}

#[test]
fn an_invalid_variable_is_a_usage_error() {
    let home = Home::new();
    assert_eq!(install(&home, &["cursor", "--env", "KEY"]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn symbolic_links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let home = Home::new();
    write(&home, "dotfiles/claude.json", "{}");
    let real = home.join("dotfiles/claude.json");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, home.join(".claude.json")).unwrap();
    assert_eq!(install(&home, &["claude-code"]).code, Some(0));
    assert!(
        fs::symlink_metadata(home.join(".claude.json"))
            .unwrap()
            .is_symlink()
    );
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(document(&home, "dotfiles/claude.json")["mcpServers"]["hello"].is_object());
}

#[test]
fn the_entry_of_a_desktop_host_starts_the_server() {
    let home = Home::new();
    assert_eq!(
        run(home.toolwright(&["install", "claude-desktop"])).code,
        Some(0)
    );
    assert_eq!(install(&home, &["claude-desktop"]).code, Some(0));
    let servers = document(&home, DESKTOP)["mcpServers"].take();
    let greeting = |name: &str| {
        let entry = &servers[name];
        let arguments = entry["args"].as_array().unwrap();
        let words: Vec<&str> = arguments
            .iter()
            .map(|word| word.as_str().unwrap())
            .collect();
        let program = Path::new(entry["command"].as_str().unwrap());
        assert!(program.is_absolute());
        greet(home.program(program, &words))
    };
    assert_eq!(greeting("hello"), ("hello".into(), vec!["add".into()]));
    let (name, tools) = greeting("toolwright");
    assert_eq!(name, "toolwright");
    assert!(tools.contains(&"calculator".into()), "{tools:?}");
}
