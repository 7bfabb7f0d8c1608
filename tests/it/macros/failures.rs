//! Functions that fail, with every kind of error.

use std::{error::Error, fmt, time::Duration};

use serde_json::{Value, json};
use toolwright::{Client, prelude::*};

use crate::harness::new_server;

type Boxed = Box<dyn Error + Send + Sync>;
type Alias<T> = std::result::Result<T, std::num::ParseIntError>;

/// As `anyhow::Error` is: not an error itself, and turned into a boxed one.
struct Anyhow(&'static str);

impl From<Anyhow> for Boxed {
    fn from(error: Anyhow) -> Self {
        error.0.into()
    }
}

/// A custom error, with a cause that is only logged.
#[derive(Debug)]
struct Own(std::num::ParseIntError);

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is no number")
    }
}

impl Error for Own {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// Fail with an error of the standard library.
#[tool]
async fn fail_std(text: String) -> Alias<i64> {
    text.parse()
}

/// Fail with one's own error.
#[tool]
async fn fail_own(text: String) -> Result<i64, Own> {
    text.parse().map_err(Own)
}

/// Fail with text.
#[tool]
fn fail_text(text: String) -> Result<i64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// Fail with a boxed error.
#[tool]
async fn fail_boxed(text: String) -> Result<i64, Boxed> {
    Ok(text.parse()?)
}

/// Fail as with `anyhow`.
#[tool]
async fn fail_anyhow(text: String) -> Result<i64, Anyhow> {
    text.parse().map_err(|_| Anyhow("anyhow, no"))
}

/// Fail in the ways that a tool knows.
#[tool]
async fn fail_knowingly(text: String) -> Result<i64, ToolError> {
    match text.as_str() {
        "limited" => Err(ToolError::RateLimited {
            retry_after: Duration::from_millis(1500),
        }),
        "unavailable" => Err(ToolError::unavailable("the database is away")),
        "refused" => Err(ToolError::refused(-32000, "never")),
        "missing" => Err(ToolError::not_found("task", "t")),
        other => Ok(other.parse::<i64>()?),
    }
}

async fn client() -> Client {
    let tools = tools![
        fail_std,
        fail_own,
        fail_text,
        fail_boxed,
        fail_anyhow,
        fail_knowingly
    ];
    new_server().tools(tools).client().await.unwrap()
}

#[tokio::test]
async fn an_error_is_a_result_that_the_model_reads() {
    let client = client().await;
    for (name, text) in [
        ("fail_std", "invalid digit found in string"),
        ("fail_own", "it is no number"),
        ("fail_text", "`x` is no number"),
        ("fail_boxed", "invalid digit found in string"),
        ("fail_anyhow", "anyhow, no"),
        ("fail_knowingly", "invalid digit found in string"),
    ] {
        let output = client.call(name, json!({"text": "x"})).await.unwrap();
        assert_eq!(
            (output.is_error, output.joined_text().as_str()),
            (true, text),
            "{name}"
        );
        assert_eq!(output.structured_value(), None, "{name}");
        let output = client.call(name, json!({"text": "3"})).await.unwrap();
        let three = Some(json!({"result": 3}));
        assert_eq!(
            (output.is_error, output.structured_value()),
            (false, three),
            "{name}"
        );
    }
}

#[tokio::test]
async fn the_errors_of_a_tool_say_what_to_do() {
    let client = client().await;
    for (how, text) in [
        ("limited", "too many calls: try again in 1.5 s"),
        ("unavailable", "the database is away"),
        ("missing", "unknown task `t`"),
    ] {
        let output = client
            .call("fail_knowingly", json!({"text": how}))
            .await
            .unwrap();
        assert_eq!(
            (output.is_error, output.joined_text().as_str()),
            (true, text)
        );
    }
    let refused = client
        .call("fail_knowingly", json!({"text": "refused"}))
        .await;
    let toolwright::Error::Refused { code, message } = refused.unwrap_err() else {
        panic!("not refused")
    };
    assert_eq!((code, message.as_str()), (-32000, "never"));
}

#[tokio::test]
async fn a_result_has_the_schema_of_its_value() {
    let tools: Vec<Value> = client().await.tools().await.unwrap();
    for tool in tools {
        let schema = &tool["outputSchema"]["properties"]["result"];
        assert_eq!(schema, &json!({"type": "integer"}), "{}", tool["name"]);
    }
}
