//! Every kind of parameter, from the wire to the function.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolwright::{Client, prelude::*};
use url::Url;
use uuid::Uuid;

use crate::harness::new_server;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Low,
    High,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct Place {
    /// Where the letters go.
    street: String,
    number: Option<u32>,
}

/// Take numbers and truths.
#[tool]
pub(super) async fn kinds_of_numbers(
    /// A small one.
    tiny: i8,
    count: u32,
    whole: i64,
    real: f64,
    truth: bool,
) -> Json<Value> {
    Json(json!([tiny, count, whole, real, truth]))
}

/// Take text and collections.
#[tool]
pub(super) async fn kinds_of_collections(
    text: String,
    maybe: Option<String>,
    list: Vec<i64>,
    sorted: BTreeMap<String, f64>,
    hashed: HashMap<String, bool>,
    pair: (i64, String),
) -> Json<Value> {
    Json(json!([text, maybe, list, sorted, hashed, pair]))
}

/// Take types of one's own and of others.
#[tool]
pub(super) async fn kinds_of_types(
    level: Level,
    place: Place,
    day: NaiveDate,
    moment: DateTime<Utc>,
    id: Uuid,
    link: Url,
    anything: Value,
) -> Json<Value> {
    Json(json!([level, place, day, moment, id, link, anything]))
}

/// Take what may be left out.
#[tool]
pub(super) async fn kinds_of_defaults(
    #[default(7)] number: i64,
    #[default("a word".to_owned())] text: String,
    #[default] list: Vec<i64>,
    #[default(Level::High)] level: Level,
    #[default(3)] maybe: Option<u8>,
) -> Json<Value> {
    Json(json!([number, text, list, level, maybe]))
}

/// A name that Rust keeps for itself.
#[tool]
async fn kinds_of_names(r#type: String) -> Json<Value> {
    Json(json!([r#type]))
}

pub(super) async fn client() -> Client {
    let tools = tools![
        kinds_of_numbers,
        kinds_of_collections,
        kinds_of_types,
        kinds_of_defaults,
        kinds_of_names
    ];
    new_server().tools(tools).client().await.unwrap()
}

/// Returns the arguments that the tool got, or its error.
pub(super) async fn call(name: &str, arguments: Value) -> Result<Value, String> {
    let output = client().await.call(name, arguments).await.unwrap();
    match output.is_error {
        true => Err(output.joined_text()),
        false => Ok(output.structured_value().unwrap()["result"].take()),
    }
}

#[tokio::test]
async fn numbers_arrive() {
    let arguments = json!({"tiny": -128, "count": 4_294_967_295_u32, "whole": i64::MIN, "real": 0.5, "truth": true});
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Ok(json!([-128, 4_294_967_295_u32, i64::MIN, 0.5, true]))
    );
    let arguments = json!({"tiny": 0, "count": 0, "whole": 0, "real": 3, "truth": false});
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Ok(json!([0, 0, 0, 3.0, false]))
    );
}

#[tokio::test]
async fn collections_arrive() {
    let arguments = json!({
        "text": "zürich \"quoted\"\n",
        "maybe": "yes",
        "list": [3, 1, 2],
        "sorted": {"b": 1.5, "a": 2.5},
        "hashed": {"on": true},
        "pair": [1, "one"],
    });
    assert_eq!(
        call("kinds_of_collections", arguments).await,
        Ok(json!([
            "zürich \"quoted\"\n",
            "yes",
            [3, 1, 2],
            {"a": 2.5, "b": 1.5},
            {"on": true},
            [1, "one"],
        ]))
    );
}

#[tokio::test]
async fn optional_parameters_may_be_missing_or_null() {
    for maybe in [json!({}), json!({"maybe": null})] {
        let mut arguments =
            json!({"text": "", "list": [], "sorted": {}, "hashed": {}, "pair": [0, ""]});
        if let Some(null) = maybe.get("maybe") {
            arguments["maybe"] = null.clone();
        }
        assert_eq!(
            call("kinds_of_collections", arguments).await,
            Ok(json!(["", null, [], {}, {}, [0, ""]]))
        );
    }
}

#[tokio::test]
async fn other_types_arrive() {
    let arguments = json!({
        "level": "high",
        "place": {"street": "Main", "number": 5},
        "day": "2026-02-28",
        "moment": "2026-02-28T12:00:00+02:00",
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "link": "https://example.com/a?b=c",
        "anything": [1, {"two": null}],
    });
    assert_eq!(
        call("kinds_of_types", arguments).await,
        Ok(json!([
            "high",
            {"street": "Main", "number": 5},
            "2026-02-28",
            "2026-02-28T10:00:00Z",
            "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "https://example.com/a?b=c",
            [1, {"two": null}],
        ]))
    );
}

#[tokio::test]
async fn parameters_with_a_default_may_be_left_out() {
    assert_eq!(
        call("kinds_of_defaults", json!({})).await,
        Ok(json!([7, "a word", [], "high", 3]))
    );
    let arguments = json!({"number": 1, "text": "x", "list": [1], "level": "low", "maybe": null});
    assert_eq!(
        call("kinds_of_defaults", arguments).await,
        Ok(json!([1, "x", [1], "low", null]))
    );
}

#[tokio::test]
async fn a_rust_keyword_can_be_a_parameter_name() {
    assert_eq!(
        call("kinds_of_names", json!({"type": "x"})).await,
        Ok(json!(["x"]))
    );
}

#[tokio::test]
async fn an_annotated_function_stays_callable() {
    let Json(value) = kinds_of_numbers(1, 2, 3, 4.0, true).await;
    assert_eq!(value, json!([1, 2, 3, 4.0, true]));
}

/// To JSON Schema `5.0` is an integer.
#[tokio::test]
async fn an_integer_may_be_written_as_a_float() {
    let arguments = r#"{"tiny": 5.0, "count": 6e0, "whole": -7.0, "real": 8.0, "truth": false}"#;
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    assert_eq!(
        call("kinds_of_numbers", arguments).await,
        Ok(json!([5, 6, -7, 8.0, false]))
    );
}
