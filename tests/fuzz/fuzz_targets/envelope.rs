//! Lines of a client: what is read of each is what it says, and a server answers it in order.
//!
//! The input is cut into lines, as on standard input; all of them belong to one session.
#![no_main]

mod oracle;
mod server;

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, value::RawValue};
use toolwright::fuzzing::{Bare, Read, Refused, Said, read, read_batch};

use oracle::{Text, whole};

fuzz_target!(|input: &[u8]| {
    server::with(|server| {
        for line in input.split(|byte| *byte == b'\n') {
            let line = Bytes::copy_from_slice(line);
            check_line(&line, server);
        }
    });
});

fn check_line(line: &Bytes, server: &Bare) {
    let text = Text::of(line);
    let message = read(line);
    match &message {
        Ok(message) => check_read(message, &text),
        Err(refused) => check_refused(refused, &text),
    }
    check_batch(line, &text);
    for in_session in [true, false] {
        let said = server.hear(line, in_session);
        check_said(&said, &message);
    }
}

/// What was read is what the text says.
fn check_read(message: &Read, text: &Text) {
    assert!(text.is_json, "read, and not JSON");
    assert!(text.depth <= 100, "read, and {} levels deep", text.depth);
    let Some(value) = &text.value else {
        return;
    };
    assert_eq!(value["jsonrpc"], "2.0");
    match message {
        Read::Request {
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
        Read::Notification { method } => {
            assert_eq!(value["method"], method.as_str());
            assert_eq!(value.get("id"), None);
        }
        Read::Response { id } => {
            assert_eq!(&whole(&value["id"]), id);
            assert!(value.get("result").or_else(|| value.get("error")).is_some());
        }
    }
}

/// What was refused is refused for a reason, with its id where it has one.
fn check_refused(refused: &Refused, text: &Text) {
    assert!(
        [-32700, -32600, -32602].contains(&refused.code),
        "{refused:?}"
    );
    assert_eq!(refused.code == -32700, !text.is_json, "{refused:?}");
    assert!(!text.is_plain_request(), "{refused:?}");
    if let Some(value) = &text.value {
        let id = text.id(value).filter(|_| text.is_json);
        assert_eq!(refused.id, id, "{refused:?}");
    }
}

/// A batch is what its messages are, each by itself.
fn check_batch(line: &Bytes, text: &Text) {
    let starts = line.trim_ascii_start().starts_with(b"[");
    let batch = read_batch(line);
    assert_eq!(batch.is_some(), starts);
    match batch {
        None => {}
        Some(Err(refused)) => {
            assert_eq!(refused.id, None);
            assert_eq!(refused.code == -32700, !text.is_json, "{refused:?}");
        }
        Some(Ok(messages)) => {
            let parts: Vec<&RawValue> = serde_json::from_slice(line).unwrap();
            assert!((1..=100).contains(&parts.len()));
            let alone = |part: &&RawValue| read(&Bytes::copy_from_slice(part.get().as_bytes()));
            assert_eq!(messages, parts.iter().map(alone).collect::<Vec<_>>());
        }
    }
}

/// What a server says is JSON in one line, and its answer is one to the message.
fn check_said(said: &Said, message: &Result<Read, Refused>) {
    for text in said.before.iter().chain(&said.answer) {
        assert!(!text.contains(&b'\n'), "two lines");
        let value: Value = serde_json::from_slice(text).unwrap();
        assert_eq!(value["jsonrpc"], "2.0");
    }
    let id = match message {
        Ok(Read::Request { id, .. }) => Some(id),
        Ok(_) => {
            assert_eq!((&said.answer, said.before.len()), (&None, 0));
            return;
        }
        Err(refused) => refused.id.as_ref(),
    };
    let Some(answer) = &said.answer else {
        return;
    };
    let answer: Value = serde_json::from_slice(answer).unwrap();
    assert_eq!(answer.get("id"), id);
    assert!(
        answer.get("result").is_some() != answer.get("error").is_some(),
        "{answer}"
    );
}
