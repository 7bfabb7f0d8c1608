//! Versions of tools.

use reqwest::Method;
use serde_json::json;

use super::{Api, answered, rights::Guarded};
use crate::registry::constant;

#[tokio::test]
async fn an_author_does_not_get_the_versions_of_an_earlier_owner() {
    let guarded = Guarded::start().await;
    let secret = json!({
        "name": "weather", "type": "http", "description": "The weather.",
        "config": {"base_url": "https://weather.example.com"},
        "auth": {"type": "bearer", "token": "s3cret-token"},
    });
    let nothing = json!(null);
    let created = guarded.send(&guarded.owner, "POST", "tools", &secret).await;
    created.expect(201);
    let request = guarded.api.request(Method::DELETE, "tools/weather");
    let removed = request
        .bearer_auth(&guarded.owner)
        .header("if-match", "\"1\"");
    assert_eq!(answered(removed).await.status, 204);
    let mut other = constant("weather", "1");
    other["is_public"] = json!(true);
    let created = guarded.send(&guarded.author, "POST", "tools", &other).await;
    created.expect(201);
    let path = "tools/weather/versions";
    let versions = guarded.send(&guarded.author, "GET", path, &nothing).await;
    let versions = versions.expect(200)["items"].as_array().unwrap().clone();
    assert_eq!(versions.len(), 1, "{versions:?}");
    let roll_back = |key: &str| {
        let path = "tools/weather/versions/1/rollback";
        let request = guarded.api.request(Method::POST, path).bearer_auth(key);
        answered(request)
    };
    assert_eq!(roll_back(&guarded.author).await.status, 404);
    assert_eq!(roll_back(&guarded.admin).await.status, 200);
}

#[tokio::test]
async fn an_earlier_version_is_brought_back() {
    let api = Api::with(json!([])).await;
    api.post("tools", constant("one", "1")).await.expect(201);
    api.change(Method::PUT, "tools/one", 1, constant("one", "2"))
        .await
        .expect(200);
    let versions = api.get("tools/one/versions").await.expect(200);
    let shown: Vec<_> = versions["items"].as_array().unwrap().iter().collect();
    let [second, first] = shown.as_slice() else {
        panic!("{versions}");
    };
    assert_eq!(
        (&first["version"], &first["change"]),
        (&json!(1), &json!("added"))
    );
    assert_eq!(
        (&second["version"], &second["change"]),
        (&json!(2), &json!("updated"))
    );
    assert_eq!(first["by"], "local");
    let back = api
        .post("tools/one/versions/1/rollback", json!({}))
        .await
        .expect(200);
    assert_eq!(back["spec"]["config"]["expression"], "1");
    assert_eq!(back["revision"], "3");
    for unknown in ["0", "9", "x", "-1"] {
        let path = format!("tools/one/versions/{unknown}/rollback");
        assert_eq!(
            api.post(&path, json!({})).await.refusal().0,
            404,
            "{unknown}"
        );
    }
}

#[tokio::test]
async fn only_a_removed_tool_is_restored() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let refused = api.post("tools/one/restore", json!({})).await.refusal();
    assert_eq!(refused, (409, "`one` was not removed".to_owned()));
    let refused = api.post("tools/never/restore", json!({})).await.refusal();
    assert_eq!(
        refused,
        (404, "there is no removed tool `never`".to_owned())
    );
}
