//! The same over standard input and output: a process for each era that is asked for everything, and one for each line that is no
//! message. What is said to each request is found by its id.

use std::{collections::BTreeSet, process::Command};

use serde_json::{Value, json};
use toolwright::transport::StdioOptions;

use super::{
    call::{MODERN, notification},
    corpus::{Wish, shapes, wishes},
    difference::Pair,
    observation::settle,
    ours, twin,
};
use crate::harness::Child;

const VARIABLE: &str = "TOOLWRIGHT_IT_DIFFERENTIAL";
const OLDER: &str = "2025-11-25";
/// Where a message says whose progress it tells of.
const TOKEN: &str = "/params/progressToken";

#[test]
fn serves_when_a_test_starts_it() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let served = tokio::runtime::Runtime::new().unwrap().block_on(async {
        let built = ours::server().build()?;
        let options = StdioOptions::default();
        built.serve_stdio(options, std::future::pending()).await
    });
    std::process::exit(i32::from(served.is_err()));
}

/// Every request over standard input and output, as both servers answer it.
pub(super) fn answers() -> Vec<Pair> {
    let mut pairs = of_era(MODERN, &[]);
    pairs.extend(of_era(OLDER, &handshake()));
    pairs.extend(
        shapes::bodies("{}")
            .into_iter()
            .filter_map(|(what, body)| of_line(what, body)),
    );
    pairs
}

/// The lines that open a session.
fn handshake() -> [Value; 2] {
    let params = json!({
        "protocolVersion": OLDER,
        "capabilities": {},
        "clientInfo": {"name": "it", "version": "1"},
    });
    [
        json!({"jsonrpc": "2.0", "id": "handshake", "method": "initialize", "params": params}),
        notification("notifications/initialized", &json!({})),
    ]
}

/// All that an era can be asked for, in one process each.
fn of_era(era: &str, opening: &[Value]) -> Vec<Pair> {
    // Log lines say nothing of the request that they belong to.
    let wishes: Vec<_> = wishes()
        .into_iter()
        .filter(|wish| wish.what != "log lines")
        .collect();
    let mut lines: Vec<_> = opening
        .iter()
        .map(|message| message.to_string().into_bytes())
        .collect();
    lines.extend(
        wishes
            .iter()
            .enumerate()
            .map(|(id, wish)| line(era, id, wish)),
    );
    let (ours, theirs) = both(&lines, (0..wishes.len()).map(Value::from));
    let mut pairs: Vec<_> = wishes
        .iter()
        .enumerate()
        .map(|(id, wish)| {
            let name = format!("stdio {era} {} {}", wish.method, wish.what);
            let token = wish.params.pointer("/_meta/progressToken");
            let of_it = |message: &Value| {
                message["id"] == id || token.is_some() && message.pointer(TOKEN) == token
            };
            pair(name, &ours, &theirs, of_it)
        })
        .collect();
    let beside = |message: &Value| {
        !message["id"].is_number()
            && message["id"] != "handshake"
            && message.pointer(TOKEN).is_none()
    };
    pairs.push(pair(format!("stdio {era} beside"), &ours, &theirs, beside));
    pairs
}

fn line(era: &str, id: usize, wish: &Wish) -> Vec<u8> {
    let mut params = wish.params.clone();
    if era == MODERN {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    let request = json!({"jsonrpc": "2.0", "id": id, "method": wish.method, "params": params});
    request.to_string().into_bytes()
}

/// A line in a session of its own, if it is one line. When a request after it is answered, it had its turn.
fn of_line(what: &str, body: Vec<u8>) -> Option<Pair> {
    let mut lines: Vec<_> = handshake()
        .map(|message| message.to_string().into_bytes())
        .into();
    if body.contains(&b'\n') {
        return None;
    }
    let last = json!({"jsonrpc": "2.0", "id": "last", "method": "ping"});
    lines.extend([body, last.to_string().into_bytes()]);
    let (ours, theirs) = both(&lines, [json!("last")]);
    let of_it = |message: &Value| message["id"] != "handshake" && message["id"] != "last";
    Some(pair(format!("stdio message {what}"), &ours, &theirs, of_it))
}

fn pair(name: String, ours: &[Value], theirs: &[Value], of_it: impl Fn(&Value) -> bool) -> Pair {
    let observation = |messages: &[Value]| {
        let messages: Vec<_> = messages.iter().filter(|message| of_it(message)).collect();
        let mut observation = json!({"messages": messages});
        settle(&mut observation);
        observation
    };
    Pair {
        name,
        ours: observation(ours),
        theirs: observation(theirs),
    }
}

/// What both servers say to these lines, after which the requests of these ids are answered.
fn both(
    lines: &[Vec<u8>],
    ids: impl IntoIterator<Item = Value> + Clone,
) -> (Vec<Value>, Vec<Value>) {
    let ours = Child::itself(
        "differential::stdio::serves_when_a_test_starts_it",
        VARIABLE,
    );
    let theirs = Child::spawn(Command::new(twin::program()).arg("stdio"));
    (said(ours, lines, ids.clone()), said(theirs, lines, ids))
}

fn said(mut child: Child, lines: &[Vec<u8>], ids: impl IntoIterator<Item = Value>) -> Vec<Value> {
    for line in lines {
        child.write(line);
    }
    let mut said = Vec::new();
    let mut awaited: BTreeSet<_> = ids.into_iter().map(|id| id.to_string()).collect();
    while !awaited.is_empty() {
        let message = child.message();
        awaited.remove(&message["id"].to_string());
        said.push(message);
    }
    let rest = child.end().lines;
    said.extend(rest.iter().map(|line| serde_json::from_str(line).unwrap()));
    said
}
