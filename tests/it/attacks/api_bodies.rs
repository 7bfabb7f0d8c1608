//! Somebody wants the API to use up memory or stack, to follow a path out of it, or to take what a form of a web page sends.

use reqwest::Method;
use serde_json::json;

use crate::{
    api::{Api, answered},
    registry::constant,
};

#[tokio::test]
async fn a_body_that_is_large_deep_or_not_json_is_refused() {
    let api = Api::with(json!([])).await;
    let large = format!("{{\"name\": \"{}\"}}", "a".repeat(1 << 20));
    let deep = format!("{{\"config\": {}", "[".repeat(100_000));
    for (body, status) in [
        (large, 413),
        (deep, 400),
        ("{\"name\": ".to_owned(), 422),
        ("name=x".to_owned(), 422),
        (String::new(), 422),
        ("[1, 2]".to_owned(), 422),
    ] {
        let request = api.request(Method::POST, "tools").body(body.clone());
        let answer = answered(request.header("content-type", "application/json")).await;
        let shown = &body[..body.len().min(40)];
        assert_eq!(answer.refusal().0, status, "{shown}");
    }
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn what_a_form_of_a_web_page_can_send_is_refused() {
    let api = Api::with(json!([])).await;
    let body = constant("planted", "1").to_string();
    for content_type in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
    ] {
        let request = api.request(Method::POST, "tools").body(body.clone());
        let answer = answered(request.header("content-type", content_type)).await;
        assert_eq!(answer.status, 415, "{content_type}");
    }
    let request = api
        .request(Method::POST, "tools")
        .json(&constant("planted", "1"));
    let foreign = request.header("origin", "https://evil.example.com").send();
    assert_eq!(foreign.await.unwrap().status(), 403);
    let request = api.request(Method::GET, "tools");
    let rebound = request.header("host", "evil.example.com").send().await;
    assert_eq!(rebound.unwrap().status(), 403);
    assert_eq!(api.names("").await, Vec::<String>::new());
}

#[tokio::test]
async fn a_name_with_slashes_and_dots_leads_nowhere() {
    let api = Api::with(json!([constant("one", "1")])).await;
    for name in [
        "..%2f..%2fsettings",
        "one%2fversions",
        "%2e%2e",
        "one%00",
        "%ff",
        "a%0d%0aset-cookie:x",
        &"a".repeat(5000),
    ] {
        for path in [format!("tools/{name}"), format!("tools/{name}/versions")] {
            let answer = api.get(&path).await;
            let status = answer.refusal().0;
            assert!([400, 404].contains(&status), "{path}: {status}");
        }
    }
}
