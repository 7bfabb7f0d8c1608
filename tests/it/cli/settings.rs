//! Where the `toolwright` server reads its settings, and what it says about them.

use std::fs;

use serde_json::Value;

use super::stdio::greet;
use crate::harness::{Home, Serving, new_server, run, run_in_terminal};

fn write(home: &Home, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_person_in_a_terminal_reads_the_files_of_the_working_folder() {
    let home = Home::new();
    write(&home, "work/.env", "TOOL_WHITELIST=calculator\n");
    write(&home, "work/toolwright.toml", "plans = true\n");
    let mut command = home.toolwright(&["tools", "--json"]);
    command.current_dir(home.join("work"));
    let (code, shown) = run_in_terminal(command);
    assert_eq!(code, Some(0), "{shown}");
    let tools: Value = serde_json::from_str(&shown).unwrap();
    let names: Vec<_> = tools
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| &tool["name"])
        .collect();
    assert_eq!(names, ["calculator"]);
}

#[test]
fn a_host_reads_the_files_of_the_user() {
    let home = Home::new();
    write(
        &home,
        ".config/toolwright/.env",
        "TOOL_WHITELIST=calculator\n",
    );
    let expected = ("toolwright".to_owned(), vec!["calculator".to_owned()]);
    assert_eq!(greet(home.toolwright(&["stdio"])), expected);
    let mut named = home.toolwright(&["stdio"]);
    write(
        &home,
        "work/toolwright.toml",
        "tool_whitelist = [\"doc_parser\"]\n",
    );
    named
        .current_dir(home.join("work"))
        .env("TOOLWRIGHT_CONFIG", "toolwright.toml");
    let expected = ("toolwright".to_owned(), vec!["doc_parser".to_owned()]);
    assert_eq!(greet(named), expected);
}

#[test]
fn the_files_that_were_read_are_logged_at_the_start() {
    let home = Home::new();
    write(&home, ".config/toolwright/toolwright.toml", "retries = 1\n");
    let ended = run(home.toolwright(&["stdio", "-v"]));
    let file = home.join(".config/toolwright/toolwright.toml");
    let expected = format!("settings from the environment, `{}`", file.display());
    assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
}

#[test]
fn flags_take_their_defaults_from_settings_files() {
    let home = Home::new();
    write(
        &home,
        ".config/toolwright/toolwright.toml",
        "port = \"x\"\n",
    );
    let ended = run(home.toolwright(&["serve"]));
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.contains("expected a port from 0 to 65535"),
        "{}",
        ended.stderr
    );
}

#[test]
fn names_that_are_nearly_settings_are_reported_at_the_start() {
    let home = Home::new();
    let mut server = home.toolwright(&["stdio"]);
    server.env("TOOL_WHITELISTS", "calculator");
    server.env("POSTGRESQL_DB_PASSWORD", "hunter2");
    server.env("CHROMADB_URL", "http://localhost");
    let ended = run(server);
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    for remark in [
        "`TOOL_WHITELISTS` in the environment is not a setting: did you mean `TOOL_WHITELIST`?",
        "`POSTGRESQL_DB_PASSWORD` in the environment is not a setting: did you mean `POSTGRESQL_DB_PASS`?",
        "`CHROMADB_URL` in the environment is not a setting",
    ] {
        assert!(ended.stderr.contains(remark), "{}", ended.stderr);
    }
}

#[test]
fn a_blank_whitelist_allows_nothing() {
    let home = Home::new();
    let listed = |value: &str| {
        let mut command = home.toolwright(&["tools", "--json"]);
        command.env("TOOL_WHITELIST", value);
        let tools: Value = serde_json::from_str(&run(command).stdout).unwrap();
        tools.as_array().unwrap().len()
    };
    assert_eq!(listed(" "), 0);
    assert!(listed("") > 5);
}

/// The variable that makes this test the server.
const SERVE: &str = "TOOLWRIGHT_TEST_ENV_FILE";

#[test]
fn a_server_of_ones_own_takes_its_flags_from_a_file() {
    if let Some(file) = std::env::var_os(SERVE) {
        let server = new_server().env_file(file);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(server.run_with(["own", "serve"])).unwrap();
        return;
    }
    let home = Home::new();
    let file = home.join("own.env");
    fs::write(&file, "TOOLWRIGHT_HOST=127.0.0.2\nTOOLWRIGHT_PORT=0\n").unwrap();
    let test = "cli::settings::a_server_of_ones_own_takes_its_flags_from_a_file";
    let words = ["--exact", test, "--nocapture"];
    let command = || {
        let mut command = home.program(&std::env::current_exe().unwrap(), &words);
        command.env(SERVE, &file);
        command
    };
    let mut served = Serving::start(command());
    assert!(
        served.address.starts_with("127.0.0.2:"),
        "{}",
        served.address
    );
    served.kill();
    // The environment wins, and a file with a mistake is named.
    let mut other = command();
    other.env("TOOLWRIGHT_HOST", "127.0.0.3");
    let mut served = Serving::start(other);
    assert!(
        served.address.starts_with("127.0.0.3:"),
        "{}",
        served.address
    );
    served.kill();
    fs::write(&file, "TOOLWRIGHT_HOST\n").unwrap();
    let refused = run(command());
    assert!(
        refused
            .stderr
            .contains("own.env`: line 1 is not `NAME=value`"),
        "{}",
        refused.stderr
    );
}
