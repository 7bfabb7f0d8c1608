//! The command `dev`: a host keeps its connection while the server is built and started again.

use std::{env, fs, process::Command};

use serde_json::{Value, json};

use crate::harness::{Child, Home};

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

/// A crate with such a server, and `toolwright dev` in it.
struct Developed {
    home: Home,
    child: Child,
}

impl Developed {
    fn start(word: &str) -> Self {
        let home = Home::new();
        fs::create_dir_all(home.join("crate/src")).unwrap();
        let manifest =
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";
        fs::write(home.join("crate/Cargo.toml"), manifest).unwrap();
        fs::write(home.join("crate/src/main.rs"), SERVER.replace("WORD", word)).unwrap();
        let mut command = home.toolwright(&["dev", "--", "--offline"]);
        with_cargo(&mut command);
        command
            .current_dir(home.join("crate"))
            .env("CARGO_TARGET_DIR", home.join("crate/target"));
        let child = Child::spawn(&mut command);
        Self { home, child }
    }

    fn write(&self, source: &str) {
        // A file system may have times of a second.
        std::thread::sleep(std::time::Duration::from_millis(1100));
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
    std::thread::sleep(std::time::Duration::from_secs(3));
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
