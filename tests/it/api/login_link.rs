//! Whoever starts a server that asks for a key gets in by the link that it prints in a terminal.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::NO_DATABASE;
use crate::harness::{Home, http_client, open_terminal};

/// A server in a process of its own, and the link that it printed.
struct Started {
    child: Child,
    link: String,
    /// Held, so that the server can go on printing.
    _terminal: Option<BufReader<File>>,
    _home: Home,
}

impl Drop for Started {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn command(home: &Home) -> Command {
    let mut command = home.toolwright(&["serve", "--port", "0"]);
    command.env("TOOLWRIGHT_AUTH", "required").envs(NO_DATABASE);
    command.env("TOOLWRIGHT_DATA_DIR", home.join("data"));
    command
}

/// Reads up to the link to the console.
fn link_in(said: &mut impl BufRead) -> String {
    let mut line = String::new();
    while !line.contains(" in a browser") {
        line.clear();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "it says no link");
    }
    let (_, rest) = line.split_once("open ").unwrap();
    rest.split_once(" in a browser").unwrap().0.to_owned()
}

fn start_in_terminal() -> Started {
    let home = Home::new();
    let mut command = command(&home);
    let (controller, terminal) = open_terminal();
    command.stderr(Stdio::from(terminal));
    let child = command.spawn().unwrap();
    let mut said = BufReader::new(controller);
    let link = link_in(&mut said);
    Started {
        child,
        link,
        _terminal: Some(said),
        _home: home,
    }
}

/// Exchanges the token of a link for a cookie. Returns the status, the cookie and the answer.
async fn log_in(address: &str, token: &str) -> (u16, Option<String>, Value) {
    let request = http_client().post(format!("{address}api/v1/session"));
    let response = request.json(&json!({"token": token})).send().await.unwrap();
    let cookie = response.headers().get("set-cookie");
    let cookie = cookie.map(|value| value.to_str().unwrap().to_owned());
    (
        response.status().as_u16(),
        cookie,
        response.json().await.unwrap(),
    )
}

#[tokio::test]
async fn the_token_of_the_link_is_exchanged_once_for_a_session_of_the_local_admin() {
    let started = start_in_terminal();
    let (address, token) = started.link.split_once("#token=").unwrap();
    assert_eq!(token.len(), 43, "256 bits in Base64");
    assert_eq!(log_in(address, &token[1..]).await.0, 401);
    let (status, cookie, session) = log_in(address, token).await;
    assert_eq!(status, 200, "{session}");
    assert_eq!(session["user"], json!({"name": "local", "role": "admin"}));
    assert_eq!(session["auth"], "cookie");
    let cookie = cookie.unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    let tools = http_client().get(format!("{address}api/v1/users"));
    let cookie = cookie.split(';').next().unwrap();
    let tools = tools.header("cookie", cookie).send().await.unwrap();
    assert_eq!(tools.status(), 200);
    let (status, cookie, problem) = log_in(address, token).await;
    assert_eq!((status, cookie), (401, None), "{problem}");
}

#[tokio::test]
async fn guessed_tokens_are_counted() {
    let started = start_in_terminal();
    let (address, token) = started.link.split_once("#token=").unwrap();
    for _ in 0..20 {
        assert_eq!(log_in(address, "guessed").await.0, 401);
    }
    assert_eq!(log_in(address, "guessed").await.0, 429);
    assert_eq!(log_in(address, token).await.0, 200);
}

#[tokio::test]
async fn a_log_gets_no_token() {
    let home = Home::new();
    let mut child = command(&home).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let link = link_in(&mut said);
    let started = Started {
        child,
        link,
        _terminal: None,
        _home: home,
    };
    assert!(started.link.ends_with('/'), "{}", started.link);
}
