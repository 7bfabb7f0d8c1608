//! The command `serve`, its settings and its shutdown.

use std::{
    io::{Read, Write as _},
    net::{TcpListener, TcpStream},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::harness::{Ended, Home, Serving, run};

impl Serving {
    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status().unwrap();
        assert!(sent.success());
    }

    /// Sends a request. The response can be read from the stream.
    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, body.len());
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: wait\r\n\r\n{body}"
        )
        .unwrap();
        stream
    }

    fn wait_call(&self, seconds: f64) -> TcpStream {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "wait",
            "arguments": {"seconds": seconds},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        }});
        let stream = self.send("POST /mcp", &call.to_string());
        // Waits until the call runs, so that there is something to drain.
        thread::sleep(Duration::from_millis(300));
        stream
    }

    /// Waits for its end. Of both streams one is short.
    fn end(mut self) -> Ended {
        let read = |stream: Option<&mut dyn Read>| {
            let mut text = String::new();
            if let Some(stream) = stream {
                stream.read_to_string(&mut text).unwrap();
            }
            text
        };
        Ended {
            stdout: read(self.child.stdout.as_mut().map(|it| it as _)),
            stderr: read(self.child.stderr.as_mut().map(|it| it as _)),
            code: self.child.wait().unwrap().code(),
        }
    }
}

fn read(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A server that said what it waits for.
fn waited(code: i32) -> Ended {
    Ended {
        stderr: "waiting for running calls; a second signal stops them\n".into(),
        ..silent(code)
    }
}

fn silent(code: i32) -> Ended {
    Ended {
        code: Some(code),
        stdout: String::new(),
        stderr: String::new(),
    }
}

#[test]
fn a_server_exits_with_code_0_on_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let home = Home::new();
        let serving = Serving::start(home.example("hello", &["serve", "--port", "0"]));
        let answer = read(serving.send("GET /healthz", ""));
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        serving.signal(signal);
        assert_eq!(serving.end(), silent(0), "{signal}");
    }
}

#[test]
fn a_running_call_is_answered_before_the_server_exits() {
    let home = Home::new();
    let serving = Serving::start(home.example("todo", &["serve", "--port", "0"]));
    let call = serving.wait_call(1.5);
    serving.signal("-TERM");
    let answer = read(call);
    let body = answer.split("\r\n\r\n").nth(1).unwrap();
    let body: Value = serde_json::from_str(body.trim_start_matches("data: ")).unwrap();
    assert_eq!(body["result"]["content"][0]["text"], "waited");
    assert_eq!(serving.end(), waited(0));
}

#[test]
fn a_second_signal_exits_at_once() {
    let home = Home::new();
    let mut serving = Serving::start(home.example("todo", &["serve", "--port", "0"]));
    let _call = serving.wait_call(20.0);
    serving.signal("-TERM");
    let expected = waited(130).stderr;
    let mut notice = vec![0; expected.len()];
    let stderr = serving.child.stderr.as_mut().unwrap();
    stderr.read_exact(&mut notice).unwrap();
    assert_eq!(String::from_utf8(notice).unwrap(), expected);
    let second = Instant::now();
    serving.signal("-TERM");
    assert_eq!(serving.end(), silent(130));
    assert!(second.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_call_is_stopped_after_the_drain_time() {
    let home = Home::new();
    let words = ["serve", "--port", "0", "--drain", "200ms", "--log", "error"];
    let serving = Serving::start(home.example("todo", &words));
    let _call = serving.wait_call(20.0);
    let told = Instant::now();
    serving.signal("-TERM");
    assert_eq!(serving.end(), silent(0));
    assert!(told.elapsed() < Duration::from_secs(5));
}

#[test]
fn environment_variables_are_defaults_of_flags() {
    let home = Home::new();
    let mut command = home.toolwright(&[]);
    command
        .env("TOOLWRIGHT_PORT", "0")
        .env("TOOLWRIGHT_SSE", "true");
    let serving = Serving::start(command);
    let mut events = serving.send("GET /sse", "");
    let mut status = [0; 15];
    events.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    serving.signal("-TERM");
    drop(events);
    assert_eq!(serving.end().code, Some(0));
}

#[test]
fn a_flag_takes_precedence_over_its_variable() {
    let home = Home::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = home.example("hello", &["serve", "--port", "0"]);
    command.env(
        "TOOLWRIGHT_PORT",
        taken.local_addr().unwrap().port().to_string(),
    );
    let serving = Serving::start(command);
    serving.signal("-TERM");
    assert_eq!(serving.end(), silent(0));
}

#[test]
fn an_error_names_the_port_in_use() {
    let home = Home::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let port = address.port().to_string();
    let ended = run(home.example("hello", &["serve", "--port", &port]));
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    let expected = format!(
        "Error: cannot listen on {address}: Address already in use (os error 98) (choose another port with `--port`)\n"
    );
    assert_eq!(ended.stderr, expected);
}

#[test]
fn a_public_address_needs_the_flag_insecure() {
    let home = Home::new();
    let words = ["serve", "--host", "0.0.0.0", "--port", "0"];
    assert_eq!(
        run(home.example("hello", &words)),
        Ended {
            code: Some(1),
            stdout: String::new(),
            stderr: "Error: refusing to listen on 0.0.0.0:0: other machines can reach it without authentication \
                     (let callers authenticate, listen on 127.0.0.1, or pass `--insecure`)\n"
                .into(),
        }
    );
    let mut allowed = home.example("hello", &words);
    allowed.env("TOOLWRIGHT_INSECURE", "true");
    let serving = Serving::start(allowed);
    assert!(
        serving.address.starts_with("0.0.0.0:"),
        "{}",
        serving.address
    );
    serving.signal("-TERM");
    assert_eq!(serving.end(), silent(0));
}

#[test]
fn the_root_says_what_the_server_is() {
    let home = Home::new();
    let serving = Serving::start(home.example("hello", &["serve", "--port", "0"]));
    let answer = read(serving.send("GET /", ""));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        body.starts_with("hello 0.1.0, an MCP server.\n\nMCP clients connect to /mcp."),
        "{body}"
    );
    serving.signal("-TERM");
    assert_eq!(serving.end(), silent(0));
}

#[test]
fn the_log_is_filtered_by_rust_log_and_can_be_json() {
    let home = Home::new();
    let logged = |words: &[&str], filter: &str| {
        let mut command = home.toolwright(&[words, &["stdio"]].concat());
        command.env("RUST_LOG", filter).env("CHROMADB_PORT", "1");
        run(command).stderr
    };
    let text = logged(&[], "toolwright=info");
    assert!(text.contains("settings from the environment"), "{text}");
    assert_eq!(logged(&[], "error"), "");
    let text = logged(&["--log-format", "json"], "");
    let message: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(message["level"], "WARN");
    assert_eq!(
        message["fields"]["message"],
        "`CHROMADB_PORT` in the environment has no effect: `CHROMADB_HOST` is not set"
    );
}
