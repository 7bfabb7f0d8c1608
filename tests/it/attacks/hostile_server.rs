//! A server wants to write to the terminal of who runs commands on it, or to keep them busy for ever.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

use serde_json::{Value, json};

use crate::harness::{Home, run, run_with_input};

/// A server that gives each request the same JSON. Returns its address.
fn server(body: &Value) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let body = body.to_string();
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 8192]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn a_name_neither_colours_the_terminal_nor_adds_a_line() {
    let evil = "a\u{1b}[31mred\u{1b}[0m\r\nforged  admin  9 keys\u{9b}2J";
    let item = json!({
        "id": evil, "user": evil, "name": evil, "role": evil, "label": evil, "keys": 1, "at": evil,
        "version": 1, "by": evil, "change": evil, "tool": evil, "outcome": evil, "caller": evil, "elapsed_ms": 1,
    });
    let url = server(&json!({"items": [item], "next": null, "total": 1}));
    let home = Home::new();
    for words in [
        &["keys", "list"][..],
        &["users", "list"],
        &["tools", "history", "x"],
    ] {
        let words = [words, &["--url", &url]].concat();
        let printed = run(home.toolwright(&words));
        assert_eq!(
            printed.stdout.lines().count(),
            1,
            "{words:?}: {:?}",
            printed.stdout
        );
        let has_control = printed.stdout.trim_end().contains(char::is_control);
        assert!(!has_control, "{words:?}: {:?}", printed.stdout);
    }
}

#[test]
fn no_command_prints_what_controls_the_terminal() {
    let evil = "a\u{1b}[31mred\u{1b}[0m\r\nforged  admin  9 keys\u{9b}2J";
    let mut call = json!({
        "origin": "registry", "elapsed_ms": 1, "elapsed": 0.5, "tags": [evil], "success": true,
        "is_active": true, "revision": "1", "arguments": {evil: evil}, "problems": [evil], "tools": 1,
        "content": [{"type": "text", "text": evil}], "inputSchema": {"type": "object"},
        "spec": {"name": evil, "type": evil, "description": evil,
                 "tests": [{"name": evil, "arguments": {}, "result": evil}]},
    });
    for name in [
        "id",
        "name",
        "title",
        "description",
        "description_user",
        "kind",
        "owner",
        "problem",
        "updated_by",
        "tool",
        "tool_name",
        "caller",
        "client",
        "outcome",
        "at",
        "status",
        "state",
        "transport",
        "error",
        "result",
        "message",
        "user",
        "role",
        "label",
        "by",
        "change",
    ] {
        call[name] = json!(evil);
    }
    let mut answer = call.clone();
    answer["items"] = json!([call]);
    answer["results"] = json!([call]);
    let url = server(&answer);
    let home = Home::new();
    for words in [
        &["tools"][..],
        &["tools", "show", "x"],
        &["tools", "history", "x"],
        &["tools", "test"],
        &["tools", "add", "-"],
        &["logs"],
        &["servers"],
        &["call", "x"],
        &["plan", "-"],
        &["questions"],
        &["keys", "list"],
        &["users", "list"],
    ] {
        let words = [words, &["--url", &url]].concat();
        let printed = run_with_input(home.toolwright(&words), "[]");
        for text in [&printed.stdout, &printed.stderr] {
            let is_safe = |one: char| one == '\n' || !one.is_control();
            assert!(text.chars().all(is_safe), "{words:?}: {text:?}");
        }
    }
}

#[test]
fn an_answer_of_another_form_is_an_error_and_no_panic() {
    let home = Home::new();
    for answer in [json!([]), json!(5), json!("text"), json!([{"items": []}])] {
        let url = server(&answer);
        for words in [
            &["users", "list"][..],
            &["keys", "list"],
            &["tools"],
            &["tools", "history", "x"],
            &["tools", "test", "x"],
            &["logs"],
            &["servers"],
            &["call", "x"],
        ] {
            let words = [words, &["--url", &url]].concat();
            let refused = run(home.toolwright(&words));
            assert_eq!(refused.code, Some(1), "{words:?}: {}", refused.stderr);
            assert!(refused.stderr.starts_with("Error: "), "{}", refused.stderr);
        }
    }
}

#[test]
fn a_list_that_does_not_end_is_left() {
    let items: Vec<_> = (0..5_000)
        .map(|number| json!({"id": number.to_string(), "name": "a", "role": "b"}))
        .collect();
    let url = server(&json!({"items": items, "next": "again", "total": null}));
    let home = Home::new();
    let left = run(home.toolwright(&["users", "list", "--url", &url]));
    assert_eq!(left.code, Some(1));
    assert!(
        left.stderr.contains("has more than 100000 items"),
        "{}",
        left.stderr
    );
    let empty = server(&json!({"items": [], "next": "again", "total": null}));
    let left = run(home.toolwright(&["logs", "--url", &empty]));
    assert!(left.stderr.contains("no such call"), "{}", left.stderr);
}
