//! The key of somebody who runs commands on a server elsewhere.

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    process::Command,
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use crate::harness::{Home, run, run_in_terminal};

const KEY: &str = "tw_ada_hunter2";

/// A server of strangers, which gives each request the same answer and tells what it received.
fn stranger(answer: String) -> (u16, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, received) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut bytes = [0; 8192];
            let count = stream.read(&mut bytes).unwrap_or(0);
            let _ = stream.write_all(answer.as_bytes());
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if sender.send(text).is_err() {
                return;
            }
        }
    });
    (port, received)
}

fn with_key(home: &Home, words: &[&str]) -> Command {
    let mut command = home.toolwright(words);
    command.env("TOOLWRIGHT_API_KEY", KEY);
    command
}

fn is_untouched(received: &Receiver<String>) -> bool {
    received.recv_timeout(Duration::from_millis(300)).is_err()
}

/// `0.0.0.0` reaches this machine, but is no loopback address.
#[test]
fn it_is_not_sent_over_plain_http_beyond_loopback() {
    let home = Home::new();
    let answer = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    let (port, received) = stranger(answer.into());
    let url = format!("http://0.0.0.0:{port}");
    for words in [
        &["users", "list"][..],
        &["keys", "list"],
        &["tools"],
        &["tools", "export"],
        &["call", "x"],
        &["logs"],
    ] {
        let words = [words, &["--url", &url]].concat();
        let refused = run(with_key(&home, &words));
        assert_eq!(refused.code, Some(1), "{words:?}");
        let expected = format!("Error: others could read the key on its way to `{url}`");
        assert!(refused.stderr.starts_with(&expected), "{}", refused.stderr);
    }
    assert!(is_untouched(&received));
    run(with_key(
        &home,
        &["users", "list", "--url", &url, "--insecure"],
    ));
    let request = received.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(request.contains(KEY), "{request}");
}

#[test]
fn it_does_not_follow_a_redirect() {
    let home = Home::new();
    let (other, received) = stranger("HTTP/1.1 204 No Content\r\n\r\n".into());
    for status in [
        "301 Moved Permanently",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let location = format!("http://127.0.0.1:{other}/x");
        let answer = format!(
            "HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        let (port, _first) = stranger(answer);
        let url = format!("http://127.0.0.1:{port}");
        for command in [&["users", "list"][..], &["tools"]] {
            let words = [command, &["--url", &url]].concat();
            let refused = run(with_key(&home, &words));
            assert_eq!(refused.code, Some(1));
            let expected = format!("redirects to `{location}`, which is not followed");
            assert!(refused.stderr.contains(&expected), "{}", refused.stderr);
        }
    }
    assert!(is_untouched(&received));
}

#[test]
fn it_is_not_printed_if_the_server_repeats_it() {
    let home = Home::new();
    let body = format!(r#"{{"detail": "unknown {KEY}\u001b[31m", "problems": []}}"#);
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    let (port, _received) = stranger(answer);
    let url = format!("http://127.0.0.1:{port}");
    let refused = run(with_key(&home, &["users", "list", "--url", &url, "-vvv"]));
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("unknown ********"),
        "{}",
        refused.stderr
    );
    assert!(!refused.stderr.contains("hunter2"), "{}", refused.stderr);
}

#[test]
fn a_huge_answer_is_not_read() {
    let home = Home::new();
    let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n[";
    let (port, _received) = stranger(answer.into());
    let url = format!("http://127.0.0.1:{port}");
    let refused = run(with_key(&home, &["users", "list", "--url", &url]));
    let expected = "Error: the response of `127.0.0.1` is larger than 67108864 bytes\n";
    assert_eq!((refused.code, refused.stderr.as_str()), (Some(1), expected));
}

#[test]
fn a_repository_of_strangers_does_not_choose_the_server() {
    let home = Home::new();
    let (port, received) = stranger("HTTP/1.1 204 No Content\r\n\r\n".into());
    let folder = home.join("repository");
    fs::create_dir_all(&folder).unwrap();
    let settings = format!("TOOLWRIGHT_URL=http://127.0.0.1:{port}\n");
    fs::write(folder.join(".env"), settings).unwrap();
    let mut command = home.toolwright(&["call", "calculator", "expression=1"]);
    command.current_dir(&folder);
    let (code, said) = run_in_terminal(command);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("`--url`"), "{said}");
    assert!(is_untouched(&received));
}
