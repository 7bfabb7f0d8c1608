//! Bodies that are not messages, and messages without a response.

use serde_json::json;

use super::row::{
    Intended, NOTHING, answer, error, error_for_result, json_for_text, refusal, refusal_without_id,
};

pub(super) fn table() -> Vec<Intended> {
    vec![
        Intended::new(
            "invalid JSON is -32700 with 400 (JSON-RPC 2.0, 5.1), not an unsupported media \
             type",
        )
        .requests(&[
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
        ])
        .row("/status", 400, 415)
        .rows(json_for_text(refusal_without_id(-32700))),
        Intended::new(
            "JSON that is not a message is -32600 with 400 (JSON-RPC 2.0, 5.1); a batch is \
             a message only in 2025-03-26",
        )
        .requests(&[
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
        ])
        .row("/status", 400, 415)
        .rows(json_for_text(refusal_without_id(-32600))),
        Intended::new("the same, with the id if it can be read")
            .requests(&[
                "*message without a method",
                "*message without a version",
                "*message of version 1.0",
                "20* message of a version that is a number",
                "20* message with a method of the wrong type",
                "20* message with a method twice",
                "20* message that is nested too deep",
            ])
            .row("/status", 400, 415)
            .rows(json_for_text(refusal(-32600))),
        Intended::new("the same for a response")
            .requests(&["*unanswered an error that is none"])
            .row("/status", 400, 415)
            .rows(json_for_text(json!([
                {
                    "jsonrpc": "2.0",
                    "id": 99,
                    "error": {"code": -32600, "message": "<message>"},
                },
            ]))),
        Intended::new(
            "params that are not an object, or are unreadable, are -32602 (JSON-RPC 2.0, \
             5.1)",
        )
        .requests(&[
            "*message with params that are a *",
            "*message with half of a character in its cursor",
        ])
        .row("/status", 400, 415)
        .rows(json_for_text(refusal(-32602))),
        Intended::new("a duplicate parameter has no defined value (RFC 8259, 4)")
            .requests(&["*message with a parameter twice"])
            .row("/status", 400, 200)
            .rows(error_for_result(error(-32602))),
        Intended::new("members that nobody reads are skipped, however large or broken they are")
            .requests(&[
                "*message with half of a character",
                "*message with a number too large for anything",
                "*message with a method and a result",
            ])
            .row("/status", 200, 415)
            .rows(json_for_text(answer())),
        Intended::new(
            "a notification is accepted whatever its parameters are: there is no response \
             to report an error in",
        )
        .requests(&["*unanswered with params of the wrong type"])
        .row("/status", 202, 415)
        .row("/text", NOTHING, "<text>"),
        Intended::new(
            "a response that nobody waits for is dropped, as in a session whose question \
             has ended",
        )
        .requests(&[
            "2026-07-28 unanswered a result",
            "2026-07-28 unanswered an error",
            "2026-07-28 unanswered an error without an id",
            "alone unanswered a result",
            "alone unanswered an error",
            "alone unanswered an error without an id",
        ])
        .row("/status", 202, 400)
        .row("/headers/content-type", NOTHING, "application/json")
        .row("/messages", NOTHING, refusal_without_id(-32600)),
        Intended::new("2025-03-26 has batches; rmcp supports them in no revision")
            .requests(&[
                "2025-03-26 batch of one",
                "2025-03-26 batch of two",
                "2025-03-26 batch of numbers",
            ])
            .row("/status", 200, 415)
            .row("/headers/content-type", "application/json", NOTHING)
            .row("/text", NOTHING, "<text>"),
        Intended::new("a batch is answered with a batch")
            .requests(&["2025-03-26 batch of one"])
            .row(
                "/messages",
                json!([[{"jsonrpc": "2.0", "id": 1, "result": {}}]]),
                NOTHING,
            ),
        Intended::new("a batch is answered with a batch")
            .requests(&["2025-03-26 batch of two"])
            .row(
                "/messages",
                json!([
                    [
                        {"jsonrpc": "2.0", "id": 1, "result": {}},
                        {"jsonrpc": "2.0", "id": 2, "result": {"tools": "…"}},
                    ],
                ]),
                NOTHING,
            ),
        Intended::new("a batch is answered with a batch")
            .requests(&["2025-03-26 batch of numbers"])
            .row(
                "/messages",
                json!([
                    [
                        {"jsonrpc": "2.0", "error": {"code": -32600, "message": "<message>"}},
                        {"jsonrpc": "2.0", "error": {"code": -32600, "message": "<message>"}},
                    ],
                ]),
                NOTHING,
            ),
        Intended::new("a batch of notifications is accepted (2025-03-26, Sending Messages, 4)")
            .requests(&["2025-03-26 batch of notifications"])
            .row("/status", 202, 415)
            .row("/text", NOTHING, "<text>"),
    ]
}
