//! Headers: content types, host, origin, and those that repeat parts of the body.

use serde_json::json;

use crate::differential::call::{Call, Case, MODERN, request};

pub(super) fn cases() -> Vec<Case> {
    [types(), strangers(), repeated(), parameters(), versions()].concat()
}

fn list() -> Call {
    Call::modern("tools/list", json!({}))
}

fn sum() -> Call {
    Call::modern(
        "tools/call",
        json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
    )
}

fn types() -> Vec<Case> {
    let accepting = [
        ("nothing", None),
        ("JSON alone", Some("application/json")),
        ("streams alone", Some("text/event-stream")),
        ("anything", Some("*/*")),
        ("both families", Some("application/*, text/*")),
        (
            "both with weights",
            Some("application/json;q=0.9, text/event-stream;q=0.1"),
        ),
        (
            "both in the other order",
            Some("text/event-stream, application/json"),
        ),
        ("pages", Some("text/html")),
        ("the empty text", Some("")),
    ];
    let sending = [
        ("nothing", None),
        ("text", Some("text/plain")),
        ("JSON in UTF-8", Some("application/json; charset=utf-8")),
        ("JSON in capitals", Some("Application/JSON")),
        ("JSON of another kind", Some("application/json-patch+json")),
        ("a form", Some("application/x-www-form-urlencoded")),
        ("the empty text", Some("")),
    ];
    let changed = |header: &'static str, what: &str, value: Option<&'static str>| {
        let call = value.map_or_else(
            || list().without(header),
            |value| list().with(header, value),
        );
        Case::new(format!("headers {header} {what}"), call)
    };
    let accepting = accepting.map(|(what, value)| changed("accept", what, value));
    let sending = sending.map(|(what, value)| changed("content-type", what, value));
    let twice = Case::new(
        "headers accept in two lines",
        list()
            .with("accept", "application/json")
            .and("accept", "text/event-stream"),
    );
    accepting
        .into_iter()
        .chain(sending)
        .chain([twice])
        .collect()
}

fn strangers() -> Vec<Case> {
    let hosts = [
        "localhost",
        "LOCALHOST:80",
        "[::1]:8080",
        "evil.example.com",
        "localhost.evil.example.com",
        "127.0.0.1.evil.example.com",
        "127.0.0.2",
        "0.0.0.0",
        "",
    ];
    let origins = [
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://evil.example.com",
        "null",
        "http://localhost.evil.example.com",
        "not an origin",
    ];
    let hosts =
        hosts.map(|host| Case::new(format!("headers host `{host}`"), list().with("host", host)));
    let origins = origins.map(|origin| {
        Case::new(
            format!("headers origin `{origin}`"),
            list().with("origin", origin),
        )
    });
    hosts.into_iter().chain(origins).collect()
}

/// `Mcp-Method` and `Mcp-Name`.
fn repeated() -> Vec<Case> {
    let read = || Call::modern("resources/read", json!({"uri": "twin://text"}));
    let hello = || Call::modern("prompts/get", json!({"name": "hello"}));
    let encoded = |text: &str| format!("=?base64?{text}?=");
    let cases = [
        ("no method", list().without("mcp-method")),
        ("another method", list().with("mcp-method", "tools/call")),
        (
            "a method in another case",
            list().with("mcp-method", "Tools/List"),
        ),
        (
            "a method with spaces around",
            list().with("mcp-method", "  tools/list "),
        ),
        ("a method twice", list().and("mcp-method", "tools/list")),
        ("two methods", list().and("mcp-method", "tools/call")),
        (
            "an unknown method in both",
            Call::modern("no/such", json!({})).with("mcp-method", "no/such"),
        ),
        (
            "a method in base64",
            list().with("mcp-method", encoded("dG9vbHMvbGlzdA==")),
        ),
        (
            "a method that is no text",
            list().with("mcp-method", [0xff, 0xfe]),
        ),
        (
            "another method of a notification",
            Call::post(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#)
                .repeating("tools/list", &json!({})),
        ),
        ("no name of a tool", sum().without("mcp-name")),
        ("another name of a tool", sum().with("mcp-name", "echo")),
        (
            "a name of a tool in another case",
            sum().with("mcp-name", "Add"),
        ),
        (
            "a name of a tool in base64",
            sum().with("mcp-name", encoded("YWRk")),
        ),
        (
            "a name of a tool in bad base64",
            sum().with("mcp-name", encoded("YWR")),
        ),
        ("a name of a tool twice", sum().and("mcp-name", "add")),
        (
            "a name where none is needed",
            list().with("mcp-name", "add"),
        ),
        ("no name of a resource", read().without("mcp-name")),
        (
            "another name of a resource",
            read().with("mcp-name", "twin://bytes"),
        ),
        ("no name of a prompt", hello().without("mcp-name")),
        (
            "another name of a prompt",
            hello().with("mcp-name", "letter"),
        ),
        (
            "an unknown tool in both",
            Call::modern("tools/call", json!({"name": "nobody"})),
        ),
        (
            "an unknown tool without a name",
            Call::modern("tools/call", json!({"name": "nobody"})).without("mcp-name"),
        ),
    ];
    cases
        .map(|(what, call)| Case::new(format!("headers {what}"), call))
        .into()
}

/// `Mcp-Param-…`, which repeats an argument.
fn parameters() -> Vec<Case> {
    let station = |arguments| {
        Call::modern(
            "tools/call",
            json!({"name": "station", "arguments": arguments}),
        )
    };
    let ulm = || station(json!({"station": "Ulm"}));
    let header = "mcp-param-station";
    let cases = [
        ("a parameter", ulm().with(header, "Ulm")),
        ("no parameter", ulm()),
        ("another parameter", ulm().with(header, "Bonn")),
        ("a parameter in another case", ulm().with(header, "ulm")),
        (
            "a parameter in base64",
            ulm().with(header, "=?base64?VWxt?="),
        ),
        (
            "a parameter in bad base64",
            ulm().with(header, "=?base64?VWx!?="),
        ),
        (
            "a parameter of many alphabets",
            station(json!({"station": "Köln"})).with(header, "=?base64?S8O2bG4=?="),
        ),
        (
            "a parameter without its argument",
            station(json!({})).with(header, "Ulm"),
        ),
        ("neither a parameter nor its argument", station(json!({}))),
        (
            "a parameter that is null",
            station(json!({"station": null})),
        ),
        (
            "a parameter of the wrong type",
            station(json!({"station": 7})).with(header, "7"),
        ),
        (
            "an unknown parameter",
            ulm().with(header, "Ulm").with("mcp-param-platform", "7"),
        ),
        (
            "a parameter of a tool without any",
            sum().with("mcp-param-a", "5"),
        ),
    ];
    let older = Case::in_session(
        "headers no parameter in a session",
        "2025-11-25",
        json!({}),
        Call::post(
            request(
                "tools/call",
                &json!({"name": "station", "arguments": {"station": "Ulm"}}),
            )
            .to_string(),
        ),
    );
    let cases = cases.map(|(what, call)| Case::new(format!("headers {what}"), call));
    cases.into_iter().chain([older]).collect()
}

/// `MCP-Protocol-Version`.
fn versions() -> Vec<Case> {
    let older = || Call::post(request("tools/list", &json!({})).to_string());
    let header = "mcp-protocol-version";
    let mut cases = vec![
        Case::new(
            "headers no version of a modern request",
            list().without(header),
        ),
        Case::new(
            "headers an unknown version of a modern request",
            list().with(header, "1999-01-01"),
        ),
        Case::new(
            "headers a version with spaces around",
            list().with(header, " 2026-07-28 "),
        ),
        Case::new("headers a version twice", list().and(header, MODERN)),
        Case::new(
            "headers a version that is no text",
            list().with(header, [0xff]),
        ),
        Case::new("headers no version of an older request", older()).alone(),
        Case::new(
            "headers an unknown version of an older request",
            older().with(header, "1999-01-01"),
        )
        .alone(),
        Case::new(
            "headers the modern version of an older request",
            older().with(header, MODERN),
        ),
        Case::new(
            "headers an older request without a session",
            older().with(header, "2025-06-18"),
        ),
    ];
    for revision in ["2024-11-05", "2025-03-26", "2025-11-25"] {
        let call = older().with(header, revision);
        cases.push(
            Case::new(
                format!("headers version {revision} of an older request"),
                call,
            )
            .alone(),
        );
    }
    for (what, revision) in [
        ("another version", "2025-06-18"),
        ("an unknown version", "1999-01-01"),
        ("the modern version", MODERN),
    ] {
        let mut case = Case::in_session(
            format!("headers {what} in a session"),
            "2025-11-25",
            json!({}),
            older(),
        );
        case.call = case.call.with(header, revision);
        cases.push(case);
    }
    let mut silent = Case::in_session(
        "headers no version in a session",
        "2025-11-25",
        json!({}),
        older(),
    );
    silent.call = silent.call.without(header);
    cases.push(silent);
    cases
}
