//! Arguments and outputs are validated against their schemas.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use toolwright::{
    ToolDef, ToolError, ToolOutput,
    govern::Governance,
    middleware::Timing,
    prelude::*,
    schema::Schema,
    tool::{InvalidArguments, Problem},
};

use super::governed;
use crate::harness::{defined_tool, new_server};

/// Divide.
#[tool]
async fn checked_ratio(a: f64, b: f64) -> f64 {
    a / b
}

/// Return the letter.
#[tool]
async fn checked_letter(letter: char) -> char {
    letter
}

/// The same tool by hand, whose arguments only the schema checks.
fn letter_by_hand() -> Arc<dyn toolwright::Tool> {
    let letter = json!({"type": "string", "minLength": 1, "maxLength": 1});
    let definition = ToolDef::new("letter_by_hand", "Return the letter.").with_input_schema(
        schema(json!({"type": "object", "properties": {"letter": letter}, "required": ["letter"]})),
    );
    defined_tool(definition, |_, arguments| async move {
        Ok(ToolOutput::text(
            arguments["letter"].as_str().unwrap_or_default(),
        ))
    })
}

fn schema(value: Value) -> Schema {
    value.as_object().unwrap().clone()
}

#[tokio::test]
async fn an_output_that_does_not_fit_its_schema_is_an_error() {
    let promised = schema(json!({
        "type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"],
    }));
    let definition = ToolDef::new("counter", "Counts.")
        .with_input_schema(schema(json!({"type": "object"})))
        .with_output_schema(Some(promised));
    let counter = defined_tool(definition, |_, arguments| async move {
        let mut output = ToolOutput::text("counted");
        output.structured = serde_json::value::to_raw_value(&arguments)
            .ok()
            .filter(|_| arguments != json!({}));
        Ok(output)
    });
    let (server, records) = governed(new_server().tools([counter]));
    let client = server.client().await.unwrap();
    let good = client.call("counter", json!({"count": 3})).await.unwrap();
    assert!(!good.is_error);
    let cases = [
        (
            json!({"count": "3"}),
            "`count`: got \"3\", wanted an integer",
        ),
        (
            json!({"counts": 3}),
            "`count`: got nothing, wanted an integer",
        ),
        (json!({}), "there is no structured content"),
    ];
    records.taken();
    for (given, why) in cases {
        let bad = client.call("counter", &given).await.unwrap();
        let message = format!("the output of `counter` does not fit its output schema: {why}");
        assert_eq!((bad.is_error, bad.joined_text()), (true, message.clone()));
        let [record] = <[Value; 1]>::try_from(records.taken()).unwrap();
        assert_eq!(
            (&record["outcome"], &record["error"]),
            (&json!("tool_execution_error"), &json!(message))
        );
    }
}

#[tokio::test]
async fn a_float_that_is_not_finite_is_not_a_number() {
    let client = governed(new_server().tools(tools![checked_ratio]))
        .0
        .client()
        .await
        .unwrap();
    let half = client
        .call("checked_ratio", json!({"a": 1, "b": 2}))
        .await
        .unwrap();
    assert_eq!((half.is_error, half.joined_text().as_str()), (false, "0.5"));
    let nothing = client
        .call("checked_ratio", json!({"a": 0, "b": 0}))
        .await
        .unwrap();
    assert_eq!(
        nothing.joined_text(),
        "the output of `checked_ratio` does not fit its output schema: `result`: got null, wanted a number"
    );
}

/// The number of times that a [`Counted`] was parsed.
static PARSED: AtomicUsize = AtomicUsize::new(0);

/// A text that counts how often it is parsed.
struct Counted(String);

impl<'de> serde::Deserialize<'de> for Counted {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PARSED.fetch_add(1, Ordering::Relaxed);
        String::deserialize(deserializer).map(Self)
    }
}

impl schemars::JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Return the length of the text.
#[tool]
async fn counted_length(text: Counted) -> usize {
    text.0.len()
}

#[tokio::test]
async fn large_arguments_are_parsed_once_too() {
    let client = governed(new_server().tools(tools![counted_length]))
        .0
        .client()
        .await
        .unwrap();
    for length in [10, 1_000_000] {
        let arguments = json!({"text": "x".repeat(length)});
        PARSED.store(0, Ordering::Relaxed);
        let answer = client.call("counted_length", arguments).await.unwrap();
        assert_eq!(answer.joined_text(), length.to_string());
        assert_eq!(PARSED.load(Ordering::Relaxed), 1, "{length}");
    }
}

#[tokio::test]
async fn a_tool_that_rejects_its_arguments_is_called_once() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let definition =
        ToolDef::new("picky", "Refuses.").with_input_schema(schema(json!({"type": "object"})));
    let picky = defined_tool(definition.clone(), move |_, arguments| {
        counted.fetch_add(1, Ordering::Relaxed);
        let problem = Problem::new("mood", None, "a good one");
        let refusal = InvalidArguments::of_problems(&definition, &arguments, vec![problem]);
        async { Err::<ToolOutput, ToolError>(refusal.into_error()) }
    });
    let client = governed(new_server().tools([picky]))
        .0
        .client()
        .await
        .unwrap();
    let answer = client.call("picky", json!({"limit": "5"})).await.unwrap();
    assert!(
        answer
            .joined_text()
            .contains("`mood`: got nothing, wanted a good one")
    );
    assert_eq!(calls.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn an_invalid_schema_only_fails_calls_of_its_tool() {
    let broken = schema(json!({"type": "object", "properties": {"a": {"pattern": "("}}}));
    let broken = ToolDef::new("broken", "Broken.").with_input_schema(broken);
    let far = schema(
        json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/schema.json"}}}),
    );
    let far = ToolDef::new("far", "Far.").with_input_schema(far);
    let done = |_, _| async { Ok(ToolOutput::text("done")) };
    let tools = [defined_tool(broken, done), defined_tool(far, done)];
    let client = governed(new_server().tools(tools))
        .0
        .client()
        .await
        .unwrap();
    for tool in ["broken", "far"] {
        let answer = client.call(tool, json!({"a": 1})).await.unwrap();
        let told = format!("the input schema of `{tool}` is invalid: ");
        assert!(
            answer.is_error && answer.joined_text().starts_with(&told),
            "{}",
            answer.joined_text()
        );
    }
}

#[tokio::test]
async fn a_char_is_exactly_one_character_on_every_path() {
    let server = || {
        new_server()
            .tools(tools![checked_letter])
            .tools([letter_by_hand()])
    };
    let strict = || Governance::new().repair(false);
    let typed: &[&str] = &["checked_letter"];
    let both: &[&str] = &["checked_letter", "letter_by_hand"];
    for (server, tools) in [
        (server(), typed),
        (server().middleware(Timing), typed),
        (governed(server()).0, both),
        (governed(server().middleware(Timing)).0, both),
        (server().govern(strict()), both),
        (server().govern(strict()).middleware(Timing), both),
    ] {
        let client = server.client().await.unwrap();
        for tool in tools {
            let call = async |letter| client.call(tool, json!({"letter": letter})).await.unwrap();
            let one = call("한").await;
            assert_eq!((one.is_error, one.joined_text().as_str()), (false, "한"));
            for letters in ["ab", ""] {
                let refused = call(letters).await;
                let expected = format!(
                    "invalid arguments for `{tool}`:\n\
                     - `letter`: got \"{letters}\", wanted a string of 1 character\n\
                     example: {{\"letter\":\"t\"}}"
                );
                assert_eq!((refused.is_error, refused.joined_text()), (true, expected));
            }
        }
    }
}
