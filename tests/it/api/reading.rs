//! Lists of tools, and one tool.

use serde_json::json;

use super::{Api, answered, increment, names};
use crate::registry::constant;

fn tagged(name: &str, tag: &str) -> serde_json::Value {
    let mut tool = constant(name, "1");
    tool["tags"] = json!([tag]);
    tool
}

#[tokio::test]
async fn tools_are_listed_by_name_and_filtered() {
    let mut off = tagged("c_off", "x");
    off["is_active"] = json!(false);
    let api = Api::with(json!([tagged("b", "y"), tagged("a", "x"), off])).await;
    assert_eq!(api.names("").await, ["a", "b", "c_off"]);
    assert_eq!(api.names("&tag=x").await, ["a", "c_off"]);
    assert_eq!(api.names("&active=true").await, ["a", "b"]);
    assert_eq!(api.names("&active=false").await, ["c_off"]);
    assert_eq!(
        api.names("&kind=expression&q=A%20CONSTANT").await,
        ["a", "b", "c_off"]
    );
    assert_eq!(api.names("&kind=sql").await, Vec::<String>::new());
    assert_eq!(api.names("&owner=nobody").await, Vec::<String>::new());
    let compiled = api.get("tools?origin=compiled").await.expect(200);
    assert!(names(&compiled).contains(&"calculator".to_owned()));
}

#[tokio::test]
async fn a_list_has_pages() {
    let tools: Vec<_> = (0..5)
        .map(|number| constant(&format!("t{number}"), "1"))
        .collect();
    let api = Api::with(json!(tools)).await;
    let first = api.get("tools?origin=registry&limit=2").await.expect(200);
    assert_eq!(names(&first), ["t0", "t1"]);
    assert_eq!((&first["next"], &first["total"]), (&json!("t1"), &json!(5)));
    let last = api.get("tools?origin=registry&limit=2&cursor=t3").await;
    let last = last.expect(200);
    assert_eq!(
        (names(&last), &last["next"]),
        (vec!["t4".into()], &json!(null))
    );
    let beyond = api.get("tools?origin=registry&cursor=zz").await.expect(200);
    assert_eq!((names(&beyond), &beyond["next"]), (vec![], &json!(null)));
    for wrong in ["limit=0", "limit=1001", "limit=x", "colour=red"] {
        let answer = api.get(&format!("tools?{wrong}")).await;
        assert_eq!(answer.refusal().0, 400, "{wrong}");
    }
}

#[tokio::test]
async fn a_list_that_did_not_change_is_not_sent_again() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let first = api.get("tools").await;
    assert_eq!(first.headers["cache-control"], "no-cache");
    let again = || {
        let request = api.request(reqwest::Method::GET, "tools");
        answered(request.header("if-none-match", &first.headers["etag"]))
    };
    assert_eq!(again().await.status, 304);
    let created = api.post("tools", constant("two", "2")).await;
    assert_eq!(created.status, 201);
    assert_eq!(again().await.status, 200);
}

#[tokio::test]
async fn a_tool_is_shown_with_its_definition() {
    let api = Api::with(json!([increment("inc")])).await;
    let answer = api.get("tools/inc").await;
    assert_eq!(answer.headers["etag"], "\"1\"");
    let tool = answer.expect(200);
    assert_eq!(tool["spec"], increment("inc"));
    assert_eq!(tool["kind"], "expression");
    assert_eq!(tool["origin"], "registry");
    assert_eq!(tool["revision"], "1");
    assert_eq!(
        (&tool["is_active"], &tool["editable"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        (&tool["owner"], &tool["is_public"]),
        (&json!(null), &json!(true))
    );
    let definition = &tool["definition"];
    assert_eq!(definition["inputSchema"]["required"], json!(["number"]));
    let length = serde_json::to_string(definition).unwrap().len();
    assert_eq!(tool["tokens"], json!(length.div_ceil(4)));
    let compiled = api.get("tools/calculator").await.expect(200);
    assert_eq!(
        (&compiled["spec"], &compiled["editable"]),
        (&json!(null), &json!(false))
    );
}

#[tokio::test]
async fn a_credential_is_never_shown() {
    let tool = json!({
        "name": "weather", "type": "http", "description": "The weather.",
        "config": {"base_url": "https://weather.example.com"},
        "auth": {"type": "bearer", "token": "s3cret-token"},
    });
    let api = Api::with(json!([tool])).await;
    let masked = json!({"type": "bearer", "token": "********"});
    let tool = api.get("tools/weather").await.expect(200);
    assert_eq!(tool["spec"]["auth"], masked);
    let versions = api.get("tools/weather/versions").await.expect(200);
    assert_eq!(versions["items"][0]["spec"]["auth"], masked);
}
