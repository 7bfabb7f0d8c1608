//! Arguments that are JSON, and still not what anybody wants: in both eras.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{
    Arguments, BoxFuture, Json, Tool, ToolDef, ToolOutput, prelude::*, tool::Permitted,
};

use crate::{
    fixtures::{add, said},
    harness::{Answer, TestServer, complete, error, new_server, post, result, tool},
};

/// Give a value back.
#[tool]
async fn give_back(value: Value) -> Json<Value> {
    Json(json!({ "value": value }))
}

/// Greet somebody.
#[prompt]
async fn greet(name: String) -> String {
    format!("Hello, {name}!")
}

/// A tool that does not look at what it is given.
struct Blind(ToolDef);

impl Tool for Blind {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        _: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, std::result::Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::text("done")) })
    }
}

async fn start() -> TestServer {
    let by_hand = tool("by_hand", |_, arguments| async move {
        Ok(ToolOutput::text(arguments.to_string()))
    });
    let blind: Arc<dyn Tool> = Arc::new(Blind(ToolDef::new("blind", "A tool.")));
    let server = new_server()
        .tools([by_hand, blind])
        .tools(tools![add, give_back])
        .prompts(prompts![greet]);
    TestServer::start(server).await
}

/// Sends the request as it is written here, in both eras; gives the older answer, which the other must equal.
async fn ask(server: &TestServer, method: &str, name: &str, arguments: &str) -> Answer {
    let request = |meta: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"name":"{name}",{meta}"arguments":{arguments}}}}}"#
        )
    };
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"#;
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", method),
        ("mcp-name", name),
    ];
    let modern = post(server, &headers, request(meta)).await;
    let older = post(server, &[], request("")).await;
    assert_eq!(modern, as_modern(older.clone()), "{arguments:.100}");
    older
}

/// An answer to an older client as a modern one gets it.
fn as_modern(mut answer: Answer) -> Answer {
    if let crate::harness::Body::Json(message) = &mut answer.body
        && let Some(members) = message.get_mut("result")
    {
        *members = complete(members.take());
    }
    answer
}

/// The text of a call's answer, and whether it is a failure.
async fn call(server: &TestServer, name: &str, arguments: &str) -> (String, bool) {
    let answer = ask(server, "tools/call", name, arguments).await;
    let result = answer.into_result();
    let text = result["content"][0]["text"].as_str().unwrap();
    (text.to_owned(), result["isError"] == true)
}

/// Why the arguments of `add` do not fit.
async fn misfit(server: &TestServer, arguments: &str) -> String {
    let (text, is_error) = call(server, "add", arguments).await;
    assert!(is_error, "{text}");
    let problem = text.lines().nth(1).unwrap();
    problem.strip_prefix("- ").unwrap().to_owned()
}

#[tokio::test]
async fn a_number_that_is_not_a_64_bit_integer_is_refused_for_an_integer() {
    let server = start().await;
    let i64 = "an integer (i64)";
    for (number, got, wanted) in [
        ("9223372036854775808", "9223372036854775808", i64),
        ("-9223372036854775809", "-9.223372036854776e+18", i64),
        ("18446744073709551616", "1.8446744073709552e+19", i64),
        ("1.5", "1.5", "an integer"),
    ] {
        let expected = format!("`a`: got {got}, wanted {wanted}");
        let arguments = format!(r#"{{"a":{number},"b":2}}"#);
        assert_eq!(misfit(&server, &arguments).await, expected);
    }
}

#[tokio::test]
async fn a_number_without_a_fraction_is_an_integer() {
    let server = start().await;
    for (number, sum) in [
        ("1e3", "1002"),
        ("1.0", "3"),
        ("-0", "2"),
        ("-0.0", "2"),
        ("-7.00", "-5"),
    ] {
        let arguments = format!(r#"{{"a":{number},"b":2}}"#);
        let answer = call(&server, "add", &arguments).await;
        assert_eq!(answer, (sum.to_owned(), false), "{number}");
    }
}

#[tokio::test]
async fn numbers_and_strings_that_json_values_cannot_hold_are_refused() {
    let server = start().await;
    let digits = "7".repeat(1_000_000);
    let range = "number out of range at line 1 column";
    for (value, why) in [
        ("1e400", format!("{range} 10")),
        ("-1e400", format!("{range} 11")),
        ("1e99999999999999999999", format!("{range} 17")),
        (&digits, format!("{range} 1000005")),
        (
            r#""\ud800""#,
            "unexpected end of hex escape at line 1 column 13".into(),
        ),
        (
            r#""\ud800\u0041""#,
            "lone leading surrogate in hex escape at line 1 column 18".into(),
        ),
        (
            r#""\udfff""#,
            "lone leading surrogate in hex escape at line 1 column 12".into(),
        ),
    ] {
        let arguments = format!(r#"{{"a":{value},"b":2}}"#);
        let expected = format!("`arguments`: got unreadable JSON ({why}), wanted a JSON object");
        assert_eq!(misfit(&server, &arguments).await, expected);
        let arguments = format!(r#"{{"value":{value}}}"#);
        assert!(
            call(&server, "give_back", &arguments).await.1,
            "{value:.100}"
        );
        assert!(call(&server, "by_hand", &arguments).await.1, "{value:.100}");
        let done = ("done".to_owned(), false);
        assert_eq!(call(&server, "blind", &arguments).await, done);
    }
}

#[tokio::test]
async fn values_of_any_type_are_echoed_as_parsed() {
    let server = start().await;
    for (given, understood) in [
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("123456789012345678901234567890", "1.2345678901234568e+29"),
        ("-0", "-0.0"),
        ("1e-400", "0.0"),
        (r#""\u0000""#, r#""\u0000""#),
        (r#""\ud83d\ude00""#, "\"\u{1f600}\""),
        // A name that is there twice: the last counts, as everywhere in JSON that nobody describes.
        (r#"{"b":1,"a":2,"b":3}"#, r#"{"b":3,"a":2}"#),
    ] {
        let text = format!(r#"{{"value":{understood}}}"#);
        let arguments = format!(r#"{{"value":{given}}}"#);
        for name in ["give_back", "by_hand"] {
            assert_eq!(call(&server, name, &arguments).await, (text.clone(), false));
        }
    }
}

#[tokio::test]
async fn a_duplicate_argument_is_refused() {
    let server = start().await;
    for arguments in [
        r#"{"a":1,"b":2,"a":3}"#,
        r#"{"a":1,"b":2,"\u0061":3}"#,
        r#"{"a":1,"a":1,"b":2}"#,
    ] {
        let (text, is_error) = call(&server, "by_hand", arguments).await;
        assert!(
            is_error && text.starts_with("duplicate field `a`"),
            "{text}"
        );
        let problem = misfit(&server, arguments).await;
        assert!(
            problem.starts_with("`arguments`: got unreadable JSON (duplicate field `a` at line 1"),
            "{problem}"
        );
    }
    let answer = ask(
        &server,
        "prompts/get",
        "greet",
        r#"{"name":"Ada","name":"Bob"}"#,
    )
    .await;
    let why = "the `arguments` of a prompt must be an object of strings";
    assert_eq!(answer, Answer::json(200, error(1, -32602, why)));
}

#[tokio::test]
async fn arguments_that_are_an_array_are_refused() {
    let server = start().await;
    for arguments in ["[1,2]", " [1, 2]", "[]", "3", r#""{}""#, "true"] {
        let expected: Value = serde_json::from_str(arguments).unwrap();
        let expected = format!("`arguments`: got {expected}, wanted a JSON object");
        assert_eq!(misfit(&server, arguments).await, expected);
        let why = "the `arguments` of a prompt must be an object of strings";
        assert_eq!(
            ask(&server, "prompts/get", "greet", arguments).await,
            Answer::json(200, error(1, -32602, why))
        );
    }
}

#[tokio::test]
async fn arguments_at_the_depth_limit_are_echoed() {
    let server = start().await;
    // The message, its parameters and the arguments are three of the hundred.
    let value = format!("{}{}", "[".repeat(97), "]".repeat(97));
    let arguments = format!(r#"{{"value":{value}}}"#);
    for name in ["give_back", "by_hand"] {
        assert_eq!(
            call(&server, name, &arguments).await,
            (arguments.clone(), false)
        );
    }
    let done = Answer::json(200, result(1, said("done")));
    assert_eq!(ask(&server, "tools/call", "blind", &arguments).await, done);
}

#[tokio::test]
async fn arguments_over_the_depth_limit_are_refused() {
    let server = start().await;
    let why = "the message is nested deeper than 100 levels";
    for name in ["give_back", "by_hand", "blind", "add", "no_such_tool"] {
        for levels in [98, 128, 100_000] {
            let value = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
            let arguments = format!(r#"{{"value":{value}}}"#);
            let refused = Answer::json(400, error(1, -32600, why));
            assert_eq!(ask(&server, "tools/call", name, &arguments).await, refused);
        }
    }
}
