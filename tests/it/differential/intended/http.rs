//! HTTP: content types, hosts, origins, headers that repeat the body.

use serde_json::json;

use super::row::{
    Intended, NOTHING, answer, error, error_for_result, json_for_text, refusal, refusal_without_id,
    text_for_json,
};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new("a response declares its type: a line of text is `text/plain`")
            .requests(&[
                "headers accept JSON alone",
                "headers accept streams alone",
                "headers accept pages",
                "headers accept the empty text",
                "headers content-type nothing",
                "headers content-type text",
                "headers content-type a form",
                "headers content-type the empty text",
                "headers host `*evil.example.com`",
                "headers host `127.0.0.2`",
                "headers host `0.0.0.0`",
                "verb *",
                "session verb *",
                "session unknown to *",
                "session empty",
                "session that is no text",
                "session missing from GET",
                "session ended before *",
                "session GET that accepts JSON",
            ])
            .except(&["session unknown to a modern request"])
            .row(
                "/headers/content-type",
                "text/plain; charset=utf-8",
                NOTHING,
            ),
        Intended::new(
            "`*/*`, type ranges and no header accept both types, and several lines are one \
             list (RFC 9110, 12.5.1 and 5.3)",
        )
        .requests(&[
            "headers accept nothing",
            "headers accept anything",
            "headers accept both families",
            "headers accept in two lines",
        ])
        .row("/status", 200, 406)
        .rows(json_for_text(answer())),
        Intended::new("the same for the stream of a session")
            .requests(&[
                "session GET that accepts nothing",
                "session GET that accepts everything",
            ])
            .row("/status", 200, 406)
            .row("/headers/content-type", "text/event-stream", NOTHING)
            .row("/headers/cache-control", "no-store", NOTHING)
            .row("/headers/x-accel-buffering", "no", NOTHING)
            .row("/messages", json!([]), NOTHING)
            .row("/primed", false, NOTHING),
        Intended::new("media types are case-insensitive (RFC 9110, 8.3.1)")
            .requests(&["headers content-type JSON in capitals"])
            .row("/status", 200, 415)
            .rows(json_for_text(answer())),
        Intended::new("`application/json-patch+json` is another type with the same beginning")
            .requests(&["headers content-type JSON of another kind"])
            .row("/status", 415, 200)
            .rows(text_for_json(answer())),
        Intended::new(
            "a server MUST refuse a foreign `Origin` with 403 (Security), also that of another \
             port of this machine; rmcp does so only if configured",
        )
        .requests(&[
            "headers origin `http://localhost:3000`",
            "headers origin `http://127.0.0.1`",
            "headers origin `https://evil.example.com`",
            "headers origin `null`",
            "headers origin `http://localhost.evil.example.com`",
            "headers origin `not an origin`",
        ])
        .row("/status", 403, 200)
        .rows(text_for_json(answer())),
        Intended::new("an empty `Host` is a foreign host")
            .requests(&["headers host ``"])
            .row("/status", 403, 400),
        Intended::new(
            "proxies may read either of two equal headers: `HeaderMismatch` (Server \
             Validation); rmcp reads the first",
        )
        .requests(&["headers a version twice"])
        .row("/status", 400, 200)
        .rows(error_for_result(error(-32020))),
        Intended::new("the error of a modern request's headers is JSON-RPC (Server Validation)")
            .requests(&["headers a version that is no text"])
            .rows(json_for_text(refusal(-32020))),
        Intended::new(
            "an unknown version makes a request modern, and then its `_meta` is missing: \
             both refuse with 400, ours as JSON-RPC",
        )
        .requests(&[
            "headers an unknown version of an older request",
            "headers an unknown version in a session",
        ])
        .rows(json_for_text(refusal(-32602))),
        Intended::new("the headers of a notification are not defined (Sending Messages, note)")
            .requests(&["headers another method of a notification"])
            .row("/status", 202, 400)
            .row("/headers/content-type", NOTHING, "application/json")
            .row("/messages", NOTHING, refusal_without_id(-32020)),
    ]
}
