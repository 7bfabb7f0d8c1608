//! Lines that are no message, over standard input.

use crate::differential::difference::{Intended, NOTHING};

const ANSWER: &str = r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "a line that is no JSON is -32700 (JSON-RPC 2.0, 5.1); rmcp says nothing",
        requests: &[
            "stdio message that is cut off",
            "stdio message that is a word",
            "stdio message with a comma too many",
            "stdio message with something after it",
            "stdio message and another",
            "stdio message that is not UTF-8",
        ],
        rows: &[(
            "/messages",
            r#"[{"jsonrpc":"2.0","error":{"code":-32700,"message":"<message>"}}]"#,
            "[]",
        )],
    },
    Intended {
        reason: "a client MUST NOT begin with a mark of its byte order (RFC 8259, 8.1), and over HTTP rmcp does not take it either",
        requests: &["stdio message with a mark of its byte order"],
        rows: &[
            (
                "/messages/0/error",
                r#"{"code":-32700,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/id", NOTHING, "1"),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "an error has the id of its request where that could be read (JSON-RPC 2.0, 5)",
        requests: &[
            "stdio message without a method",
            "stdio message without a version",
            "stdio message of version 1.0",
            "stdio message with params that are a *",
            "stdio message with a method and a result",
            "stdio message of a version that is a number",
            "stdio message with a method of the wrong type",
            "stdio message with a method twice",
        ],
        rows: &[("/messages/0/id", "1", NOTHING)],
    },
    Intended {
        reason: "what is nested too deep is refused, so that no reader of a piece of it can run out of its stack; rmcp says nothing",
        requests: &["stdio message that is nested too deep"],
        rows: &[(
            "/messages",
            r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"<message>"}}]"#,
            "[]",
        )],
    },
    Intended {
        reason: "params that are no object are -32602 (JSON-RPC 2.0, 5.1)",
        requests: &["stdio message with params that are a *"],
        rows: &[("/messages/0/error/code", "-32602", "-32600")],
    },
    Intended {
        reason: "params that cannot be read are -32602 too; rmcp says nothing",
        requests: &["stdio message with half of a character in its cursor"],
        rows: &[(
            "/messages",
            r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<message>"}}]"#,
            "[]",
        )],
    },
    Intended {
        reason: "what nobody reads is skipped as it is, however large or broken inside; rmcp says nothing",
        requests: &[
            "stdio message with half of a character",
            "stdio message with a number too large for anything",
        ],
        rows: &[("/messages", ANSWER, "[]")],
    },
    Intended {
        reason: "what nobody reads is skipped",
        requests: &["stdio message with a method and a result"],
        rows: &[
            (
                "/messages/0/error",
                NOTHING,
                r#"{"code":-32600,"message":"<message>"}"#,
            ),
            ("/messages/0/result", r#""…""#, NOTHING),
        ],
    },
];
