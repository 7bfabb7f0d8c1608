//! Completing arguments of prompts and variables of templates.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toolwright::{Client, prelude::*};

use crate::harness::new_server;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mood {
    Glad,
    /// With a doc comment, which changes the shape of the schema and its order.
    Gloomy,
    Sad,
}

async fn cities(completion: Completion) -> Vec<String> {
    let country = completion
        .arguments
        .get("country")
        .map_or("", String::as_str);
    let all = match country {
        "de" => ["Berlin", "Bonn"],
        _ => ["Bern", "Basel"],
    };
    let typed = |city: &&str| city.starts_with(&completion.value);
    all.into_iter()
        .filter(typed)
        .map(ToOwned::to_owned)
        .collect()
}

async fn numbers(_: Completion) -> Vec<String> {
    (0..150).map(|number| number.to_string()).collect()
}

/// The known people.
#[derive(Default)]
pub(super) struct People(Vec<&'static str>);

async fn people(completion: Completion, known: State<People>, ctx: Context) -> Vec<String> {
    let client = ctx.client().info.as_ref().unwrap().name.clone();
    let known = known.0.iter().map(ToString::to_string).chain([client]);
    known
        .filter(|name| name.starts_with(&completion.value))
        .collect()
}

/// Greet somebody.
#[prompt]
async fn complete_person(#[complete(people)] name: String) -> String {
    format!("Greet {name}.")
}

/// Somebody.
#[resource("person://{name}")]
async fn complete_somebody(#[complete(people)] name: String) -> String {
    name
}

#[tokio::test]
async fn a_completion_takes_states_and_the_context() {
    let server = || {
        new_server()
            .prompts(prompts![complete_person])
            .resources(resources![complete_somebody])
    };
    let client = server()
        .state(People(vec!["tom", "ann", "tina"]))
        .client()
        .await
        .unwrap();
    for of in ["complete_person", "person://{name}"] {
        let found = client.complete(of, "name", "t").await.unwrap();
        assert_eq!(found, ["tom", "tina", "toolwright"]);
    }
    let refused = server().build().unwrap_err().to_string();
    let state = "it::macros::completion::People";
    assert!(
        refused.contains(&format!("takes `State<{state}>`")),
        "{refused}"
    );
}

/// Describe a city.
#[prompt]
async fn complete_prompt(
    country: String,
    #[complete(cities)] city: String,
    mood: Mood,
    really: bool,
) -> String {
    format!("{country} {city} {mood:?} {really}")
}

/// A city of a country.
#[resource("complete://{city}/{number}{?mood}")]
async fn complete_city(
    #[complete(cities)] city: String,
    #[complete(numbers)] number: u8,
    mood: Option<Mood>,
) -> String {
    format!("{city} {number} {mood:?}")
}

async fn client() -> Client {
    new_server()
        .prompts(prompts![complete_prompt])
        .resources(resources![complete_city])
        .client()
        .await
        .unwrap()
}

const TEMPLATE: &str = "complete://{city}/{number}{?mood}";

#[tokio::test]
async fn functions_and_enumerations_complete_values() {
    let client = client().await;
    for (of, argument, typed, expected) in [
        ("complete_prompt", "city", "B", &["Bern", "Basel"][..]),
        ("complete_prompt", "city", "Ba", &["Basel"]),
        ("complete_prompt", "mood", "", &["glad", "sad", "gloomy"]),
        ("complete_prompt", "mood", "GL", &["glad", "gloomy"]),
        ("complete_prompt", "really", "t", &["true"]),
        ("complete_prompt", "country", "d", &[]),
        ("complete_prompt", "none", "", &[]),
        (TEMPLATE, "city", "Be", &["Bern"]),
        (TEMPLATE, "mood", "s", &["sad"]),
    ] {
        let found = client.complete(of, argument, typed).await.unwrap();
        assert_eq!(found, expected, "{of} {argument} `{typed}`");
    }
}

async fn complete(params: Value) -> Value {
    let mut result: Value = client()
        .await
        .request("completion/complete", params)
        .await
        .unwrap();
    result["completion"].take()
}

#[tokio::test]
async fn completions_see_the_other_arguments() {
    let params = json!({
        "ref": {"type": "ref/prompt", "name": "complete_prompt"},
        "argument": {"name": "city", "value": "B"},
        "context": {"arguments": {"country": "de"}},
    });
    let expected = json!({"values": ["Berlin", "Bonn"], "total": 2, "hasMore": false});
    assert_eq!(complete(params).await, expected);
}

#[tokio::test]
async fn at_most_100_values_are_completed() {
    let params = json!({
        "ref": {"type": "ref/resource", "uri": TEMPLATE},
        "argument": {"name": "number", "value": ""},
    });
    let values: Vec<_> = (0..100).map(|number| number.to_string()).collect();
    let expected = json!({"values": values, "total": 150, "hasMore": true});
    assert_eq!(complete(params).await, expected);
}

#[tokio::test]
async fn unknown_prompts_and_resources_are_not_completed() {
    let client = client().await;
    for (of, kind) in [("nobody", "prompt"), ("nothing://{x}", "resource")] {
        let refused = client.complete(of, "x", "").await.unwrap_err();
        assert_eq!(refused.to_string(), format!("unknown {kind} `{of}`"));
    }
}
