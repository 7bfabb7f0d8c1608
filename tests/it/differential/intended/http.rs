//! What HTTP itself says: types, hosts, origins, headers that repeat the body.

use crate::differential::difference::{Intended, NOTHING};

const ANSWER: &str = r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#;
const JSON: &str = r#""application/json""#;
const PLAIN: &str = r#""text/plain; charset=utf-8""#;
const TEXT: &str = r#""<text>""#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "a body says what it is: a line of text is `text/plain`",
        requests: &[
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
            "!session unknown to a modern request",
        ],
        rows: &[("/headers/content-type", PLAIN, NOTHING)],
    },
    Intended {
        reason: "who accepts `*/*`, whole families, or says nothing accepts both types, and several lines are one list (RFC 9110, 12.5.1 and 5.3)",
        requests: &[
            "headers accept nothing",
            "headers accept anything",
            "headers accept both families",
            "headers accept in two lines",
        ],
        rows: &[
            ("/status", "200", "406"),
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", ANSWER, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "the same for a session's stream",
        requests: &[
            "session GET that accepts nothing",
            "session GET that accepts everything",
        ],
        rows: &[
            ("/status", "200", "406"),
            ("/headers/content-type", r#""text/event-stream""#, NOTHING),
            ("/headers/cache-control", r#""no-store""#, NOTHING),
            ("/headers/x-accel-buffering", r#""no""#, NOTHING),
            ("/messages", "[]", NOTHING),
            ("/primed", "false", NOTHING),
        ],
    },
    Intended {
        reason: "the names of types have no case (RFC 9110, 8.3.1)",
        requests: &["headers content-type JSON in capitals"],
        rows: &[
            ("/status", "200", "415"),
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", ANSWER, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "`application/json-patch+json` is another type, though it begins alike",
        requests: &["headers content-type JSON of another kind"],
        rows: &[
            ("/status", "415", "200"),
            ("/headers/content-type", PLAIN, JSON),
            ("/messages", NOTHING, ANSWER),
            ("/text", TEXT, NOTHING),
        ],
    },
    Intended {
        reason: "a server MUST refuse a foreign `Origin` with 403 (Security); rmcp does where it is told to",
        requests: &[
            "headers origin `https://evil.example.com`",
            "headers origin `null`",
            "headers origin `http://localhost.evil.example.com`",
            "headers origin `not an origin`",
        ],
        rows: &[
            ("/status", "403", "200"),
            ("/headers/content-type", PLAIN, JSON),
            ("/messages", NOTHING, ANSWER),
            ("/text", TEXT, NOTHING),
        ],
    },
    Intended {
        reason: "an empty `Host` is a host that is not ours",
        requests: &["headers host ``"],
        rows: &[("/status", "403", "400")],
    },
    Intended {
        reason: "a header that is there twice has no one value that everybody on the way goes by: `HeaderMismatch` (Server Validation); rmcp looks at the first version",
        requests: &["headers a version twice"],
        rows: &[
            ("/status", "400", "200"),
            (
                "/messages/0/error",
                r#"{"code":-32020,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "a modern request is told as JSON-RPC what its headers lack (Server Validation)",
        requests: &["headers a version that is no text"],
        rows: &[
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "an unknown version makes a request modern, and then it lacks its `_meta`: both refuse with 400, ours as JSON-RPC",
        requests: &[
            "headers an unknown version of an older request",
            "headers an unknown version in a session",
        ],
        rows: &[
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "which headers a notification needs is not defined (Sending Messages, note)",
        requests: &["headers another method of a notification"],
        rows: &[
            ("/status", "202", "400"),
            ("/headers/content-type", NOTHING, JSON),
            (
                "/messages",
                NOTHING,
                r#"[{"jsonrpc":"2.0","error":{"code":-32020,"message":"<message>"}}]"#,
            ),
        ],
    },
];
