//! Messages that cannot be read, and what each of them is answered with: the same on every transport.

use serde_json::{Value, json};

/// A message that cannot be read.
#[derive(Debug)]
pub(crate) struct Bad {
    /// The fault of the message.
    pub(crate) what: String,
    pub(crate) text: Vec<u8>,
    /// The id of the answer.
    id: Option<Value>,
    code: i64,
    /// The message of the answer, where it is our own.
    message: Option<&'static str>,
}

impl Bad {
    fn new(what: impl Into<String>, text: impl Into<Vec<u8>>, code: i64) -> Self {
        Self {
            what: what.into(),
            text: text.into(),
            id: None,
            code,
            message: None,
        }
    }

    fn id(mut self, id: impl Into<Value>) -> Self {
        self.id = Some(id.into());
        self
    }

    fn message(mut self, message: &'static str) -> Self {
        self.message = Some(message);
        self
    }

    /// Whether this is the answer to it.
    #[track_caller]
    pub(crate) fn assert_answered(&self, mut answer: Value) {
        let text = answer["error"]["message"].take();
        let text = text.as_str().unwrap();
        assert!(
            !text.is_empty() && text.len() < 200,
            "{}: {text}",
            self.what
        );
        assert_eq!(text, self.message.unwrap_or(text), "{}", self.what);
        let mut expected = json!({
            "jsonrpc": "2.0",
            "error": {"code": self.code, "message": null},
        });
        if let Some(id) = &self.id {
            expected["id"] = id.clone();
        }
        assert_eq!(answer, expected, "{}: {text}", self.what);
    }
}

/// All of them. None has an end of line.
pub(crate) fn bad_messages() -> Vec<Bad> {
    let all = [not_json(), not_utf8(), deep(), twice(), ids(), misfits()];
    all.into_iter().flatten().collect()
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

fn not_json() -> Vec<Bad> {
    let texts = [
        ("a byte order mark", format!("\u{feff}{PING}")),
        ("trailing garbage", format!("{PING}x")),
        ("a trailing comma", format!("{PING},")),
        ("two values", format!("{PING} {PING}")),
        ("no end", PING[..PING.len() - 1].to_owned()),
        ("one brace too many", format!("{PING}}}")),
        ("a comment", format!("/* hello */{PING}")),
        ("single quotes", PING.replace('"', "'")),
        (
            "NaN",
            r#"{"jsonrpc":"2.0","id":NaN,"method":"ping"}"#.into(),
        ),
        ("a NUL after the end", format!("{PING}\0")),
        ("nothing but NUL", "\0\0\0\0".into()),
        ("a bare NUL in text", PING.replace("ping", "pi\0ng")),
        (
            "a bare control character in a skipped place",
            PING.replace("}", r#","x":"<tab>"}"#).replace("<tab>", "\t"),
        ),
        (
            "a misfit before the end is missing",
            r#"{"jsonrpc":"2.0","id":1,"method":5"#.into(),
        ),
        ("a number and garbage", "1 x".into()),
        ("four million digits", "7".repeat(4_000_000) + "x"),
    ];
    let bad = |(what, text)| Bad::new(what, String::into_bytes(text), -32700);
    texts.into_iter().map(bad).collect()
}

/// Bytes that are no text, wherever they are: also where the message is only skipped.
fn not_utf8() -> Vec<Bad> {
    let places = [
        r#"{"jsonrpc":"2.0","id":1,"method":"?"}"#,
        r#"{"jsonrpc":"2.0","id":"?","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","unknown":"?"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","?":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"unknown":["?"]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"?":1}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a/b":"?"}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":"?"}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"?":1}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"a":"?"}}"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping","unknown":"?"}]"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}?"#,
    ];
    let wrong: [&[u8]; 4] = [b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80"];
    let mut all = Vec::new();
    for place in places {
        for bytes in wrong {
            let (before, after) = place.split_once('?').unwrap();
            let text = [before.as_bytes(), bytes, after.as_bytes()].concat();
            let what = format!("{bytes:x?} in {place}");
            all.push(Bad::new(what, text, -32700));
        }
    }
    all
}

/// Nested deeper than anybody means it, in all places.
fn deep() -> Vec<Bad> {
    let places = [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":?}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":?}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":?}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"unknown":?}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":?}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":?}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"inputResponses":{"a":?}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","unknown":?}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":?}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":?}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":?}}"#,
    ];
    let forms = [
        ("[".repeat(101), "]".repeat(101)),
        ("[".repeat(100_000), "]".repeat(100_000)),
        (r#"{"a":"#.repeat(100_000) + "1", "}".repeat(100_000)),
        (r#"[{"a":"#.repeat(50_000) + "1", "}]".repeat(50_000)),
    ];
    let mut all = Vec::new();
    for place in places {
        for (open, close) in &forms {
            let text = place.replace('?', &format!("{open}{close}"));
            let what = format!("{} levels in {place}", open.len());
            let bad = Bad::new(what, text, -32600).id(1);
            all.push(bad.message("the message is nested deeper than 100 levels"));
        }
    }
    let (open, close) = &forms[1];
    let id = format!(r#"{{"jsonrpc":"2.0","id":{open}{close},"method":"ping"}}"#);
    all.push(Bad::new("an id that is deep", id, -32600));
    let never_closed = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"#.to_owned() + open;
    all.push(Bad::new("deep and never closed", never_closed, -32700));
    all
}

/// Names that are there twice.
fn twice() -> Vec<Bad> {
    let envelope = [
        (
            r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}"#,
            true,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, false),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}"#,
            true,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","meth\u006fd":"tools/list"}"#,
            true,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}"#,
            true,
        ),
        (r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#, true),
    ];
    let params = [
        r#"{"name":"add","name":"print"}"#,
        r#"{"name":"add","arguments":{"a":1,"b":2},"arguments":{"a":3,"b":4}}"#,
        r#"{"_meta":{},"_meta":{}}"#,
        r#"{"_meta":{"progressToken":1,"progressToken":2}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/protocolVersion":"2025-11-25"}}"#,
    ];
    let envelope = envelope.map(|(text, has_id)| {
        let bad = Bad::new(text, text, -32600);
        if has_id { bad.id(1) } else { bad }
    });
    let params = params.map(|params| {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        Bad::new(params, text, -32602).id(1)
    });
    envelope.into_iter().chain(params).collect()
}

/// Ids that are none.
fn ids() -> Vec<Bad> {
    let digits = "7".repeat(1_000_000);
    let ids = [
        "null",
        "true",
        "1.5",
        "-0",
        "1e400",
        "1e-400",
        "-1e999999999",
        "{}",
        "[1]",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        r#""\ud800""#,
        &digits,
    ];
    let bad = |id: &str| {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let what = format!("the id {}", &id[..id.len().min(30)]);
        let bad = Bad::new(what, text, -32600);
        bad.message("`id` must be a string or a 64-bit integer")
    };
    ids.into_iter().map(bad).collect()
}

/// JSON that is no message, with the id where one can be read.
fn misfits() -> Vec<Bad> {
    let texts = [
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":null}"#, -32600),
        (r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"error":[1,"x",null]}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1e400,"message":"x"}}"#,
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[[],"add"]}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"name":"\udfff"}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":["t","2026-07-28"]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":[1]}}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1e400}}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":"\ud800"}}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/clientInfo":["a","1",null,null]}}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"clientInfo":["a","1",null,null]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"capabilities":[null,null,null,{}]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"ref":["ref/prompt","x"]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"argument":["a","b"]}}"#,
            -32602,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"context":[{}]}}"#,
            -32602,
        ),
    ];
    let bad = |(text, code)| Bad::new(text, text, code).id(1);
    texts.into_iter().map(bad).collect()
}
