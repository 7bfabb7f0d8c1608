//! Lines on standard input that are not messages.

use serde_json::json;

use super::row::{
    Intended, NOTHING, answer, error, error_for_result, refusal, refusal_without_id,
    result_for_error,
};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new(
            "a line that is not JSON is -32700 (JSON-RPC 2.0, 5.1); rmcp does not respond",
        )
        .requests(&[
            "stdio message that is cut off",
            "stdio message that is a word",
            "stdio message with a comma too many",
            "stdio message with something after it",
            "stdio message and another",
            "stdio message that is not UTF-8",
        ])
        .row("/messages", refusal_without_id(-32700), json!([])),
        Intended::new(
            "a byte order mark MUST NOT be sent (RFC 8259, 8.1); rmcp accepts it only over \
             stdio",
        )
        .requests(&["stdio message with a mark of its byte order"])
        .row("/messages/0/id", NOTHING, 1)
        .rows(error_for_result(error(-32700))),
        Intended::new("an error has the id of its request if it can be read (JSON-RPC 2.0, 5)")
            .requests(&[
                "stdio message without a method",
                "stdio message without a version",
                "stdio message of version 1.0",
                "stdio message with params that are a *",
                "stdio message with a method and a result",
                "stdio message of a version that is a number",
                "stdio message with a method of the wrong type",
                "stdio message with a method twice",
            ])
            .row("/messages/0/id", 1, NOTHING),
        Intended::new(
            "deep nesting is refused, because parsing parts of it could overflow the stack; \
             rmcp does not respond",
        )
        .requests(&["stdio message that is nested too deep"])
        .row("/messages", refusal(-32600), json!([])),
        Intended::new("params that are not an object are -32602 (JSON-RPC 2.0, 5.1)")
            .requests(&["stdio message with params that are a *"])
            .row("/messages/0/error/code", -32602, -32600),
        Intended::new("unreadable params are -32602 too; rmcp does not respond")
            .requests(&["stdio message with half of a character in its cursor"])
            .row("/messages", refusal(-32602), json!([])),
        Intended::new(
            "members that nobody reads are skipped, however large or broken they are; rmcp \
             does not respond",
        )
        .requests(&[
            "stdio message with half of a character",
            "stdio message with a number too large for anything",
        ])
        .row("/messages", answer(), json!([])),
        Intended::new("members that nobody reads are skipped")
            .requests(&["stdio message with a method and a result"])
            .rows(result_for_error(error(-32600))),
    ]
}
