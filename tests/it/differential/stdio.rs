//! The same over standard input and output: one process for each era, which gets all requests, and
//! one for each line that is not a message. Responses are matched by their ids.

use std::{collections::BTreeSet, process::Command};

use serde_json::{Value, json};
use toolwright::transport::StdioOptions;

use super::{
    call::{MODERN, notification},
    corpus::{Template, shapes, templates},
    difference::Pair,
    observation::normalize,
    ours, twin,
};
use crate::harness::Child;

const VARIABLE: &str = "TOOLWRIGHT_IT_DIFFERENTIAL";
const OLDER: &str = "2025-11-25";
/// The pointer to the token of a progress notification.
const TOKEN: &str = "/params/progressToken";

#[test]
fn child_that_serves_stdio() {
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

/// Sends all requests to both servers over standard input and output.
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

/// Sends all requests of an era, to one process each.
fn of_era(era: &str, opening: &[Value]) -> Vec<Pair> {
    // Log lines do not name the request that they belong to.
    let templates: Vec<_> = templates()
        .into_iter()
        .filter(|template| template.what != "log lines")
        .collect();
    let mut lines: Vec<_> = opening
        .iter()
        .map(|message| message.to_string().into_bytes())
        .collect();
    lines.extend(
        templates
            .iter()
            .enumerate()
            .map(|(id, template)| line(era, id, template)),
    );
    let (ours, theirs) = both(&lines, (0..templates.len()).map(Value::from));
    let mut pairs: Vec<_> = templates
        .iter()
        .enumerate()
        .map(|(id, template)| {
            let name = format!("stdio {era} {} {}", template.method, template.what);
            let token = template.params.pointer("/_meta/progressToken");
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

fn line(era: &str, id: usize, template: &Template) -> Vec<u8> {
    let mut params = template.params.clone();
    if era == MODERN {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    let request = json!({"jsonrpc": "2.0", "id": id, "method": template.method, "params": params});
    request.to_string().into_bytes()
}

/// Sends a line in its own session, unless it has several lines. It is processed when a request
/// after it is answered.
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
        normalize(&mut observation);
        observation
    };
    Pair {
        name,
        ours: observation(ours),
        theirs: observation(theirs),
    }
}

/// Sends these lines to both servers, until the requests with these ids are answered.
fn both(
    lines: &[Vec<u8>],
    ids: impl IntoIterator<Item = Value> + Clone,
) -> (Vec<Value>, Vec<Value>) {
    let ours = Child::itself("differential::stdio::child_that_serves_stdio", VARIABLE);
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
