//! Bodies that are not JSON, not JSON-RPC, or unusual JSON-RPC.

use serde_json::json;

use super::messages::{meta, modern};
use crate::differential::call::{Call, Case, MODERN};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let in_meta = json!({"_meta": meta()}).to_string();
    for (what, body) in bodies(&in_meta) {
        cases.push(Case::new(format!("{MODERN} message {what}"), modern(body)));
    }
    for (what, body) in bodies("{}") {
        let name = format!("2025-11-25 message {what}");
        let call = Call::post(body);
        cases.push(Case::in_session(name, "2025-11-25", json!({}), call));
    }
    cases
}

/// Valid and invalid bodies. `params` are those of a valid request in its era.
pub(in crate::differential) fn bodies(params: &str) -> Vec<(&'static str, Vec<u8>)> {
    let mut bodies: Vec<_> = [no_json(params), no_request(params), odd(params)]
        .concat()
        .into_iter()
        .map(|(what, text)| (what, text.into_bytes()))
        .collect();
    let mut broken = list(GOOD, params, "").into_bytes();
    broken.splice(1..1, *b"\"x\":\"\xff\",");
    bodies.push(("that is not UTF-8", broken));
    bodies
}

/// The members of a request before its method.
const GOOD: &str = r#""jsonrpc":"2.0","id":1,"#;

/// A request for the list of tools, with members before and after.
fn list(before: &str, params: &str, after: &str) -> String {
    format!(r#"{{{before}"method":"tools/list","params":{params}{after}}}"#)
}

/// A request for the list of tools with a further parameter.
fn list_with(params: &str, member: &str) -> String {
    let params = match params {
        "{}" => format!("{{{member}}}"),
        params => params.replacen('{', &format!("{{{member},"), 1),
    };
    list(GOOD, &params, "")
}

fn no_json(params: &str) -> Vec<(&'static str, String)> {
    let whole = list(GOOD, params, "");
    vec![
        ("that is empty", String::new()),
        ("that is blank", " \n".into()),
        ("that is cut off", whole[..whole.len() - 1].into()),
        ("that is a word", "hello".into()),
        ("with a comma too many", list(GOOD, params, ",")),
        ("with something after it", format!("{whole} x")),
        ("and another", format!("{whole}{whole}")),
        ("with a mark of its byte order", format!("\u{feff}{whole}")),
    ]
}

fn no_request(params: &str) -> Vec<(&'static str, String)> {
    let whole = list(GOOD, params, "");
    vec![
        ("that is a number", "7".into()),
        ("that is null", "null".into()),
        ("that is a text", r#""tools/list""#.into()),
        ("that is an empty object", "{}".into()),
        (
            "without a method",
            format!(r#"{{"jsonrpc":"2.0","id":1,"params":{params}}}"#),
        ),
        ("without a version", list(r#""id":1,"#, params, "")),
        (
            "of version 1.0",
            list(r#""jsonrpc":"1.0","id":1,"#, params, ""),
        ),
        (
            "of a version that is a number",
            list(r#""jsonrpc":2.0,"id":1,"#, params, ""),
        ),
        (
            "with a method of the wrong type",
            whole.replace(r#""tools/list""#, "7"),
        ),
        ("with params that are a list", list(GOOD, "[]", "")),
        ("with params that are a text", list(GOOD, "\"x\"", "")),
        ("with params that are a number", list(GOOD, "7", "")),
        (
            "with a method twice",
            list(r#""jsonrpc":"2.0","id":1,"method":"ping","#, params, ""),
        ),
        (
            "with an id twice",
            list(r#""jsonrpc":"2.0","id":1,"id":2,"#, params, ""),
        ),
        (
            "with a method and a result",
            list(GOOD, params, r#","result":{}"#),
        ),
    ]
}

fn odd(params: &str) -> Vec<(&'static str, String)> {
    let whole = list(GOOD, params, "");
    let with = |member: &str| list_with(params, member);
    let nested = |depth: usize| {
        with(&format!(
            r#""x":{}{}"#,
            "[".repeat(depth),
            "]".repeat(depth)
        ))
    };
    vec![
        ("with params that are null", list(GOOD, "null", "")),
        (
            "without params",
            format!(r#"{{{GOOD}"method":"tools/list"}}"#),
        ),
        ("with an unknown member", list(GOOD, params, r#","x":1"#)),
        (
            "with its members in another order",
            format!(r#"{{"params":{params},"method":"tools/list","id":1,"jsonrpc":"2.0"}}"#),
        ),
        ("with spaces around", format!(" \n {whole} \r\n")),
        (
            "with an escaped method",
            whole.replace("tools/list", r"tools\u002flist"),
        ),
        ("with half of a character", with(r#""x":"\ud800""#)),
        (
            "with half of a character in its cursor",
            with(r#""cursor":"\ud800""#),
        ),
        ("with a number too large for anything", with(r#""x":1e999"#)),
        (
            "with a parameter twice",
            with(r#""cursor":null,"cursor":null"#),
        ),
        ("that is nested", nested(60)),
        ("that is nested too deep", nested(500)),
    ]
}
