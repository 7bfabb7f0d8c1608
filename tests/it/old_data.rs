//! Data folders of earlier versions: what comes after reads them.
//!
//! `old_data/VERSION` is a folder as that version left it, without its locks. A version that writes another form of
//! something adds a folder of its own, and the old ones stay.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::harness::{Home, Serving, run};

/// The key of the user `ada` in every old folder.
const KEY: &str = "tw_da48e9824512_tXuS-NWA1HpxQd4MImWRVUKPmdzFCT0ebl9orGLjw3s";

/// A home whose data folder is a copy of that of version 0.1.0.
fn old_home() -> Home {
    let home = Home::new();
    let fixture: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "tests",
        "it",
        "old_data",
        "0.1.0",
    ]
    .iter()
    .collect();
    copy(&fixture, &home.join(".local/share/toolwright"));
    home
}

/// Copies a folder. Its files are private, as they were: a repository does not keep that.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    fs::set_permissions(to, fs::Permissions::from_mode(0o700)).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
            continue;
        }
        fs::copy(&path, &copied).unwrap();
        fs::set_permissions(&copied, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// What a command prints that succeeds.
fn said(home: &Home, words: &[&str]) -> String {
    let mut command = home.toolwright(words);
    // The log of the fixture is older than logs are kept.
    command
        .env("TOOLWRIGHT_LOG_DAYS", "36500")
        .env("PATH", "/usr/bin:/bin");
    run(command).answer()
}

#[test]
fn tools_their_tests_versions_and_credentials_are_read() {
    let home = old_home();
    let tested = said(&home, &["tools", "test"]);
    assert_eq!(tested, "ok      divide_numbers three quarters\n");
    let history: Value = serde_json::from_str(&said(
        &home,
        &["tools", "history", "divide_numbers", "--json"],
    ))
    .unwrap();
    assert_eq!(history.as_array().map(Vec::len), Some(3), "{history}");
    // The credential was sealed, and the script gets it opened.
    let opened = said(&home, &["call", "show_token"]);
    assert!(opened.contains("\"stdout\":\"opened\\n\""), "{opened}");
    let restored = said(&home, &["tools", "restore", "example_product"]);
    assert!(
        restored.starts_with("example_product (revision 3)"),
        "{restored}"
    );
}

#[test]
fn other_servers_and_the_log_are_read() {
    let home = old_home();
    assert_eq!(said(&home, &["servers"]), "files  stdio  disabled\n");
    let log = said(&home, &["logs"]);
    let tools: Vec<_> = log
        .lines()
        .filter_map(|line| line.split("  local  ").next()?.split_whitespace().last())
        .collect();
    assert_eq!(
        tools,
        [
            "divide_numbers",
            "show_token",
            "divide_numbers",
            "get_sim_search",
            "divide_numbers",
        ],
        "{log}"
    );
}

#[test]
fn users_and_their_keys_are_read() {
    let home = old_home();
    assert_eq!(said(&home, &["users", "list"]), "ada  author  1 keys\n");
    let mut serve = home.toolwright(&["serve", "--port", "0"]);
    serve.env("TOOLWRIGHT_AUTH", "required");
    let mut server = Serving::start(serve);
    let call = |key: &str| {
        let url = format!("http://{}", server.address);
        let words = ["call", "--url", &url, "divide_numbers", "num1=3", "num2=2"];
        let mut call = home.toolwright(&words);
        call.env("TOOLWRIGHT_API_KEY", key);
        run(call)
    };
    let (known, unknown) = (call(KEY), call("tw_da48e9824512_other"));
    server.kill();
    assert_eq!(known.answer(), "1.5\n");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(1), ""));
}

#[test]
fn vectors_are_read() {
    let home = old_home();
    let arguments = json!({"query_list": ["mail"]}).to_string();
    let found = said(&home, &["call", "get_sim_search", "--json", &arguments]);
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(
        found,
        json!([["the mail address of a user", "the date of an order"]])
    );
}
