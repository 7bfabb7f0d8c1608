//! What is no message, and messages that want no answer.

use crate::differential::difference::{Intended, NOTHING};

const ANSWER: &str = r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#;
const JSON: &str = r#""application/json""#;
const TEXT: &str = r#""<text>""#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "what is no JSON is -32700 with 400 (JSON-RPC 2.0, 5.1), not a type that is not supported",
        requests: &[
            "*message that is empty",
            "*message that is blank",
            "*message that is cut off",
            "*message that is a word",
            "*message with a comma too many",
            "*message with something after it",
            "*message and another",
            "*message with a mark of its byte order",
            "20* message that is not UTF-8",
            "*batch that is cut off",
        ],
        rows: &[
            ("/status", "400", "415"),
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","error":{"code":-32700,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "what is JSON and no message is -32600 with 400 (JSON-RPC 2.0, 5.1); a batch is none, but in 2025-03-26",
        requests: &[
            "*message that is a number",
            "*message that is null",
            "*message that is a text",
            "*message that is an empty object",
            "*message with an id twice",
            "*unanswered a result without an id",
            "20* id 9223372036854775808",
            "20* id 1.5",
            "20* id null",
            "20* id true",
            "20* id []",
            "20* id {}",
            "*batch that is empty",
            "2025-06-18 batch of *",
            "2026-07-28 batch of *",
        ],
        rows: &[
            ("/status", "400", "415"),
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","error":{"code":-32600,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "the same, with the id where it could be read",
        requests: &[
            "*message without a method",
            "*message without a version",
            "*message of version 1.0",
            "20* message of a version that is a number",
            "20* message with a method of the wrong type",
            "20* message with a method twice",
            "20* message that is nested too deep",
        ],
        rows: &[
            ("/status", "400", "415"),
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "the same, for an answer",
        requests: &["*unanswered an error that is none"],
        rows: &[
            ("/status", "400", "415"),
            ("/headers/content-type", JSON, NOTHING),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":99,"error":{"code":-32600,"message":"<message>"}}]"#,
                NOTHING,
            ),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "params that are no object, or that cannot be read, are -32602 (JSON-RPC 2.0, 5.1)",
        requests: &[
            "*message with params that are a *",
            "*message with half of a character in its cursor",
        ],
        rows: &[
            ("/status", "400", "415"),
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
        reason: "a parameter that is there twice has no one value (RFC 8259, 4)",
        requests: &["*message with a parameter twice"],
        rows: &[
            ("/status", "400", "200"),
            (
                "/messages/0/error",
                r#"{"code":-32602,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, r#""…""#),
        ],
    },
    Intended {
        reason: "what nobody reads is skipped as it is, however large or broken inside",
        requests: &[
            "*message with half of a character",
            "*message with a number too large for anything",
            "*message with a method and a result",
        ],
        rows: &[
            ("/status", "200", "415"),
            ("/headers/content-type", JSON, NOTHING),
            ("/messages", ANSWER, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "a notification is heard whatever its parameters are: nobody waits for an answer that could say what is wrong",
        requests: &["*unanswered with params of the wrong type"],
        rows: &[("/status", "202", "415"), ("/text", NOTHING, TEXT)],
    },
    Intended {
        reason: "a response that nobody waits for is dropped, as it is in a session whose question is over",
        requests: &[
            "2026-07-28 unanswered a result",
            "2026-07-28 unanswered an error",
            "2026-07-28 unanswered an error without an id",
            "alone unanswered a result",
            "alone unanswered an error",
            "alone unanswered an error without an id",
        ],
        rows: &[
            ("/status", "202", "400"),
            ("/headers/content-type", NOTHING, JSON),
            (
                "/messages",
                NOTHING,
                r#"[{"jsonrpc":"2.0","error":{"code":-32600,"message":"<message>"}}]"#,
            ),
        ],
    },
    Intended {
        reason: "2025-03-26 has batches, which rmcp has in no revision",
        requests: &[
            "2025-03-26 batch of one",
            "2025-03-26 batch of two",
            "2025-03-26 batch of numbers",
        ],
        rows: &[
            ("/status", "200", "415"),
            ("/headers/content-type", JSON, NOTHING),
            ("/text", NOTHING, TEXT),
        ],
    },
    Intended {
        reason: "a batch is answered with a batch",
        requests: &["2025-03-26 batch of one"],
        rows: &[(
            "/messages",
            r#"[[{"jsonrpc":"2.0","id":1,"result":{}}]]"#,
            NOTHING,
        )],
    },
    Intended {
        reason: "a batch is answered with a batch",
        requests: &["2025-03-26 batch of two"],
        rows: &[(
            "/messages",
            r#"[[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{"tools":"…"}}]]"#,
            NOTHING,
        )],
    },
    Intended {
        reason: "a batch is answered with a batch",
        requests: &["2025-03-26 batch of numbers"],
        rows: &[(
            "/messages",
            r#"[[{"jsonrpc":"2.0","error":{"code":-32600,"message":"<message>"}},{"jsonrpc":"2.0","error":{"code":-32600,"message":"<message>"}}]]"#,
            NOTHING,
        )],
    },
    Intended {
        reason: "a batch of notifications is accepted (2025-03-26, Sending Messages, 4)",
        requests: &["2025-03-26 batch of notifications"],
        rows: &[("/status", "202", "415"), ("/text", NOTHING, TEXT)],
    },
];
