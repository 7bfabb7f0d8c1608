//! The command `dev`: a host keeps its connection while the server is built and started again.

use std::{
    env, fs,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt as _,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::harness::{Child, Home, LONG, run_in_terminal};

/// A server that says `WORD`, and needs nothing that would have to be built.
const SERVER: &str = r#"
use std::io::BufRead;

/// The text of an id: a number or a text in quotes.
fn id(line: &str) -> Option<&str> {
    let rest = line.split_once("\"id\":")?.1;
    rest.split([',', '}']).next()
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.contains("\"die\"") {
            std::process::exit(1);
        }
        if line.contains("\"never\"") {
            continue;
        }
        if let Some(id) = id(&line) {
            println!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"word\":\"WORD\"}}}}");
        }
    }
}
"#;

/// A server that answers every connection to its port with `WORD`, until one sends `quit`.
const LISTENER: &str = r#"
use std::{io::{Read, Write}, net::TcpListener};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    assert_eq!(words[1..3], ["serve", "--port"]);
    let port: u16 = words[3].parse().unwrap();
    for stream in TcpListener::bind(("127.0.0.1", port)).unwrap().incoming() {
        let (mut stream, mut read) = (stream.unwrap(), [0; 4]);
        stream.read_exact(&mut read).unwrap();
        if &read == b"quit" {
            return;
        }
        stream.write_all(b"WORD").unwrap();
    }
}
"#;

/// A crate with such a server, and `toolwright dev` in it.
struct Developed {
    home: Home,
    child: Child,
}

impl Developed {
    fn start(word: &str) -> Self {
        Self::with(&SERVER.replace("WORD", word), &["dev", "--", "--offline"])
    }

    /// Starts `toolwright` with these arguments in a crate with this source.
    fn with(source: &str, arguments: &[&str]) -> Self {
        let home = Home::new();
        fs::create_dir_all(home.join("crate/src")).unwrap();
        let manifest =
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
        fs::write(home.join("crate/Cargo.toml"), manifest).unwrap();
        fs::write(home.join("crate/src/main.rs"), source).unwrap();
        let mut command = home.toolwright(arguments);
        with_cargo(&mut command);
        command
            .current_dir(home.join("crate"))
            .env("CARGO_TARGET_DIR", home.join("crate/target"));
        let child = Child::spawn(&mut command);
        Self { home, child }
    }

    fn write(&self, source: &str) {
        // A file system may have times of a second.
        thread::sleep(Duration::from_millis(1100));
        fs::write(self.home.join("crate/src/main.rs"), source).unwrap();
    }

    fn word(&mut self, id: u32) -> Value {
        self.child.ask(id, "word", json!({}))["result"]["word"].take()
    }

    /// The messages until all lists were announced.
    fn wait_for_changes(&self) {
        let methods = [(); 3].map(|()| self.child.message()["method"].take());
        let expected = ["tools", "resources", "prompts"]
            .map(|list| json!(format!("notifications/{list}/list_changed")));
        assert_eq!(methods, expected);
    }
}

/// Lets a command find the cargo that runs this test.
fn with_cargo(command: &mut Command) {
    for name in [
        "PATH",
        "CARGO",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "RUSTUP_TOOLCHAIN",
    ] {
        if let Some(value) = env::var_os(name) {
            command.env(name, value);
        }
    }
    if env::var_os("CARGO_HOME").is_none()
        && let Some(home) = env::var_os("HOME")
    {
        command.env("HOME", home);
    }
}

#[test]
fn a_host_keeps_its_connection_while_the_server_changes() {
    let mut developed = Developed::start("one");
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let greeted = developed.child.ask(1, "initialize", params);
    assert_eq!(greeted["result"]["word"], "one");
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    developed.child.send(&initialized);
    assert_eq!(developed.word(2), "one");

    let unanswered = json!({"jsonrpc": "2.0", "id": 3, "method": "never"});
    developed.child.send(&unanswered);
    developed.write(&SERVER.replace("WORD", "two"));
    let refused = developed.child.message();
    assert_eq!(refused["id"], 3);
    assert_eq!(
        refused["error"]["message"],
        "the server was built again and started anew"
    );
    developed.wait_for_changes();
    assert_eq!(developed.word(4), "two");

    // A mistake leaves the server that runs.
    developed.write("fn main() { mistake }");
    thread::sleep(Duration::from_secs(3));
    assert_eq!(developed.word(5), "two");
    developed.write(&SERVER.replace("WORD", "three"));
    developed.wait_for_changes();
    assert_eq!(developed.word(6), "three");

    developed.child.close_input();
    let ended = developed.child.end();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
    assert!(
        ended.errors.contains("cannot find value `mistake`"),
        "{}",
        ended.errors
    );
    assert!(
        ended.errors.contains("the build failed\n"),
        "{}",
        ended.errors
    );
}

#[test]
fn requests_are_refused_while_there_is_no_server() {
    let mut developed = Developed::start("one");
    let dead = developed.child.ask(1, "die", json!({}));
    let expected = "the server has ended; it starts again when a source changes";
    assert_eq!(dead["error"]["message"], expected);
    developed.write(&SERVER.replace("WORD", "two"));
    // It waits until the new one runs.
    assert_eq!(developed.word(2), "two");
}

/// What the server at `port` answers, or `None` if there is none.
fn said(port: u16, words: &[u8; 4]) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(words).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

/// Waits until the server at `port` says `word`.
fn wait_for(port: u16, word: &str) {
    let end = Instant::now() + LONG;
    while said(port, b"word").as_deref() != Some(word) {
        assert!(Instant::now() < end, "the server does not say `{word}`");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_server_over_http_is_started_again_when_it_changes() {
    let free = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let text = port.to_string();
    let arguments = ["dev", "--http", "--port", &text, "--", "--offline"];
    let developed = Developed::with(&LISTENER.replace("WORD", "one"), &arguments);
    wait_for(port, "one");
    developed.write("fn main() { mistake }");
    thread::sleep(Duration::from_secs(2));
    wait_for(port, "one");
    developed.write(&LISTENER.replace("WORD", "two"));
    wait_for(port, "two");
    said(port, b"quit");
}

#[test]
fn in_a_terminal_the_inspector_is_opened_on_the_server() {
    let home = Home::new();
    // The real one would open a browser.
    let npx = home.join("npx");
    fs::write(&npx, "#!/bin/sh\necho \"$@\"\nexit 3\n").unwrap();
    fs::set_permissions(&npx, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = home.toolwright(&["dev", "--", "--bin", "demo"]);
    command.env("PATH", npx.parent().unwrap());
    let (code, shown) = run_in_terminal(command);
    assert_eq!(code, Some(1), "{shown}");
    let program = env!("CARGO_BIN_EXE_toolwright");
    let started = format!("-y @modelcontextprotocol/inspector {program} dev -- --bin demo");
    assert!(shown.contains(&started), "{shown}");
    assert!(shown.contains("the Inspector ended"), "{shown}");
}
