//! Compares our implementation of the protocol with that of rmcp. Every request of a corpus is sent
//! to our server and to a bare rmcp server with the same tools, and the responses are compared:
//! status, headers, messages.
//!
//! | module | what it has |
//! |---|---|
//! | [`ours`] | our server; the twin is in `tests/twin` |
//! | [`corpus`] | the requests |
//! | [`observation`] | makes responses comparable |
//! | [`intended`] | the intended differences, with their reasons |
//! | [`check`] | fails on a difference that is not listed, and on a listed one that is gone |

mod call;
mod check;
mod corpus;
mod difference;
mod foreign_client;
mod intended;
mod observation;
mod ours;
mod stdio;
mod twin;
mod wire;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use self::{
    call::{Case, VERSION},
    check::complaints,
    corpus::corpus,
    difference::Pair,
    twin::Twin,
    wire::Target,
};
use crate::harness::TestServer;

/// Sends every case to both servers.
async fn answers() -> Vec<Pair> {
    let server = TestServer::start(ours::server()).await;
    let twin = Twin::start();
    let mut pairs = Vec::new();
    for case in corpus() {
        let ours = Target {
            address: server.address(),
            path: "/mcp",
        };
        let theirs = Target {
            address: twin.address,
            path: if case.alone { "/alone" } else { "/mcp" },
        };
        let (ours, theirs) = tokio::join!(ours.observe(&case), theirs.observe(&case));
        let name = case.name;
        pairs.push(Pair { name, ours, theirs });
    }
    pairs
}

/// The error codes that a client can cause, and the one that a tool of ours returns.
const CODES: [i64; 10] = [
    -32700, -32600, -32601, -32602, -32603, -32002, -32020, -32021, -32022, -32050,
];

/// The statuses of responses, except for bodies that are too large or too slow and for a server
/// that stops.
const STATUSES: [u64; 9] = [200, 202, 204, 400, 403, 404, 405, 406, 415];

/// The methods of both eras.
const METHODS: [&str; 18] = [
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "subscriptions/listen",
    "tasks/cancel",
    "tasks/get",
    "tasks/update",
    "tools/call",
    "tools/list",
];

#[tokio::test]
#[ignore = "needs the twin: run by tests/run"]
async fn both_servers_answer_alike_except_for_intended_differences() {
    let mut pairs = answers().await;
    pairs.extend(stdio::answers());
    let complaints = complaints(&pairs, &intended::table());
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    let codes = pairs
        .iter()
        .filter_map(|pair| pair.ours.pointer("/messages/0/error/code")?.as_i64());
    assert_eq!(missing(&CODES, codes), [0; 0]);
    let statuses = pairs.iter().filter_map(|pair| pair.ours["status"].as_u64());
    assert_eq!(missing(&STATUSES, statuses), [0; 0]);
}

/// Returns the values of `all` that were not `seen`.
fn missing<T: PartialEq + Copy>(all: &[T], seen: impl Iterator<Item = T>) -> Vec<T> {
    let seen: Vec<_> = seen.collect();
    all.iter()
        .copied()
        .filter(|one| !seen.contains(one))
        .collect()
}

#[test]
fn every_method_is_in_the_corpus_in_both_eras() {
    let cases = corpus();
    let messages: Vec<Value> = cases
        .iter()
        .filter_map(|case| serde_json::from_slice(&case.call.body).ok())
        .collect();
    for modern in [true, false] {
        let of_era = messages.iter().filter(|message| {
            let meta = message.pointer("/params/_meta");
            modern == meta.is_some_and(|meta| meta.get(VERSION).is_some())
        });
        let methods = of_era.filter_map(|message| message["method"].as_str());
        assert_eq!(missing(&METHODS, methods), [""; 0], "modern: {modern}");
    }
}

#[test]
fn the_corpus_has_at_least_300_different_requests() {
    let cases = corpus();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "two have one name");
    let mut requests = BTreeMap::<_, Vec<_>>::new();
    for case in &cases {
        let Case {
            alone,
            before,
            call,
            ..
        } = case;
        let request = format!("{alone} {before:?} {call:?} {:?}", call.reply);
        requests.entry(request).or_default().push(&case.name);
    }
    let alike: Vec<_> = requests.values().filter(|names| names.len() > 1).collect();
    assert!(alike.is_empty(), "{alike:?}");
    assert!(requests.len() >= 300, "{}", requests.len());
}
