//! Lines that are no message, over standard input.

use serde_json::json;

use super::row::{
    Intended, NOTHING, answer, error, error_for_result, refusal, refusal_without_id,
    result_for_error,
};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new("a line that is no JSON is -32700 (JSON-RPC 2.0, 5.1); rmcp says nothing")
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
            "a client MUST NOT begin with a mark of its byte order (RFC 8259, 8.1), and \
             over HTTP rmcp does not take it either",
        )
        .requests(&["stdio message with a mark of its byte order"])
        .row("/messages/0/id", NOTHING, 1)
        .rows(error_for_result(error(-32700))),
        Intended::new(
            "an error has the id of its request where that could be read (JSON-RPC 2.0, 5)",
        )
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
            "what is nested too deep is refused, so that no reader of a piece of it can run \
             out of its stack; rmcp says nothing",
        )
        .requests(&["stdio message that is nested too deep"])
        .row("/messages", refusal(-32600), json!([])),
        Intended::new("params that are no object are -32602 (JSON-RPC 2.0, 5.1)")
            .requests(&["stdio message with params that are a *"])
            .row("/messages/0/error/code", -32602, -32600),
        Intended::new("params that cannot be read are -32602 too; rmcp says nothing")
            .requests(&["stdio message with half of a character in its cursor"])
            .row("/messages", refusal(-32602), json!([])),
        Intended::new(
            "what nobody reads is skipped as it is, however large or broken inside; rmcp \
             says nothing",
        )
        .requests(&[
            "stdio message with half of a character",
            "stdio message with a number too large for anything",
        ])
        .row("/messages", answer(), json!([])),
        Intended::new("what nobody reads is skipped")
            .requests(&["stdio message with a method and a result"])
            .rows(result_for_error(error(-32600))),
    ]
}
