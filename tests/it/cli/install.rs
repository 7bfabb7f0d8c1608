//! The command `install`, in a temporary home folder.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::stdio::greet;
use crate::harness::{Ended, Home, run, run_in_terminal};

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
    let zed = json!({"source": "custom", "command": hello(&home), "args": []});
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
        (
            "gemini-cli",
            ".gemini/settings.json",
            json!({"mcpServers": {"hello": plain}}),
        ),
        (
            "windsurf",
            ".codeium/windsurf/mcp_config.json",
            json!({"mcpServers": {"hello": plain}}),
        ),
        (
            "zed",
            ".config/zed/settings.json",
            json!({"context_servers": {"hello": zed}}),
        ),
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
fn a_malformed_file_is_not_changed_and_the_entry_is_printed() {
    for (path, host, text, problem) in [
        (
            ".claude.json",
            "claude-code",
            "{\"a\": 1,, }",
            "`PATH` is not JSON (Unexpected token in object on line 1 column 9): it was not changed",
        ),
        (
            ".claude.json",
            "claude-code",
            "[]",
            "`PATH` is not a JSON object: it was not changed",
        ),
        (
            ".cursor/mcp.json",
            "cursor",
            r#"{"mcpServers": []}"#,
            "`mcpServers` in `PATH` is not an object: the file was not changed",
        ),
    ] {
        let home = Home::new();
        write(&home, path, text);
        let file = home.join(path);
        let ended = install(&home, &[host]);
        let problem = problem.replace("PATH", file.to_str().unwrap());
        let stderr = format!("Error: {problem}; add the entry above by hand\n");
        assert_eq!((ended.code, ended.stderr), (Some(1), stderr));
        let (printed, entry) = ended.stdout.split_once('\n').unwrap();
        assert_eq!(Path::new(printed), file);
        let entry: Value = serde_json::from_str(entry).unwrap();
        assert_eq!(entry["mcpServers"]["hello"]["command"], hello(&home));
        assert_eq!(fs::read_to_string(file).unwrap(), text);
    }
}

#[test]
fn comments_trailing_commas_large_numbers_and_duplicate_keys_are_kept() {
    let home = Home::new();
    let former = "\
{
  // The servers.
  \"mcpServers\": {
    \"other\": {\"command\": \"x\"}, // keep
  },
  \"id\": 123456789012345678901, /* exact */
  \"twice\": 1,
  \"twice\": 2,
}
";
    write(&home, ".cursor/mcp.json", former);
    assert_eq!(install(&home, &["cursor"]).code, Some(0));
    let added = format!(
        "// keep\n    \"hello\": {{\n      \"command\": {:?},\n      \"args\": [],\n    }},\n",
        hello(&home)
    );
    let written = fs::read_to_string(home.join(".cursor/mcp.json")).unwrap();
    assert_eq!(written, former.replace("// keep\n", &added));
    let removed = run(home.example("hello", &["uninstall", "cursor"]));
    assert_eq!(removed.code, Some(0), "{}", removed.stderr);
    let written = fs::read_to_string(home.join(".cursor/mcp.json")).unwrap();
    assert_eq!(written, former);
}

#[test]
fn variables_of_an_entry_are_kept() {
    let home = Home::new();
    let words = ["cursor", "--env", "A=1", "--env", "B=2"];
    assert_eq!(install(&home, &words).code, Some(0));
    assert_eq!(install(&home, &["cursor", "--env", "B=3"]).code, Some(0));
    let entry = document(&home, ".cursor/mcp.json")["mcpServers"]["hello"].take();
    assert_eq!(entry["env"], json!({"A": "1", "B": "3"}));
}

#[test]
fn an_entry_is_removed() {
    let home = Home::new();
    let uninstall = |words: &[&str]| {
        let words = [&["uninstall", "cursor"], words].concat();
        run(home.example("hello", &words))
    };
    assert!(
        uninstall(&[])
            .stderr
            .starts_with("there is no `hello` in `")
    );
    assert!(!home.join(".cursor").exists());
    write(
        &home,
        ".cursor/mcp.json",
        r#"{"mcpServers": {"other": {"command": "x"}}}"#,
    );
    assert_eq!(install(&home, &["cursor"]).code, Some(0));
    let before = document(&home, ".cursor/mcp.json");
    assert_eq!(uninstall(&["--dry-run"]).code, Some(0));
    assert_eq!(document(&home, ".cursor/mcp.json"), before);
    let ended = uninstall(&[]);
    assert!(
        ended.stderr.ends_with("was removed: restart Cursor\n"),
        "{}",
        ended.stderr
    );
    let left = json!({"mcpServers": {"other": {"command": "x"}}});
    assert_eq!(document(&home, ".cursor/mcp.json"), left);
}

#[test]
fn hosts_without_a_file_of_ours_get_the_entry_on_standard_output() {
    let home = Home::new();
    let ended = install(&home, &["mcp-json", "--env", "A=b"]);
    let printed: Value = serde_json::from_str(&ended.answer()).unwrap();
    let entry = json!({"command": hello(&home), "args": [], "env": {"A": "b"}});
    assert_eq!(printed, json!({"mcpServers": {"hello": entry}}));
    let ended = install(&home, &["goose"]);
    assert_eq!(ended.code, Some(0));
    assert!(
        ended.stdout.starts_with("extensions:\n  \"hello\":\n"),
        "{}",
        ended.stdout
    );
    let path = home.join(".config/goose/config.yaml");
    let notice = format!(
        "add this entry to `{}`: nothing was written\n",
        path.display()
    );
    assert_eq!(ended.stderr, notice);
    assert_eq!(fs::read_dir(home.join("")).unwrap().count(), 0);
}

/// A host does not read the files of the working folder, so the entry has what is in them.
#[test]
fn an_entry_has_the_settings_of_the_working_folder() {
    let home = Home::new();
    let settings = "TOOL_WHITELIST=calculator\nCHROMADB_HOST=localhost\nCHROMADB_TOKEN=hunter2\nTOOLWRIGHT_FILES_DIR=docs\n";
    write(&home, "work/.env", settings);
    write(&home, "work/docs/a.txt", "a");
    let install = |words: &[&str]| {
        let mut command = home.toolwright(&[&["install", "cursor"], words].concat());
        command.current_dir(home.join("work"));
        let (code, shown) = run_in_terminal(command);
        assert_eq!(code, Some(0), "{shown}");
        assert!(!shown.contains("hunter2"), "{shown}");
        let servers = document(&home, ".cursor/mcp.json")["mcpServers"].take();
        (shown, servers["toolwright"].clone())
    };
    let (shown, entry) = install(&["--no-settings"]);
    assert!(!shown.contains("CHROMADB_HOST"), "{shown}");
    assert_eq!(entry.get("env"), None);
    let (shown, entry) = install(&[]);
    assert!(
        shown.contains(
            "the entry has settings of the working folder: `CHROMADB_HOST`, `CHROMADB_TOKEN`, "
        ),
        "{shown}"
    );
    let docs = home.join("work").canonicalize().unwrap().join("docs");
    assert_eq!(
        entry["env"],
        json!({
            "CHROMADB_HOST": "localhost",
            "CHROMADB_TOKEN": "hunter2",
            "TOOLWRIGHT_FILES_DIR": docs,
            "TOOL_WHITELIST": "calculator",
        })
    );
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_backup_is_not_followed() {
    use std::os::unix::fs::symlink;
    let home = Home::new();
    write(&home, "precious", "precious");
    write(&home, ".claude.json", "{}");
    symlink(home.join("precious"), home.join(".claude.json.bak")).unwrap();
    assert_eq!(install(&home, &["claude-code"]).code, Some(0));
    assert_eq!(
        fs::read_to_string(home.join("precious")).unwrap(),
        "precious"
    );
    assert_eq!(
        fs::read_to_string(home.join(".claude.json.bak")).unwrap(),
        "{}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_has_its_entry_printed() {
    let home = Home::new();
    write(&home, ".claude.json", "{}");
    // A folder cannot be replaced by the backup.
    fs::create_dir(home.join(".claude.json.bak")).unwrap();
    let ended = install(&home, &["claude-code"]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.stderr.starts_with("Error: cannot write `"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stderr.ends_with("; add the entry above by hand\n"),
        "{}",
        ended.stderr
    );
    assert!(ended.stdout.contains("\"hello\": {"), "{}", ended.stdout);
    assert_eq!(fs::read_to_string(home.join(".claude.json")).unwrap(), "{}");
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
