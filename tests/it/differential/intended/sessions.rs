//! Sessions of older clients, and how their answers come.

use crate::differential::difference::{Intended, NOTHING};

const JSON: &str = r#""application/json""#;
const NO_STORE: &str = r#""no-store""#;
const PLAIN: &str = r#""text/plain; charset=utf-8""#;
const STREAM: &str = r#""text/event-stream""#;
const TEXT: &str = r#""<text>""#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "a server chooses between JSON and a stream (2025-11-25, Sending Messages, 5): ours streams when something comes before the answer, rmcp always",
        requests: &[
            "2024-11-05 *",
            "2025-*",
            "handshake *",
            "session *",
            "headers * in a session",
            "!2025-11-25 tools/call progress by *",
            "!2025-11-25 *log lines*",
            "!2025-* question *",
            "!session GET *",
        ],
        rows: &[
            ("/headers/content-type", JSON, STREAM),
            ("/headers/cache-control", NOTHING, r#""no-cache""#),
            ("/headers/x-accel-buffering", NOTHING, r#""no""#),
            ("/primed", NOTHING, "true"),
        ],
    },
    Intended {
        reason: "a stream is not for keeping: `no-cache` would let a cache store it",
        requests: &[
            "*tools/call progress by *",
            "2025-11-25 *log lines*",
            "2026-07-28 log lines from *",
            "!2026-07-28 log lines from emergency",
            "2025-* question *",
            "2026-07-28 subscription *",
            "!2026-07-28 subscription of the wrong type",
            "session GET of *",
        ],
        rows: &[("/headers/cache-control", NO_STORE, r#""no-cache""#)],
    },
    Intended {
        reason: "streams are resumed since 2025-11-25 (SEP-1699): an older client is not sent an event without data",
        requests: &["2025-06-18 question *"],
        rows: &[("/primed", "false", "true")],
    },
    Intended {
        reason: "a server that needs no session answers without one (2025-11-25, Session Management, 2)",
        requests: &["headers an older request without a session"],
        rows: &[
            ("/status", "200", "400"),
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "and hears notifications without one",
        requests: &[
            "session missing from a notification",
            "handshake as a notification",
        ],
        rows: &[("/status", "202", "400"), ("/text", NOTHING, TEXT)],
    },
    Intended {
        reason: "GET and DELETE are only there for a session: 405 (2025-11-25, Listening for Messages, 3)",
        requests: &["verb DELETE alone", "session missing from GET"],
        rows: &[
            ("/status", "405", "400"),
            ("/headers/allow", r#""POST""#, NOTHING),
        ],
    },
    Intended {
        reason: "and who says nothing accepts a stream",
        requests: &["verb GET alone"],
        rows: &[
            ("/status", "405", "406"),
            ("/headers/allow", r#""POST""#, NOTHING),
        ],
    },
    Intended {
        reason: "a session that ended has nothing more to say: 204",
        requests: &["session ended"],
        rows: &[("/status", "204", "202")],
    },
    Intended {
        reason: "an unknown session MUST be answered with 404 (2025-11-25, Session Management, 3), also when it is to be ended",
        requests: &["session unknown to DELETE", "session ended twice"],
        rows: &[
            ("/status", "404", "202"),
            ("/headers/content-type", PLAIN, NOTHING),
            ("/text", TEXT, NOTHING),
        ],
    },
    Intended {
        reason: "an id that is no text is an unknown one",
        requests: &["session that is no text"],
        rows: &[("/status", "404", "400")],
    },
];
