//! `initialize` and `server/discover`: the negotiation of a revision.

use serde_json::{Value, json};

use crate::differential::call::{Call, Case, MODERN, notification, request};

pub(super) fn cases() -> Vec<Case> {
    [
        revisions(),
        bad_handshakes(),
        second_handshakes(),
        modern_requirements(),
    ]
    .concat()
}

fn revisions() -> Vec<Case> {
    let asked = [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        MODERN,
        "1999-01-01",
        "v2",
        "",
    ];
    let mut cases = Vec::new();
    for revision in asked {
        let call = Call::initialize(revision, json!({}));
        cases.push(Case::new(
            format!("handshake asks for `{revision}`"),
            call.clone(),
        ));
        let headed = call.with("mcp-protocol-version", revision);
        cases.push(Case::new(
            format!("handshake asks for `{revision}` in a header too"),
            headed,
        ));
    }
    let able = json!({"sampling": {}, "elicitation": {"form": {}, "url": {}}, "roots": {"listChanged": true}, "experimental": {"x": {}}});
    cases.push(Case::new(
        "handshake of an able client",
        Call::initialize("2025-11-25", able),
    ));
    cases
}

fn bad_handshakes() -> Vec<Case> {
    let client = || json!({"name": "it", "version": "1"});
    let bad = |what: &str, params: Value| {
        let call = Call::post(request("initialize", &params).to_string());
        Case::new(format!("handshake {what}"), call)
    };
    let headed = |what: &str, header: &str| {
        let call = Call::initialize("2025-06-18", json!({}));
        Case::new(
            format!("handshake {what}"),
            call.with("mcp-protocol-version", header),
        )
    };
    vec![
        bad(
            "without a version",
            json!({"capabilities": {}, "clientInfo": client()}),
        ),
        bad(
            "without capabilities",
            json!({"protocolVersion": "2025-06-18", "clientInfo": client()}),
        ),
        bad(
            "without a name",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}}),
        ),
        bad("without anything", json!({})),
        bad(
            "with a version of the wrong type",
            json!({"protocolVersion": 2025, "capabilities": {}, "clientInfo": client()}),
        ),
        bad(
            "with capabilities of the wrong type",
            json!({"protocolVersion": "2025-06-18", "capabilities": [], "clientInfo": client()}),
        ),
        bad(
            "with an unknown field",
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client(), "x": 1}),
        ),
        headed("whose header names another revision", "2025-11-25"),
        headed("whose header names no revision", "1999-01-01"),
        Case::new(
            "handshake as a notification",
            Call::post(notification("initialize", &json!({})).to_string()),
        ),
        Case::new(
            "handshake without params",
            Call::post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#),
        ),
    ]
}

fn second_handshakes() -> Vec<Case> {
    let again = Call::initialize("2025-11-25", json!({}));
    let modern = Call::modern(
        "initialize",
        json!({"protocolVersion": MODERN, "capabilities": {}, "clientInfo": {"name": "it", "version": "1"}}),
    );
    vec![
        Case::in_session(
            "handshake again in a session",
            "2025-11-25",
            json!({}),
            again,
        ),
        Case::new("handshake as a modern request", modern),
    ]
}

/// The `_meta` of a request of 2026-07-28.
fn modern_requirements() -> Vec<Case> {
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let info = "io.modelcontextprotocol/clientInfo";
    let full = || json!({version: MODERN, capabilities: {}, info: {"name": "it", "version": "1"}});
    let without = |key: &str| {
        let mut meta = full();
        meta.as_object_mut().unwrap().remove(key);
        json!({"_meta": meta})
    };
    let changed = |key: &str, value: Value| {
        let mut meta = full();
        meta[key] = value;
        json!({"_meta": meta})
    };
    let mut cases = Vec::new();
    for method in ["server/discover", "tools/list"] {
        for (what, params) in [
            ("without `_meta`", json!({})),
            ("with an empty `_meta`", json!({"_meta": {}})),
            ("without a version", without(version)),
            ("without capabilities", without(capabilities)),
            ("without a client", without(info)),
            (
                "with a version of the wrong type",
                changed(version, json!(2026)),
            ),
            (
                "with capabilities of the wrong type",
                changed(capabilities, json!([])),
            ),
            (
                "with capabilities that are null",
                changed(capabilities, Value::Null),
            ),
            (
                "with a client of the wrong type",
                changed(info, json!("it")),
            ),
            (
                "with a client without a version",
                changed(info, json!({"name": "it"})),
            ),
            (
                "with another version than its header",
                changed(version, json!("2025-11-25")),
            ),
            (
                "with an unknown log level",
                changed("io.modelcontextprotocol/logLevel", json!("loud")),
            ),
            ("with an unknown key", changed("x/y", json!(1))),
            ("with a `_meta` of the wrong type", json!({"_meta": []})),
        ] {
            let body = request(method, &params).to_string();
            let call = Call::post(body).repeating(method, &json!({}));
            cases.push(Case::new(format!("{MODERN} {method} {what}"), call));
        }
        for (what, revision) in [
            ("an unknown version", "v999.0.0"),
            ("a later version", "2099-01-01"),
            ("an older version", "2025-11-25"),
        ] {
            let body = request(method, &changed(version, json!(revision))).to_string();
            let call = Call::post(body).repeating(method, &json!({}));
            let call = call.with("mcp-protocol-version", revision);
            cases.push(Case::new(format!("{MODERN} {method} {what}"), call));
        }
    }
    cases
}
