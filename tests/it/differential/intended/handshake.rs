//! `initialize`, `server/discover`, and the `_meta` of modern requests.

use serde_json::json;

use super::row::{Intended, NOTHING, answer, error, error_for_result, json_for_text, refusal};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new("extensions exist since 2026-07-28: older clients do not get them")
            .requests(&["handshake *"])
            .except(&[
                "handshake again in a session",
                "handshake as a modern request",
            ])
            .row(
                "/messages/0/result/capabilities/extensions",
                NOTHING,
                json!({"io.modelcontextprotocol/tasks": {}}),
            ),
        Intended::new(
            "a handshake without a version lacks a parameter (-32602); it is not a request \
             without a session",
        )
        .requests(&[
            "handshake without a version",
            "handshake without anything",
            "handshake without params",
        ])
        .row("/status", 200, 400)
        .rows(json_for_text(refusal(-32602))),
        Intended::new("the same if a type is wrong")
            .requests(&[
                "handshake with a version of the wrong type",
                "handshake with capabilities of the wrong type",
            ])
            .rows(json_for_text(refusal(-32602))),
        Intended::new(
            "a client that does not describe itself has no capabilities, and is accepted",
        )
        .requests(&["handshake without capabilities", "handshake without a name"])
        .row("/status", 200, 400)
        .row("/headers/mcp-session-id", "<mcp-session-id>", NOTHING)
        .rows(json_for_text(answer())),
        Intended::new(
            "the header is for requests after the handshake (2025-11-25, Protocol Version \
             Header): in the handshake the body counts",
        )
        .requests(&["handshake whose header names another revision"])
        .row("/status", 200, 400)
        .row("/headers/mcp-session-id", "<mcp-session-id>", NOTHING)
        .row("/messages/0/error", NOTHING, error(-32600))
        .row(
            "/messages/0/result",
            json!({
                "protocolVersion": "…",
                "capabilities": "…",
                "serverInfo": "…",
                "instructions": "…",
            }),
            NOTHING,
        ),
        Intended::new(
            "an unknown revision in the header makes a request modern, and then its `_meta` \
             is missing: both refuse with 400, ours as JSON-RPC",
        )
        .requests(&[
            "handshake asks for `1999-01-01` in a header too",
            "handshake asks for `v2` in a header too",
            "handshake asks for `` in a header too",
            "handshake whose header names no revision",
        ])
        .rows(json_for_text(refusal(-32602))),
        Intended::new(
            "2026-07-28 has no handshake: a request with this header is modern, and its \
             `_meta` is missing",
        )
        .requests(&["handshake asks for `2026-07-28` in a header too"])
        .row("/status", 400, 200)
        .row("/headers/mcp-session-id", NOTHING, "<mcp-session-id>")
        .rows(error_for_result(error(-32602))),
        Intended::new(
            "with `_meta` it is an unknown method: 404 and -32601 (Protocol Version Header)",
        )
        .requests(&["handshake as a modern request"])
        .row("/status", 404, 200)
        .row("/headers/mcp-session-id", NOTHING, "<mcp-session-id>")
        .rows(error_for_result(error(-32601))),
        Intended::new("a session has one handshake: its version and capabilities do not change")
            .requests(&["handshake again in a session"])
            .rows(error_for_result(error(-32600))),
        Intended::new(
            "`clientInfo` and `logLevel` have a type (schema, RequestMetaObject): another \
             one is an invalid parameter",
        )
        .requests(&[
            "2026-07-28 server/discover with a client of the wrong type",
            "2026-07-28 server/discover with a client without a version",
            "2026-07-28 server/discover with an unknown log level",
            "2026-07-28 tools/list with a client of the wrong type",
            "2026-07-28 tools/list with a client without a version",
            "2026-07-28 tools/list with an unknown log level",
        ])
        .row("/status", 400, 200)
        .rows(error_for_result(error(-32602))),
        Intended::new("`_meta` has a type too: another one is an invalid parameter")
            .requests(&["2026-07-28 * with a `_meta` of the wrong type"])
            .row("/status", 400, 415)
            .rows(json_for_text(refusal(-32602))),
        Intended::new(
            "2025-11-25 needs a handshake: a request without one is refused with the \
             supported versions (-32022)",
        )
        .requests(&["2026-07-28 server/discover an older version"])
        .row("/status", 400, 200)
        .rows(error_for_result(json!({
            "code": -32022,
            "message": "<message>",
            "data": {
                "requested": "2025-11-25",
                "supported": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
            },
        }))),
    ]
}
