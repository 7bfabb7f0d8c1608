//! Arguments that do not fit, and what the model reads then.

use serde_json::json;

use super::parameters::call;

#[tokio::test]
async fn every_invalid_argument_is_named_with_a_valid_example() {
    let arguments = json!({"tiny": 300, "count": -1, "real": "half", "truth": 1, "more": []});
    let expected = "invalid arguments for `kinds_of_numbers`:
- `more`: got [], wanted one of `tiny`, `count`, `whole`, `real`, `truth`
- `whole`: got nothing, wanted an integer
- `tiny`: got 300, wanted an integer (A small one.)
- `count`: got -1, wanted an integer
- `real`: got \"half\", wanted a number
- `truth`: got 1, wanted a boolean
example: {\"tiny\":1,\"count\":1,\"whole\":1,\"real\":1.5,\"truth\":true}";
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn valid_arguments_stay_in_the_example() {
    let arguments = json!({"tiny": 5, "count": 6, "whole": 7.5, "real": 8, "truth": false});
    let expected = "invalid arguments for `kinds_of_numbers`:
- `whole`: got 7.5, wanted an integer
example: {\"tiny\":5,\"count\":6,\"whole\":1,\"real\":8,\"truth\":false}";
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn the_path_within_an_argument_is_named() {
    let arguments = json!({
        "text": "",
        "list": [1, "two", 3],
        "sorted": {"a": true},
        "hashed": {},
        "pair": [1],
    });
    let expected = "invalid arguments for `kinds_of_collections`:
- `list[1]`: got \"two\", wanted a value that fits: invalid type: string \"two\", expected i64
- `sorted.a`: got true, wanted a value that fits: invalid type: boolean `true`, expected f64
- `pair`: got [1], wanted an array
example: {\"text\":\"\",\"list\":[1],\"sorted\":{},\"hashed\":{},\"pair\":[1,\"text\"]}";
    assert_eq!(
        call("kinds_of_collections", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn other_types_name_what_they_expect() {
    let arguments = json!({
        "level": "middle",
        "place": {"number": 5},
        "day": "yesterday",
        "moment": "noon",
        "id": "7",
        "link": "not a link",
        "anything": 0,
    });
    let expected = "invalid arguments for `kinds_of_types`:
- `level`: got \"middle\", wanted one of `low`, `high`
- `place`: got {\"number\":5}, wanted an object
- `day`: got \"yesterday\", wanted a string (date)
- `moment`: got \"noon\", wanted a string (date-time)
- `id`: got \"7\", wanted a string (uuid)
- `link`: got \"not a link\", wanted a string (uri)
example: {\"level\":\"low\",\"place\":{\"street\":\"text\"},\"day\":\"2026-01-31\",\"moment\":\"2026-01-31T12:00:00Z\",\"id\":\"00000000-0000-4000-8000-000000000000\",\"link\":\"https://example.com/\",\"anything\":0}";
    assert_eq!(
        call("kinds_of_types", arguments).await,
        Err(expected.into())
    );
}

#[tokio::test]
async fn long_values_are_shortened() {
    let arguments =
        json!({"tiny": "x".repeat(500), "count": 1, "whole": 1, "real": 1, "truth": true});
    let shown = "x".repeat(79);
    let expected = format!(
        "invalid arguments for `kinds_of_numbers`:
- `tiny`: got \"{shown}…, wanted an integer (A small one.)
example: {{\"tiny\":1,\"count\":1,\"whole\":1,\"real\":1,\"truth\":true}}"
    );
    assert_eq!(call("kinds_of_numbers", arguments).await, Err(expected));
}

#[tokio::test]
async fn arguments_must_be_an_object() {
    let expected = "invalid arguments for `kinds_of_names`:
- `arguments`: got [1], wanted a JSON object
example: {\"type\":\"text\"}";
    assert_eq!(
        call("kinds_of_names", json!([1])).await,
        Err(expected.into())
    );
    // Not even where there are as many as there are parameters, of the right types.
    let fitting = call("kinds_of_names", json!(["text"])).await;
    assert_eq!(fitting, Err(expected.replace("[1]", "[\"text\"]")));
}

#[tokio::test]
async fn a_function_without_parameters_refuses_arguments() {
    use toolwright::prelude::*;

    /// Take nothing.
    #[tool]
    async fn takes_nothing() -> &'static str {
        "nothing"
    }
    let server = crate::harness::new_server().tools(tools![takes_nothing]);
    let client = server.client().await.unwrap();
    let output = client.call("takes_nothing", json!({"a": 1})).await.unwrap();
    let expected = "invalid arguments for `takes_nothing`:
- `a`: got 1, wanted no parameters
example: {}";
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, expected)
    );
    let output = client.call("takes_nothing", json!({})).await.unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (false, "nothing")
    );
}

#[tokio::test]
async fn a_partly_documented_enumeration_names_its_values() {
    use schemars::JsonSchema;
    use serde::Deserialize;
    use toolwright::prelude::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Shade {
        Light,
        /// As the night.
        Dark,
    }
    /// Take a shade.
    #[tool]
    async fn takes_shade(shade: Shade) -> String {
        format!("{shade:?}")
    }
    let server = crate::harness::new_server().tools(tools![takes_shade]);
    let client = server.client().await.unwrap();
    let output = client
        .call("takes_shade", json!({"shade": "grey"}))
        .await
        .unwrap();
    let expected = "invalid arguments for `takes_shade`:
- `shade`: got \"grey\", wanted one of `light`, `dark`
example: {\"shade\":\"light\"}";
    assert_eq!(output.joined_text(), expected);
}
