//! Fuzzes the messages of a client: each line is parsed correctly, and a server replies to it.
//!
//! The input is split into lines, as on standard input. All lines belong to one session.
#![cfg_attr(fuzzing, no_main)]

mod oracle;
mod server;
mod target;

use bytes::Bytes;
use serde_json::{Value, value::RawValue};
use target::fuzz_target;
use toolwright::fuzzing::{
    BareServer, ParseFailure, ParsedMessage, ServerOutput, parse, parse_batch,
};

use oracle::{Text, whole};

fuzz_target!(|input: &[u8]| {
    server::with(|server| {
        for line in input.split(|byte| *byte == b'\n') {
            let line = Bytes::copy_from_slice(line);
            check_line(&line, server);
        }
    });
});

fn check_line(line: &Bytes, server: &BareServer) {
    let text = Text::of(line);
    let message = parse(line);
    match &message {
        Ok(message) => check_parsed(message, &text),
        Err(failure) => check_failure(failure, &text),
    }
    check_batch(line, &text);
    for in_session in [true, false] {
        let output = server.handle(line, in_session);
        check_output(&output, &message);
    }
}

/// Checks that a parsed message has the content of the text.
fn check_parsed(message: &ParsedMessage, text: &Text) {
    assert!(text.is_json, "parsed, but not JSON");
    assert!(text.depth <= 100, "parsed, but {} levels deep", text.depth);
    let Some(value) = &text.value else {
        return;
    };
    assert_eq!(value["jsonrpc"], "2.0");
    match message {
        ParsedMessage::Request {
            id,
            method,
            arguments,
        } => {
            assert_eq!(
                (&whole(&value["id"]), &value["method"]),
                (id, &Value::from(method.as_str()))
            );
            let said = value
                .pointer("/params/arguments")
                .filter(|said| !said.is_null());
            let arguments = arguments
                .as_ref()
                .map(|json| serde_json::from_slice(json).unwrap());
            assert_eq!(arguments.as_ref(), said);
        }
        ParsedMessage::Notification { method } => {
            assert_eq!(value["method"], method.as_str());
            assert_eq!(value.get("id"), None);
        }
        ParsedMessage::Response { id } => {
            assert_eq!(&whole(&value["id"]), id);
            assert!(value.get("result").or_else(|| value.get("error")).is_some());
        }
    }
}

/// Checks that a message was refused for a reason, and with its id if it has one.
fn check_failure(failure: &ParseFailure, text: &Text) {
    assert!(
        [-32700, -32600, -32602].contains(&failure.code),
        "{failure:?}"
    );
    assert_eq!(failure.code == -32700, !text.is_json, "{failure:?}");
    assert!(!text.is_plain_request(), "{failure:?}");
    if let Some(value) = &text.value {
        let id = text.id(value).filter(|_| text.is_json);
        assert_eq!(failure.id, id, "{failure:?}");
    }
}

/// Checks that a batch is parsed like its messages one by one.
fn check_batch(line: &Bytes, text: &Text) {
    let starts = line.trim_ascii_start().starts_with(b"[");
    let batch = parse_batch(line);
    assert_eq!(batch.is_some(), starts);
    match batch {
        None => {}
        Some(Err(failure)) => {
            assert_eq!(failure.id, None);
            assert_eq!(failure.code == -32700, !text.is_json, "{failure:?}");
        }
        Some(Ok(messages)) => {
            let parts: Vec<&RawValue> = serde_json::from_slice(line).unwrap();
            assert!((1..=100).contains(&parts.len()));
            let alone = |part: &&RawValue| parse(&Bytes::copy_from_slice(part.get().as_bytes()));
            assert_eq!(messages, parts.iter().map(alone).collect::<Vec<_>>());
        }
    }
}

/// Checks that the output of a server is JSON without line breaks, and that the reply has the
/// message's id.
fn check_output(output: &ServerOutput, message: &Result<ParsedMessage, ParseFailure>) {
    for text in output.messages.iter().chain(&output.reply) {
        assert!(!text.contains(&b'\n'), "two lines");
        let value: Value = serde_json::from_slice(text).unwrap();
        assert_eq!(value["jsonrpc"], "2.0");
    }
    let id = match message {
        Ok(ParsedMessage::Request { id, .. }) => Some(id),
        Ok(_) => {
            assert_eq!((&output.reply, output.messages.len()), (&None, 0));
            return;
        }
        Err(failure) => failure.id.as_ref(),
    };
    let Some(answer) = &output.reply else {
        return;
    };
    let answer: Value = serde_json::from_slice(answer).unwrap();
    assert_eq!(answer.get("id"), id);
    assert!(
        answer.get("result").is_some() != answer.get("error").is_some(),
        "{answer}"
    );
}
