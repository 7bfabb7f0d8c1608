//! What the methods answer.

use crate::differential::difference::{Intended, NOTHING};

const ANYTHING: &str = r#""…""#;
const INVALID_PARAMS: &str = r#"{"code":-32602,"message":"<message>"}"#;
const SERVER: &str = r#"{"io.modelcontextprotocol/serverInfo":{"name":"twin","version":"1.2.3","title":"One of two"}}"#;
const TASKS: &str =
    r#"{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#;
const LOG_LINES: &str = r#"[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"one"}},{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"two"}},{"jsonrpc":"2.0","id":1,"result":"…"}]"#;

pub(super) const TABLE: &[Intended] = &[
    Intended {
        reason: "a server SHOULD say who it is in every result (schema, ResultMetaObject); rmcp does in two methods",
        requests: &[
            "2026-07-28 *",
            "stdio 2026-07-28 *",
            "headers *",
            "session * to a modern request",
            "!*2026-07-28 server/discover *",
            "!2026-07-28 tools/list an older version",
            "!headers * of an older request",
            "!headers * in a session",
        ],
        rows: &[
            ("/messages/0/result/_meta", SERVER, NOTHING),
            ("/messages/2/result/_meta", SERVER, NOTHING),
            ("/messages/3/result/_meta", SERVER, NOTHING),
        ],
    },
    Intended {
        reason: "`isError` is false where it is not there (schema, CallToolResult)",
        requests: &["*", "!*bad arguments, too large"],
        rows: &[
            ("/messages/0/result/isError", NOTHING, "false"),
            ("/messages/1/result/isError", NOTHING, "false"),
            ("/messages/2/result/isError", NOTHING, "false"),
            ("/messages/3/result/isError", NOTHING, "false"),
            ("/messages/0/result/result/isError", NOTHING, "false"),
        ],
    },
    Intended {
        reason: "a parameter that is missing or misfits is -32602 (JSON-RPC 2.0, 5.1); to rmcp such a request is one of a method that it does not know",
        requests: &[
            "*tools/call no name",
            "*tools/call a name *",
            "*resources/read no URI",
            "*resources/read a URI of the wrong type",
            "*2025-11-25 resources/subscribe no URI",
            "alone resources/subscribe no URI",
            "*2025-11-25 resources/unsubscribe no URI",
            "alone resources/unsubscribe no URI",
            "*prompts/get arguments that are a list",
            "*prompts/get no name",
            "*prompts/get a name of the wrong type",
            "*completion/complete of an unknown kind",
            "*completion/complete of a text",
            "*completion/complete of a value of the wrong type",
            "*completion/complete no *",
            "*logging/setLevel an unknown level",
            "*2025-11-25 logging/setLevel no level",
            "alone logging/setLevel no level",
            "*responses of the wrong type",
            "*question with a state of the wrong type",
            "*task updated with nothing",
            "*task without an id",
            "*task with an id of the wrong type",
            "*subscription with a flag of the wrong type",
            "*subscription without a filter",
        ],
        rows: &[("/messages/0/error/code", "-32602", "-32601")],
    },
    Intended {
        reason: "and so it is no unknown method, which is 404",
        requests: &[
            "2026-07-28 tools/call no name",
            "2026-07-28 tools/call a name that is null",
            "2026-07-28 resources/read no URI",
            "2026-07-28 prompts/get arguments that are a list",
            "2026-07-28 prompts/get no name",
            "2026-07-28 completion/complete no *",
            "2026-07-28 * responses of the wrong type",
            "2026-07-28 task updated with nothing",
            "2026-07-28 task without an id",
            "2026-07-28 subscription with a flag of the wrong type",
            "2026-07-28 subscription without a filter",
        ],
        rows: &[("/status", "200", "404")],
    },
    Intended {
        reason: "a request whose parameters have not the types of the schema is malformed as a whole: 400",
        requests: &[
            "2026-07-28 tools/call a name of the wrong type",
            "2026-07-28 resources/read a URI of the wrong type",
            "2026-07-28 prompts/get a name of the wrong type",
            "2026-07-28 completion/complete of an unknown kind",
            "2026-07-28 completion/complete of a text",
            "2026-07-28 completion/complete of a value of the wrong type",
            "2026-07-28 logging/setLevel an unknown level",
            "2026-07-28 question with a state of the wrong type",
            "2026-07-28 task with an id of the wrong type",
        ],
        rows: &[("/status", "400", "404")],
    },
    Intended {
        reason: "the same for older clients",
        requests: &[
            "2025-11-25 * of the wrong type",
            "alone * of the wrong type",
            "2025-11-25 completion/complete of an unknown kind",
            "alone completion/complete of an unknown kind",
            "2025-11-25 completion/complete of a text",
            "alone completion/complete of a text",
            "2025-11-25 logging/setLevel an unknown level",
            "alone logging/setLevel an unknown level",
            "!2025-11-25 prompts/get an argument of the wrong type",
            "!alone prompts/get an argument of the wrong type",
        ],
        rows: &[("/status", "400", "200")],
    },
    Intended {
        reason: "a cursor that is none is -32602 (Pagination, Error Handling); rmcp leaves cursors to its handlers",
        requests: &["*/list a cursor *"],
        rows: &[
            ("/messages/0/error", INVALID_PARAMS, NOTHING),
            ("/messages/0/result", NOTHING, ANYTHING),
        ],
    },
    Intended {
        reason: "and one of the wrong type makes a malformed request",
        requests: &["2026-07-28 tools/list a cursor of the wrong type"],
        rows: &[("/status", "400", "200")],
    },
    Intended {
        reason: "arguments are held to their schema (Tools, Security Considerations, 1), in words that the model reads; rmcp leaves that to its handlers",
        requests: &["*bad arguments, too large"],
        rows: &[
            ("/messages/0/result/isError", "true", "false"),
            (
                "/messages/0/result/content/0/text",
                r#""<message>""#,
                r#""Hello, world! Hello, world! Hello, world! Hello, world! Hello, world!""#,
            ),
        ],
    },
    Intended {
        reason: "arguments that are no object are the model's mistake, and it is told what is wanted",
        requests: &["*bad arguments, a list", "*bad arguments, a text"],
        rows: &[
            (
                "/messages/0/error",
                NOTHING,
                r#"{"code":-32601,"message":"<message>"}"#,
            ),
            ("/messages/0/result", r#""…""#, NOTHING),
        ],
    },
    Intended {
        reason: "and that is no unknown method, which is 404",
        requests: &[
            "2026-07-28 tools/call bad arguments, a list",
            "2026-07-28 tools/call bad arguments, a text",
        ],
        rows: &[("/status", "200", "404")],
    },
    Intended {
        reason: "2026-07-28 has no `logging/setLevel` (changelog); rmcp forgot to take it away",
        requests: &["*2026-07-28 logging/setLevel a level"],
        rows: &[
            ("/status", "404", "200"),
            (
                "/messages/0/error",
                r#"{"code":-32601,"message":"<message>"}"#,
                NOTHING,
            ),
            ("/messages/0/result", NOTHING, "{}"),
        ],
    },
    Intended {
        reason: "log lines MUST NOT come where the client did not ask for their level (schema, RequestMetaObject)",
        requests: &[
            "2026-07-28 tools/call log lines",
            "2026-07-28 log lines from emergency",
            "alone tools/call log lines",
        ],
        rows: &[
            (
                "/headers/content-type",
                r#""application/json""#,
                r#""text/event-stream""#,
            ),
            ("/headers/cache-control", NOTHING, r#""no-cache""#),
            ("/headers/x-accel-buffering", NOTHING, r#""no""#),
            ("/primed", NOTHING, "false"),
            (
                "/messages",
                r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
                LOG_LINES,
            ),
        ],
    },
    Intended {
        reason: "nor those of a lower level",
        requests: &["2026-07-28 log lines from error"],
        rows: &[(
            "/messages",
            r#"[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"two"}},{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
            LOG_LINES,
        )],
    },
    Intended {
        reason: "what a call says comes on the stream of that call (2025-11-25, Sending Messages, 6); rmcp sends log lines on the session's own",
        requests: &["2025-11-25 tools/call log lines"],
        rows: &[(
            "/messages",
            LOG_LINES,
            r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
        )],
    },
    Intended {
        reason: "what a call says comes on the stream of that call, from the level that was set",
        requests: &["2025-11-25 log lines from error"],
        rows: &[(
            "/messages",
            r#"[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"two"}},{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
            r#"[{"jsonrpc":"2.0","id":1,"result":"…"}]"#,
        )],
    },
    Intended {
        reason: "rmcp wants progress of its own questions, and nothing hears of it",
        requests: &["2025-* question *"],
        rows: &[(
            "/messages/0/params/_meta",
            NOTHING,
            r#"{"progressToken":0}"#,
        )],
    },
    Intended {
        reason: "a filter is an object (schema, SubscriptionFilter)",
        requests: &["2026-07-28 subscription of the wrong type"],
        rows: &[
            (
                "/headers/content-type",
                r#""application/json""#,
                r#""text/event-stream""#,
            ),
            ("/headers/cache-control", NOTHING, r#""no-cache""#),
            ("/headers/x-accel-buffering", NOTHING, r#""no""#),
            ("/primed", NOTHING, "false"),
            ("/messages/0/error", INVALID_PARAMS, NOTHING),
            ("/messages/0/id", "1", NOTHING),
            (
                "/messages/0/method",
                NOTHING,
                r#""notifications/subscriptions/acknowledged""#,
            ),
            ("/messages/0/params", NOTHING, ANYTHING),
        ],
    },
    Intended {
        reason: "tasks are an extension of 2026-07-28: to older clients their methods do not exist",
        requests: &[
            "*202* tasks/get an unknown one",
            "*202* tasks/update an unknown one",
            "*202* tasks/cancel an unknown one",
            "alone tasks/* an unknown one",
            "!*2026-07-28 *",
            "!alone tasks/result *",
        ],
        rows: &[
            ("/messages/0/error/code", "-32601", "-32021"),
            ("/messages/0/error/data", NOTHING, TASKS),
        ],
    },
    Intended {
        reason: "a client that knows no tasks is told so first (Tasks, Capability Negotiation); to rmcp a request without an id is one of an unknown method",
        requests: &["*2026-07-28 tasks/get no id"],
        rows: &[
            ("/status", "400", "404"),
            ("/messages/0/error/code", "-32021", "-32601"),
            ("/messages/0/error/data", TASKS, NOTHING),
        ],
    },
    Intended {
        reason: "the result in a task is as the extension's pages show it: without a type, which the task has",
        requests: &["2026-07-28 task done"],
        rows: &[(
            "/messages/0/result/result/resultType",
            NOTHING,
            r#""complete""#,
        )],
    },
];
