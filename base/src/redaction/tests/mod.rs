//! Which texts are masked, and which are not.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::Redactor;

fn redactor() -> Redactor {
    Redactor::new([
        "hunter2",
        "p\"q\\r/s",
        "pässwörd",
        "密码很长",
        "24680",
        "abc",
    ])
}

/// Returns `json` with its secrets masked, and checks that it is still JSON if it was.
fn redacted(json: &str) -> String {
    let redacted = redactor().redact_json(json).into_owned();
    let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok();
    assert!(!is_json(json) || is_json(&redacted), "{redacted}");
    redacted
}

#[test]
fn text_without_secrets_is_returned_without_a_copy() {
    for json in [
        r#"{"a":1,"b":[true,null,"x"]}"#,
        r#"{"max_tokens":5,"author":"Ada","keys":[1],"key":"a"}"#,
        r#"{"text":"the password is the secret: a token"}"#,
        r#"{ "text" : "a \"token_count\": 5 \u00e9" }"#,
        "[]",
        "7",
        "",
    ] {
        let redactor = redactor();
        let redacted = redactor.redact_json(json);
        assert!(matches!(redacted, Cow::Borrowed(_)), "{json}");
        assert_eq!(redacted, json);
    }
}

#[test]
fn the_value_of_a_sensitive_key_is_masked_at_any_depth() {
    for (json, expected) in [
        (r#"{"password":"x"}"#, r#"{"password":"********"}"#),
        (
            r#"[{"a":{"X-Api-Key" : "x\"y", "b":2}}]"#,
            r#"[{"a":{"X-Api-Key" : "********", "b":2}}]"#,
        ),
        (
            r#"{"credentials":{"user":"u","deep":["}",{"a":"\""}]},"b":{"c":1}}"#,
            r#"{"credentials":"********","b":{"c":1}}"#,
        ),
        (r#"{"token":12.5e3,"b":1}"#, r#"{"token":"********","b":1}"#),
        (
            r#"{"pass\u0077ord":"x","a":"b"}"#,
            r#"{"pass\u0077ord":"********","a":"b"}"#,
        ),
    ] {
        assert_eq!(redacted(json), expected);
    }
}

#[test]
fn empty_and_boolean_values_are_not_masked() {
    let json = r#"{"password":null,"token":"","auth":true,"secret":false,"pwd":"x","b":"y"}"#;
    let expected =
        r#"{"password":null,"token":"","auth":true,"secret":false,"pwd":"********","b":"y"}"#;
    assert_eq!(redacted(json), expected);
}

#[test]
fn a_known_secret_is_masked_wherever_it_occurs() {
    for (json, expected) in [
        (
            r#"{"text":"it is hunter2, hunter2!"}"#,
            r#"{"text":"it is ********, ********!"}"#,
        ),
        (r#"{"hunter2":1}"#, r#"{"********":1}"#),
        (
            r#"{"pin":24680,"n":246801}"#,
            r#"{"pin":"********","n":246801}"#,
        ),
        (r#"{"a":"hunt\u0065r2"}"#, r#"{"a":"********"}"#),
        (r#"{"a":"p\"q\\r\/s"}"#, r#"{"a":"********"}"#),
        (
            r#"{"a":"db://p%22q%5Cr%2Fs@h"}"#,
            r#"{"a":"db://********@h"}"#,
        ),
        (r#"{"a":"p\u00E4ssw\u00f6rd"}"#, r#"{"a":"********"}"#),
        (r#"{"a":"\u5bc6\u7801\u5f88\u957f"}"#, r#"{"a":"********"}"#),
        (r#"{"a":"密码很长"}"#, r#"{"a":"********"}"#),
        (r#"{"a":"abc Hunter2"}"#, r#"{"a":"abc Hunter2"}"#),
        (r#"{"a":"\ud800 hunter2"}"#, r#"{"a":"\ud800 ********"}"#),
    ] {
        assert_eq!(redacted(json), expected);
    }
}

#[test]
fn a_secret_is_found_in_json_within_a_string_of_json() {
    let mut value = json!({"password": "x", "a": "p\"q\\r/s", "lines": "1\n2"});
    let mut expected = json!({"password": "********", "a": "********", "lines": "1\n2"});
    for depth in 0..5 {
        let found: Value = serde_json::from_str(&redacted(&value.to_string())).unwrap();
        assert_eq!(found, expected, "{depth}");
        value = json!({"content": [{"type": "text", "text": value.to_string()}]});
        expected = json!({"content": [{"type": "text", "text": expected.to_string()}]});
    }
}

#[test]
fn pretty_json_in_a_string_keeps_its_lines() {
    let json = json!({"text": "{\n  \"token\": \"x\"\n}"}).to_string();
    let expected = json!({"text": "{\n  \"token\": \"********\"\n}"}).to_string();
    assert_eq!(redacted(&json), expected);
}

#[test]
fn json_within_prose_or_cut_off_is_masked_too() {
    let json = json!({"text": "Got:\n```json\n{\"token\": \"x\\\"y\", \"b\": 1}\n```"});
    let expected = json!({"text": "Got:\n```json\n{\"token\": \"********\", \"b\": 1}\n```"});
    assert_eq!(redacted(&json.to_string()), expected.to_string());
    let cut = redactor();
    let cut = cut.redact_text(r#"{"a": {"password": "hunt"#);
    assert_eq!(cut, r#"{"a": {"password": "********"#);
}

#[test]
fn a_secret_that_begins_within_another_hint_is_found() {
    let redactor = Redactor::new(["retxyz"]);
    assert_eq!(redactor.redact_text("a secretxyz"), "a sec********");
}

#[test]
fn known_secrets_are_masked_in_text() {
    let redactor = redactor();
    let text = "cannot log in with `hunter2` as\n`p\"q\\r/s`";
    let expected = "cannot log in with `********` as\n`********`";
    assert_eq!(redactor.redact_text(text), expected);
    let plain = redactor.redact_text("cannot log in\nwith the password");
    assert!(matches!(plain, Cow::Borrowed(_)));
}

#[test]
fn json_of_several_lines_is_put_on_one_line() {
    let pretty = "{\r\n  \"a\": \"x\\ny\",\n  \"token\": \"z\"\n}";
    let expected = "{    \"a\": \"x\\ny\",   \"token\": \"********\" }";
    assert_eq!(redacted(pretty), expected);
    assert_eq!(redacted("{\n}"), "{ }");
}

#[test]
fn text_that_is_not_json_does_not_fail() {
    let whole = r#"{"token":{"a":["}\"",1]},"b":"hunter2 \u0041 é密","c":[{"auth":[1]}]}"#;
    let redactor = redactor();
    for (start, _) in whole.char_indices() {
        for (end, _) in whole.char_indices().filter(|(end, _)| *end >= start) {
            let piece = &whole[start..end];
            let found = redactor.redact_json(piece);
            assert!(!found.contains("hunter2"), "{piece}");
            let _ = redactor.redact_text(piece);
        }
    }
}

#[test]
fn debug_does_not_show_the_known_secrets() {
    assert_eq!(format!("{:?}", redactor()), "Redactor { .. }");
}

#[test]
fn the_password_of_a_url_is_masked_in_text_and_in_json() {
    let plain = "cannot fetch http://me:s3cret@host/a";
    let masked = "cannot fetch http://me:********@host/a";
    assert_eq!(redactor().redact_text(plain), masked);
    for (json, expected) in [
        (
            r#"{"url":"http://me:s3cret@host/?a=b"}"#,
            r#"{"url":"http://me:********@host/?a=b"}"#,
        ),
        (
            r#"{"url":"http:\/\/me:s3cret@host"}"#,
            r#"{"url":"http://me:********@host"}"#,
        ),
        (
            r#"{"url":"http://me:\u0073ecret@host"}"#,
            r#"{"url":"http://me:********@host"}"#,
        ),
    ] {
        assert_eq!(redacted(json), expected);
    }
    let without = r#"{"url":"http://host:80/a@b","time":"10:30","a":"b:\\c"}"#;
    assert!(matches!(redactor().redact_json(without), Cow::Borrowed(_)));
}
