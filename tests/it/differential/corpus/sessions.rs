//! HTTP methods, and the lifetime of a session.

use serde_json::json;

use crate::differential::call::{Call, Case, MODERN, request};

const REVISION: &str = "2025-11-25";

pub(super) fn cases() -> Vec<Case> {
    [verbs(), strangers(), ends(), streams()].concat()
}

fn list() -> Call {
    Call::post(request("tools/list", &json!({})).to_string())
}

fn in_session(name: &str, call: Call) -> Case {
    Case::in_session(format!("session {name}"), REVISION, json!({}), call)
}

fn verbs() -> Vec<Case> {
    let mut cases = Vec::new();
    for verb in ["PUT", "PATCH", "OPTIONS", "HEAD", "TRACE", "DELETE", "GET"] {
        let bare = Call::bare(verb);
        let streaming = bare.clone().with("accept", "text/event-stream");
        cases.push(Case::new(format!("verb {verb} alone"), bare.clone()));
        cases.push(Case::new(
            format!("verb {verb} of a modern client"),
            streaming.with("mcp-protocol-version", MODERN),
        ));
        if !["DELETE", "GET"].contains(&verb) {
            cases.push(in_session(&format!("verb {verb}"), bare));
        }
    }
    cases
}

fn strangers() -> Vec<Case> {
    let unknown = |call: Call| call.with("mcp-session-id", "no-such-session");
    let streaming = Call::bare("GET").with("accept", "text/event-stream");
    let modern = Call::modern("tools/list", json!({}));
    vec![
        Case::new("session unknown to POST", unknown(list())),
        Case::new(
            "session unknown to a handshake",
            unknown(Call::initialize(REVISION, json!({}))),
        ),
        Case::new(
            "session unknown to a notification",
            unknown(Call::post(
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            )),
        ),
        Case::new("session unknown to GET", unknown(streaming.clone())),
        Case::new("session unknown to DELETE", unknown(Call::bare("DELETE"))),
        Case::new(
            "session unknown to a modern request",
            unknown(modern.clone()),
        ),
        Case::new("session empty", list().with("mcp-session-id", "")),
        Case::new(
            "session that is no text",
            list().with("mcp-session-id", [0xff]),
        ),
        Case::new("session missing from GET", streaming),
        Case::new(
            "session missing from a notification",
            Call::post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
        ),
        in_session("known to a modern request", modern).with_modern_header(),
    ]
}

fn ends() -> Vec<Case> {
    let delete = || Call::bare("DELETE");
    let after =
        |name: &str, call: Call| in_session(name, call).after(delete().in_session(REVISION));
    vec![
        in_session("ended", delete()),
        after("ended twice", delete()),
        after("ended before POST", list()),
        after(
            "ended before GET",
            Call::bare("GET").with("accept", "text/event-stream"),
        ),
        in_session("two requests with one id", list()).after(list().in_session(REVISION)),
        before_initialized("request before it is initialized", list()),
        before_initialized(
            "ping before it is initialized",
            Call::post(request("ping", &json!({})).to_string()),
        ),
    ]
}

/// A request right after `initialize`, without the notification that completes the handshake.
fn before_initialized(name: &str, call: Call) -> Case {
    let mut case = in_session(name, call);
    case.before.truncate(1);
    case
}

fn streams() -> Vec<Case> {
    let get = || Call::bare("GET");
    let streaming = || get().with("accept", "text/event-stream");
    vec![
        in_session("GET that accepts nothing", get().reading(0)),
        in_session(
            "GET that accepts JSON",
            get().with("accept", "application/json"),
        ),
        in_session(
            "GET that accepts everything",
            get().with("accept", "*/*").reading(0),
        ),
        in_session("GET of its stream", streaming().reading(0)),
        in_session(
            "GET of an unknown event",
            streaming()
                .with("last-event-id", "no-such-event")
                .reading(0),
        ),
    ]
}

impl Case {
    /// A modern request keeps its version where a session is named.
    fn with_modern_header(mut self) -> Self {
        self.call = self.call.with("mcp-protocol-version", MODERN);
        self
    }
}
