//! The execution log through the API: lists, one call, replays, statistics.

use serde_json::{Value, json};

use super::{Api, increment};
use crate::registry::constant;

async fn call(api: &Api, tool: &str, arguments: Value) -> String {
    let path = format!("tools/{tool}/call");
    let called = api
        .post(&path, json!({"arguments": arguments}))
        .await
        .expect(200);
    called["execution_id"].as_str().unwrap().to_owned()
}

fn ids(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap()).collect()
}

async fn with_three_calls() -> (Api, [String; 3]) {
    let api = Api::with(json!([increment("inc"), constant("one", "1")])).await;
    let first = call(&api, "inc", json!({"number": 1})).await;
    let second = call(&api, "one", json!({})).await;
    let third = call(&api, "inc", json!({"number": "many"})).await;
    (api, [first, second, third])
}

#[tokio::test]
async fn calls_are_listed_newest_first_and_filtered() {
    let (api, [first, second, third]) = with_three_calls().await;
    let list = |query: &'static str| {
        let api = &api;
        async move { api.get(&format!("executions{query}")).await.expect(200) }
    };
    assert_eq!(ids(&list("").await), [&*third, &*second, &*first]);
    assert_eq!(ids(&list("?tool=inc").await), [&*third, &*first]);
    assert_eq!(ids(&list("?tool=in*&outcome=ok").await), [&*first]);
    assert_eq!(ids(&list("?q=MANY").await), [&*third]);
    assert_eq!(ids(&list("?since=1h&caller=127.*").await).len(), 3);
    assert_eq!(ids(&list("?until=1h").await), Vec::<&str>::new());
    let item = &list("?outcome=invalid_arguments").await["items"][0];
    assert_eq!(
        (&item["tool"], &item["kind"]),
        (&json!("inc"), &json!("expression"))
    );
    assert_eq!(
        (&item["test"], &item["key_id"]),
        (&json!(false), &json!(null))
    );
    for wrong in ["?since=yesterday", "?cursor=x", "?limit=0"] {
        assert_eq!(
            api.get(&format!("executions{wrong}")).await.refusal().0,
            400
        );
    }
}

#[tokio::test]
async fn a_page_of_calls_begins_after_its_cursor() {
    let (api, [first, second, third]) = with_three_calls().await;
    let page = api.get("executions?limit=2").await.expect(200);
    assert_eq!(ids(&page), [&*third, &*second]);
    let next = page["next"].as_str().unwrap();
    call(&api, "one", json!({})).await;
    let page = api.get(&format!("executions?limit=2&cursor={next}")).await;
    let page = page.expect(200);
    assert_eq!(ids(&page), [&*first]);
    assert_eq!(page["next"], Value::Null);
}

#[tokio::test]
async fn a_call_is_shown_whole_and_made_again() {
    let (api, [first, _, third]) = with_three_calls().await;
    let shown = api.get(&format!("executions/{first}")).await.expect(200);
    assert_eq!(shown["arguments"], json!({"number": 1}));
    assert_eq!(shown["result"], 2);
    assert_eq!(shown["timeline"][0]["name"], "run");
    let failed = api.get(&format!("executions/{third}")).await.expect(200);
    assert!(
        failed["error"].as_str().unwrap().contains("number"),
        "{failed}"
    );
    let again = format!("executions/{first}/replay");
    let replay = |body: Value| api.post(&again, body);
    assert_eq!(replay(json!({})).await.expect(200)["result"], 2);
    let other = replay(json!({"arguments": {"number": 8}}))
        .await
        .expect(200);
    assert_eq!(other["result"], json!(9));
    assert_ne!(other["execution_id"], json!(first));
    let unknown = "018f0000-0000-7000-8000-000000000000";
    for id in [unknown, "x", "..%2f..%2fsecret.key"] {
        assert_eq!(api.get(&format!("executions/{id}")).await.refusal().0, 404);
    }
}

#[tokio::test]
async fn a_call_whose_secrets_are_not_in_the_log_needs_its_arguments_again() {
    let tool = json!({
        "name": "log_in", "type": "expression", "description": "Logs in.",
        "config": {"expression": "len(password)"},
        "parameters": [{"name": "password", "type": "string"}],
    });
    let api = Api::with(json!([tool])).await;
    let id = call(&api, "log_in", json!({"password": "s3cret-password"})).await;
    let path = format!("executions/{id}");
    let shown = api.get(&path).await.expect(200);
    assert_eq!(shown["arguments"], json!({"password": "********"}));
    let replayed = api
        .post(&format!("{path}/replay"), json!({}))
        .await
        .expect(422);
    assert_eq!(replayed["problems"][0]["path"], "/arguments");
}

#[tokio::test]
async fn calls_are_counted_by_time_tool_caller_and_outcome() {
    let (api, _) = with_three_calls().await;
    let trial = json!({"arguments": {"number": 1}});
    api.post("tools/inc/test", trial).await.expect(200);
    let counted = api.get("statistics?since=2h&bucket=hour").await.expect(200);
    let outcomes = json!({"invalid_arguments": 1, "ok": 2});
    assert_eq!(counted["outcomes"], outcomes);
    let tools = counted["tools"].as_array().unwrap().iter();
    let tools: Vec<_> = tools
        .map(|one| json!([one["tool"], one["calls"], one["errors"]]))
        .collect();
    assert_eq!(tools, [json!(["inc", 2, 1]), json!(["one", 1, 0])]);
    assert!(counted["tools"][0]["p50_ms"].as_f64().unwrap() > 0.0);
    let buckets = counted["buckets"].as_array().unwrap();
    assert!((2..=3).contains(&buckets.len()), "{buckets:?}");
    let calls: u64 = buckets
        .iter()
        .map(|one| one["calls"].as_u64().unwrap())
        .sum();
    assert_eq!(calls, 3);
    assert_eq!(counted["callers"][0]["calls"], 3);
    assert_eq!(
        (&counted["running"], &counted["queued"]),
        (&json!(0), &json!(0))
    );
    let one = api.get("statistics?tool=one").await.expect(200);
    assert_eq!(one["outcomes"], json!({"ok": 1}));
    let tool = api.get("tools/inc").await.expect(200);
    assert_eq!(
        (&tool["statistics"]["calls"], &tool["statistics"]["errors"]),
        (&json!(2), &json!(1))
    );
    let refused = api
        .get("statistics?since=365d&bucket=minute")
        .await
        .refusal();
    let why = "these are more than 2000 buckets: choose longer ones".to_owned();
    assert_eq!(refused, (400, why));
}
