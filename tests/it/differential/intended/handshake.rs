//! `initialize`, `server/discover`, and what a modern request says about itself.

use crate::differential::difference::{Intended, NOTHING};

const JSON: &str = r#""application/json""#;
const TEXT: &str = r#""<text>""#;
const ID: &str = r#""<mcp-session-id>""#;
const INVALID_PARAMS: &str = r#"{"code":-32602,"message":"<message>"}"#;
const REFUSED_PARAMS: &str =
    r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<message>"}}]"#;
const GREETING: &str =
    r#"{"protocolVersion":"…","capabilities":"…","serverInfo":"…","instructions":"…"}"#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "extensions are of 2026-07-28: older clients are not told of them",
        requests: &[
            "handshake *",
            "!handshake again in a session",
            "!handshake as a modern request",
        ],
        rows: &[(
            "/messages/0/result/capabilities/extensions",
            NOTHING,
            r#"{"io.modelcontextprotocol/tasks":{}}"#,
        )],
    },
    Intended {
        reason: "a handshake without a version is a request with a missing parameter (-32602), not one without a session",
        requests: &[
            "handshake without a version",
            "handshake without anything",
            "handshake without params",
        ],
        rows: &[
            ("/status", "200", "400"),
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", REFUSED_PARAMS, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "the same where a type is wrong, which is refused before it is read further",
        requests: &[
            "handshake with a version of the wrong type",
            "handshake with capabilities of the wrong type",
        ],
        rows: &[
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", REFUSED_PARAMS, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "a client that says nothing of itself can do nothing beside, and is let in",
        requests: &["handshake without capabilities", "handshake without a name"],
        rows: &[
            ("/status", "200", "400"),
            ("/headers/content-type", JSON, NOTHING),
            ("/headers/mcp-session-id", ID, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "the header is for the requests after the handshake (2025-11-25, Protocol Version Header): the body says what is asked for",
        requests: &["handshake whose header names another revision"],
        rows: &[
            ("/status", "200", "400"),
            ("/headers/mcp-session-id", ID, NOTHING),
            (
                "/messages/0/error",
                NOTHING,
                r#"{"code":-32600,"message":"<message>"}"#,
            ),
            ("/messages/0/result", GREETING, NOTHING),
        ],
    },
    Intended {
        reason: "a header that names no revision makes a request modern, and then it lacks its `_meta`: both refuse with 400, ours as JSON-RPC",
        requests: &[
            "handshake asks for `1999-01-01` in a header too",
            "handshake asks for `v2` in a header too",
            "handshake asks for `` in a header too",
            "handshake whose header names no revision",
        ],
        rows: &[
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", REFUSED_PARAMS, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "2026-07-28 has no handshake: a request whose header names it is a modern one, and lacks its `_meta`",
        requests: &["handshake asks for `2026-07-28` in a header too"],
        rows: &[
            ("/status", "400", "200"),
            ("/headers/mcp-session-id", NOTHING, ID),
            ("/messages/0/error", INVALID_PARAMS, NOTHING),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "and with its `_meta` it is an unknown method: 404 and -32601 (Protocol Version Header)",
        requests: &["handshake as a modern request"],
        rows: &[
            ("/status", "404", "200"),
            ("/headers/mcp-session-id", NOTHING, ID),
            (
                "/messages/0/error",
                r#"{"code":-32601,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "a session has one handshake: what was agreed on stays",
        requests: &["handshake again in a session"],
        rows: &[
            (
                "/messages/0/error",
                r#"{"code":-32600,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "`clientInfo` and `logLevel` have a type (schema, RequestMetaObject): one that does not fit is an invalid parameter",
        requests: &[
            "2026-07-28 server/discover with a client of the wrong type",
            "2026-07-28 server/discover with a client without a version",
            "2026-07-28 server/discover with an unknown log level",
            "2026-07-28 tools/list with a client of the wrong type",
            "2026-07-28 tools/list with a client without a version",
            "2026-07-28 tools/list with an unknown log level",
        ],
        rows: &[
            ("/status", "400", "200"),
            ("/messages/0/error", INVALID_PARAMS, NOTHING),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "`_meta` has a type too, and a request in which it is another gets an answer",
        requests: &["2026-07-28 * with a `_meta` of the wrong type"],
        rows: &[
            ("/status", "400", "415"),
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", REFUSED_PARAMS, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "2025-11-25 has a handshake: a request that stands for itself cannot speak it (-32022), and is told what it can",
        requests: &["2026-07-28 server/discover an older version"],
        rows: &[
            ("/status", "400", "200"),
            (
                "/messages/0/error",
                r#"{"code":-32022,"message":"<message>","data":{"requested":"2025-11-25","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
];
