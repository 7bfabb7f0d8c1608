//! Sessions of older clients, and the form of their responses.

use super::row::{Intended, NOTHING, answer, json_for_stream, json_for_text};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new(
            "a server chooses between JSON and a stream (2025-11-25, Sending Messages, 5): \
             ours streams if a message precedes the result, rmcp always",
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
        Intended::new("a stream must not be stored: `no-cache` would allow that")
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
            "streams can be resumed since 2025-11-25 (SEP-1699): older clients get no event \
             without data",
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
        Intended::new("and accepts notifications without one")
            .requests(&[
                "session missing from a notification",
                "handshake as a notification",
            ])
            .row("/status", 202, 400)
            .row("/text", NOTHING, "<text>"),
        Intended::new(
            "GET and DELETE exist only for a session: 405 (2025-11-25, Listening for \
             Messages, 3)",
        )
        .requests(&["verb DELETE alone", "session missing from GET"])
        .row("/status", 405, 400)
        .row("/headers/allow", "POST", NOTHING),
        Intended::new("a request without `Accept` accepts a stream")
            .requests(&["verb GET alone"])
            .row("/status", 405, 406)
            .row("/headers/allow", "POST", NOTHING),
        Intended::new("the end of a session has no body: 204")
            .requests(&["session ended"])
            .row("/status", 204, 202),
        Intended::new(
            "an unknown session is 404 (2025-11-25, Session Management, 3), also for DELETE",
        )
        .requests(&["session unknown to DELETE", "session ended twice"])
        .row("/status", 404, 202)
        .row(
            "/headers/content-type",
            "text/plain; charset=utf-8",
            NOTHING,
        )
        .row("/text", "<text>", NOTHING),
        Intended::new("an id that is not text is unknown")
            .requests(&["session that is no text"])
            .row("/status", 404, 400),
    ]
}
