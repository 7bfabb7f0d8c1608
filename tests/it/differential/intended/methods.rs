//! The results and errors of methods.

use serde_json::{Value, json};

use super::row::{
    ANY, Intended, NOTHING, answer, error, error_for_result, json_for_stream, result_for_error,
};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new(
            "a server SHOULD identify itself in every result (schema, ResultMetaObject); \
             rmcp does in two methods",
        )
        .requests(&[
            "2026-07-28 *",
            "stdio 2026-07-28 *",
            "headers *",
            "session * to a modern request",
        ])
        .except(&[
            "*2026-07-28 server/discover *",
            "2026-07-28 tools/list an older version",
            "headers * of an older request",
            "headers * in a session",
        ])
        .row("/messages/0/result/_meta", server_info(), NOTHING)
        .row("/messages/2/result/_meta", server_info(), NOTHING)
        .row("/messages/3/result/_meta", server_info(), NOTHING),
        Intended::new("`isError` is false if it is missing (schema, CallToolResult)")
            .requests(&["*"])
            .except(&["*bad arguments, too large"])
            .row("/messages/0/result/isError", NOTHING, false)
            .row("/messages/1/result/isError", NOTHING, false)
            .row("/messages/2/result/isError", NOTHING, false)
            .row("/messages/3/result/isError", NOTHING, false)
            .row("/messages/0/result/result/isError", NOTHING, false),
        Intended::new(
            "a missing or invalid parameter is -32602 (JSON-RPC 2.0, 5.1); rmcp reports an \
             unknown method",
        )
        .requests(&[
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
        ])
        .row("/messages/0/error/code", -32602, -32601),
        Intended::new("so the status is not that of an unknown method, 404")
            .requests(&[
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
            ])
            .row("/status", 200, 404),
        Intended::new(
            "a request whose parameters do not have the types of the schema is malformed: \
             400",
        )
        .requests(&[
            "2026-07-28 tools/call a name of the wrong type",
            "2026-07-28 resources/read a URI of the wrong type",
            "2026-07-28 prompts/get a name of the wrong type",
            "2026-07-28 completion/complete of an unknown kind",
            "2026-07-28 completion/complete of a text",
            "2026-07-28 completion/complete of a value of the wrong type",
            "2026-07-28 logging/setLevel an unknown level",
            "2026-07-28 question with a state of the wrong type",
            "2026-07-28 task with an id of the wrong type",
        ])
        .row("/status", 400, 404),
        Intended::new("the same for older clients")
            .requests(&[
                "2025-11-25 * of the wrong type",
                "alone * of the wrong type",
                "2025-11-25 completion/complete of an unknown kind",
                "alone completion/complete of an unknown kind",
                "2025-11-25 completion/complete of a text",
                "alone completion/complete of a text",
                "2025-11-25 logging/setLevel an unknown level",
                "alone logging/setLevel an unknown level",
            ])
            .except(&[
                "2025-11-25 prompts/get an argument of the wrong type",
                "alone prompts/get an argument of the wrong type",
            ])
            .row("/status", 400, 200),
        Intended::new(
            "an invalid cursor is -32602 (Pagination, Error Handling); rmcp leaves cursors \
             to its handlers",
        )
        .requests(&["*/list a cursor *"])
        .rows(error_for_result(error(-32602))),
        Intended::new("a cursor of the wrong type makes the request malformed")
            .requests(&["2026-07-28 tools/list a cursor of the wrong type"])
            .row("/status", 400, 200),
        Intended::new(
            "arguments are validated (Tools, Security Considerations, 1), with a message \
             for the model; rmcp leaves that to its handlers",
        )
        .requests(&["*bad arguments, too large"])
        .row("/messages/0/result/isError", true, false)
        .row(
            "/messages/0/result/content/0/text",
            "<message>",
            "Hello, world! Hello, world! Hello, world! Hello, world! Hello, world!",
        ),
        Intended::new(
            "a number without a fraction is an integer (JSON Schema 2020-12, 6.1.1); the types \
             behind rmcp refuse `1.0`",
        )
        .requests(&["*tools/call a whole fraction"])
        .row("/messages/0/result/isError", NOTHING, true)
        .row("/messages/0/result/content/0/text", "3", "<message>")
        .row(
            "/messages/0/result/structuredContent",
            json!({"result": 3}),
            NOTHING,
        ),
        Intended::new(
            "arguments that are not an object are an error of the model, which gets a \
             message",
        )
        .requests(&["*bad arguments, a list", "*bad arguments, a text"])
        .rows(result_for_error(error(-32601))),
        Intended::new("so the status is not that of an unknown method, 404")
            .requests(&[
                "2026-07-28 tools/call bad arguments, a list",
                "2026-07-28 tools/call bad arguments, a text",
            ])
            .row("/status", 200, 404),
        Intended::new("2026-07-28 has no `logging/setLevel` (changelog); rmcp still accepts it")
            .requests(&["*2026-07-28 logging/setLevel a level"])
            .row("/status", 404, 200)
            .row("/messages/0/error", error(-32601), NOTHING)
            .row("/messages/0/result", NOTHING, json!({})),
        Intended::new(
            "log lines MUST NOT be sent unless the client asked for their level (schema, \
             RequestMetaObject)",
        )
        .requests(&[
            "2026-07-28 tools/call log lines",
            "2026-07-28 log lines from emergency",
            "alone tools/call log lines",
        ])
        .row(
            "/messages",
            answer(),
            log_lines(&[("info", "one"), ("error", "two")]),
        )
        .rows(json_for_stream(false)),
        Intended::new("nor log lines of a lower level")
            .requests(&["2026-07-28 log lines from error"])
            .row(
                "/messages",
                log_lines(&[("error", "two")]),
                log_lines(&[("info", "one"), ("error", "two")]),
            ),
        Intended::new(
            "log lines of a call are sent on its stream (2025-11-25, Sending Messages, 6); \
             rmcp sends them on that of the session",
        )
        .requests(&["2025-11-25 tools/call log lines"])
        .row(
            "/messages",
            log_lines(&[("info", "one"), ("error", "two")]),
            answer(),
        ),
        Intended::new("log lines of a call are sent on its stream, from the level that was set")
            .requests(&["2025-11-25 log lines from error"])
            .row("/messages", log_lines(&[("error", "two")]), answer()),
        Intended::new("rmcp asks for progress of its own requests, and ignores it")
            .requests(&["2025-* question *"])
            .row(
                "/messages/0/params/_meta",
                NOTHING,
                json!({"progressToken": 0}),
            ),
        Intended::new("a filter is an object (schema, SubscriptionFilter)")
            .requests(&["2026-07-28 subscription of the wrong type"])
            .row("/messages/0/error", error(-32602), NOTHING)
            .row("/messages/0/id", 1, NOTHING)
            .row(
                "/messages/0/method",
                NOTHING,
                "notifications/subscriptions/acknowledged",
            )
            .row("/messages/0/params", NOTHING, ANY)
            .rows(json_for_stream(false)),
        Intended::new(
            "tasks are an extension of 2026-07-28: their methods do not exist for older \
             clients",
        )
        .requests(&[
            "*202* tasks/get an unknown one",
            "*202* tasks/update an unknown one",
            "*202* tasks/cancel an unknown one",
            "alone tasks/* an unknown one",
        ])
        .except(&["*2026-07-28 *", "alone tasks/result *"])
        .row("/messages/0/error/code", -32601, -32021)
        .row("/messages/0/error/data", NOTHING, needs_tasks()),
        Intended::new(
            "the missing capability is reported first (Tasks, Capability Negotiation); rmcp \
             reports an unknown method for a request without an id",
        )
        .requests(&["*2026-07-28 tasks/get no id"])
        .row("/status", 400, 404)
        .row("/messages/0/error/code", -32021, -32601)
        .row("/messages/0/error/data", needs_tasks(), NOTHING),
        Intended::new("the result of a task has no type, as the pages of the extension show it")
            .requests(&["2026-07-28 task done"])
            .row("/messages/0/result/result/resultType", NOTHING, "complete"),
    ]
}

/// The identity of the server.
fn server_info() -> Value {
    let server = json!({"name": "twin", "version": "1.2.3", "title": "One of two"});
    json!({"io.modelcontextprotocol/serverInfo": server})
}

/// The data of the error for a client without tasks.
fn needs_tasks() -> Value {
    let extensions = json!({"io.modelcontextprotocol/tasks": {}});
    json!({"requiredCapabilities": {"extensions": extensions}})
}

/// Log lines with these levels and texts, followed by a result.
fn log_lines(lines: &[(&str, &str)]) -> Value {
    let line = |(level, data): &(&str, &str)| {
        let params = json!({"level": level, "data": data});
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params})
    };
    let result = json!({"jsonrpc": "2.0", "id": 1, "result": ANY});
    lines.iter().map(line).chain([result]).collect()
}
