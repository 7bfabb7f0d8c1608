//! Sessions of older clients, and how their answers come.

use super::row::{Intended, NOTHING, answer, json_for_stream, json_for_text};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new(
            "a server chooses between JSON and a stream (2025-11-25, Sending Messages, 5): \
             ours streams when something comes before the answer, rmcp always",
        )
        .requests(&[
            "2024-11-05 *",
            "2025-*",
            "handshake *",
            "session *",
            "headers * in a session",
        ])
        .except(&[
            "2025-11-25 tools/call progress by *",
            "2025-11-25 *log lines*",
            "2025-* question *",
            "session GET *",
        ])
        .rows(json_for_stream(true)),
        Intended::new("a stream is not for keeping: `no-cache` would let a cache store it")
            .requests(&[
                "*tools/call progress by *",
                "2025-11-25 *log lines*",
                "2026-07-28 log lines from *",
                "2025-* question *",
                "2026-07-28 subscription *",
                "session GET of *",
            ])
            .except(&[
                "2026-07-28 log lines from emergency",
                "2026-07-28 subscription of the wrong type",
            ])
            .row("/headers/cache-control", "no-store", "no-cache"),
        Intended::new(
            "streams are resumed since 2025-11-25 (SEP-1699): an older client is not sent \
             an event without data",
        )
        .requests(&["2025-06-18 question *"])
        .row("/primed", false, true),
        Intended::new(
            "a server that needs no session answers without one (2025-11-25, Session \
             Management, 2)",
        )
        .requests(&["headers an older request without a session"])
        .row("/status", 200, 400)
        .rows(json_for_text(answer())),
        Intended::new("and hears notifications without one")
            .requests(&[
                "session missing from a notification",
                "handshake as a notification",
            ])
            .row("/status", 202, 400)
            .row("/text", NOTHING, "<text>"),
        Intended::new(
            "GET and DELETE are only there for a session: 405 (2025-11-25, Listening for \
             Messages, 3)",
        )
        .requests(&["verb DELETE alone", "session missing from GET"])
        .row("/status", 405, 400)
        .row("/headers/allow", "POST", NOTHING),
        Intended::new("and who says nothing accepts a stream")
            .requests(&["verb GET alone"])
            .row("/status", 405, 406)
            .row("/headers/allow", "POST", NOTHING),
        Intended::new("a session that ended has nothing more to say: 204")
            .requests(&["session ended"])
            .row("/status", 204, 202),
        Intended::new(
            "an unknown session MUST be answered with 404 (2025-11-25, Session Management, \
             3), also when it is to be ended",
        )
        .requests(&["session unknown to DELETE", "session ended twice"])
        .row("/status", 404, 202)
        .row(
            "/headers/content-type",
            "text/plain; charset=utf-8",
            NOTHING,
        )
        .row("/text", "<text>", NOTHING),
        Intended::new("an id that is no text is an unknown one")
            .requests(&["session that is no text"])
            .row("/status", 404, 400),
    ]
}
