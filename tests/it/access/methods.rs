//! What everybody gets from every method of the protocol, as one table.

use std::{collections::BTreeSet, fs, path::Path};

use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};
use toolwright::{ToolDef, ToolOutput, prelude::*};

use super::{asking, client, open_session, post};
use crate::harness::{Gate, Modern, TestServer, defined_tool, new_server};

/// Those who ask: without a key, with a wrong one, a caller, an author who does not own the tool, its owner, an admin.
const KEYS: [Option<&str>; 6] = [
    None,
    Some("wrong"),
    Some("bob"),
    Some("bob/author"),
    Some("ada/author"),
    Some("eve/admin"),
];

/// How a method is asked for.
#[derive(Clone, Copy)]
enum Era {
    /// In a session of 2025-11-25.
    Session,
    /// With a request of 2026-07-28.
    Modern,
}
use Era::{Modern as M, Session as S};

/// The answers of a row to [`KEYS`]: `ok`, the names in a list, a status or the code of an error.
type Row = (&'static str, Era, [&'static str; 6]);

/// The tool `mine`, and the prompt and resources that belong to it, are Ada's own. So is the task.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    //                                nobody wrong  caller    author    owner       admin
    ("initialize",               S, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("server/discover",          M, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("ping",                     S, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("logging/setLevel",         S, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("tools/list",               M, ["401", "401", "all",    "all",    "all mine", "all mine"]),
    ("tools/list",               S, ["401", "401", "all",    "all",    "all mine", "all mine"]),
    ("prompts/list",             M, ["401", "401", "for_all", "for_all", "for_all for_mine", "for_all for_mine"]),
    ("resources/list",           M, ["401", "401", "of_all", "of_all", "of_all of_mine", "of_all of_mine"]),
    ("resources/templates/list", M, ["401", "401", "in_all", "in_all", "in_all in_mine", "in_all in_mine"]),
    ("tools/call",               M, ["401", "401", "-32602", "-32602", "ok",       "ok"]),
    ("tools/call",               S, ["401", "401", "-32602", "-32602", "ok",       "ok"]),
    ("prompts/get",              M, ["401", "401", "-32602", "-32602", "ok",       "ok"]),
    ("resources/read",           M, ["401", "401", "-32602", "-32602", "ok",       "ok"]),
    ("completion/complete",      M, ["401", "401", "-32602", "-32602", "ok",       "ok"]),
    // Any URI may be subscribed to, also one that does not exist; updates come only of what a caller may read.
    ("resources/subscribe",      S, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("resources/unsubscribe",    S, ["401", "401", "ok",     "ok",     "ok",       "ok"]),
    ("subscriptions/listen",     M, ["401", "401", "stream", "stream", "stream",   "stream"]),
    ("tasks/get",                M, ["401", "401", "-32602", "-32602", "ok",       "-32602"]),
    ("tasks/update",             M, ["401", "401", "-32602", "-32602", "ok",       "-32602"]),
    ("tasks/cancel",             M, ["401", "401", "-32602", "-32602", "ok",       "-32602"]),
];

/// A page for all.
#[resource("of://all")]
async fn of_all() -> String {
    String::new()
}

/// A page of Ada's own.
#[resource("of://mine", belongs_to = "mine")]
async fn of_mine() -> String {
    String::new()
}

/// Pages for all.
#[resource("in://all/{name}")]
async fn in_all(name: String) -> String {
    name
}

/// Pages of Ada's own.
#[resource("in://mine/{name}", belongs_to = "mine")]
async fn in_mine(name: String) -> String {
    name
}

/// Say something for all.
#[prompt]
async fn for_all() -> String {
    String::new()
}

/// Say something of Ada's own.
#[prompt(belongs_to = "mine")]
async fn for_mine(topic: Option<String>) -> String {
    topic.unwrap_or_default()
}

/// A server, with a task of Ada's that waits.
async fn start(gate: &Gate) -> (TestServer, String) {
    let gate = gate.clone();
    let all = ToolDef::new("all", "A tool for all.").task();
    let all = defined_tool(all, move |_, _| {
        let gate = gate.clone();
        async move {
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let mine = ToolDef::new("mine", "A tool of Ada's own.").private_to("ada");
    let mine = defined_tool(mine, |_, _| async { Ok(ToolOutput::text("mine")) });
    let server = new_server()
        .tools([all, mine])
        .resources(resources![of_all, of_mine, in_all, in_mine])
        .prompts(prompts![for_all, for_mine]);
    let server = asking(server).await;
    let ada = able(client(&server, "ada/author"));
    let started = ada.call("all", json!({})).await.into_result();
    let task = started["taskId"].as_str().unwrap().to_owned();
    (server, task)
}

fn able(client: Modern) -> Modern {
    client.able(json!({"extensions": {"io.modelcontextprotocol/tasks": {}}}))
}

/// What is asked of a method: always for something that is Ada's, where it is for something.
fn params(method: &str, task: &str) -> Value {
    match method {
        "initialize" => json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "it", "version": "1"},
        }),
        "logging/setLevel" => json!({"level": "info"}),
        "tools/call" => json!({"name": "mine", "arguments": {}}),
        "prompts/get" => json!({"name": "for_mine"}),
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
            json!({"uri": "of://mine"})
        }
        "completion/complete" => json!({
            "ref": {"type": "ref/prompt", "name": "for_mine"},
            "argument": {"name": "topic", "value": ""},
        }),
        "subscriptions/listen" => {
            json!({"notifications": {"resourceSubscriptions": ["of://mine"]}})
        }
        "tasks/update" => json!({"taskId": task, "inputResponses": {}}),
        method if method.starts_with("tasks/") => json!({"taskId": task}),
        _ => json!({}),
    }
}

async fn request(
    server: &TestServer,
    (method, era, _): &Row,
    key: Option<&str>,
    task: &str,
) -> RequestBuilder {
    let params = params(method, task);
    match (era, key) {
        (M, None) => Modern::of(server).request(method, params),
        (M, Some(key)) => able(client(server, key)).request(method, params),
        (S, _) => {
            let body = json!({"jsonrpc": "2.0", "id": 2, "method": method, "params": params});
            let request = match key {
                None => server.http().post(server.url("/mcp")).json(&body),
                Some(key) => post(server, key, &body),
            };
            match key {
                Some(key) if key != "wrong" && *method != "initialize" => {
                    let session = open_session(server, key).await;
                    request.header("mcp-session-id", session)
                }
                _ => request,
            }
        }
    }
}

/// The answer in a word or a few.
async fn outcome(response: Response) -> String {
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type");
    if kind.is_some_and(|kind| kind == "text/event-stream") {
        return "stream".to_owned();
    }
    let Ok(answer) = response.json::<Value>().await else {
        return status.to_string();
    };
    if let Some(code) = answer["error"]["code"].as_i64() {
        return code.to_string();
    }
    let lists = ["tools", "prompts", "resources", "resourceTemplates"];
    let list = lists
        .iter()
        .find_map(|list| answer["result"][list].as_array());
    let name = |item: &Value| item["name"].as_str().unwrap().to_owned();
    list.map_or_else(
        || "ok".to_owned(),
        |list| list.iter().map(name).collect::<Vec<_>>().join(" "),
    )
}

#[tokio::test]
async fn every_method_gives_everybody_what_they_may_have() {
    let mut differences = Vec::new();
    for row in TABLE {
        let (method, _, expected) = row;
        // Each row has its own, since wrong keys are counted.
        let gate = Gate::shut();
        let (server, task) = start(&gate).await;
        for (key, expected) in KEYS.into_iter().zip(expected) {
            let request = request(&server, row, key, &task).await;
            let found = outcome(request.send().await.unwrap()).await;
            if found != *expected {
                differences.push(format!("{method} for {key:?}: {found}, not {expected}"));
            }
        }
        gate.open();
    }
    assert_eq!(differences, Vec::<String>::new());
}

#[test]
fn no_method_is_left_out() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("framework/src/server/dispatch/method.rs");
    let source = fs::read_to_string(path).unwrap();
    let methods: BTreeSet<_> = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" => Self::"))
        .map(|(method, _)| method)
        .collect();
    assert!(methods.contains("tools/call"), "where are the methods?");
    let known: BTreeSet<_> = TABLE.iter().map(|(method, ..)| *method).collect();
    assert_eq!(known, methods);
}
