//! A web page wants to change a server of the one who looks at it.

use reqwest::Method;
use serde_json::json;

use crate::{
    api::{Api, answered},
    registry::constant,
};

#[tokio::test]
async fn a_page_at_another_port_of_this_machine_is_somebody_elses() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let own = api.server.address();
    let port = own.port();
    for origin in [
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("http://localhost:{port}"),
        "null".to_owned(),
    ] {
        let request = api.request(Method::GET, "tools").header("origin", &origin);
        assert_eq!(answered(request).await.status, 403, "{origin}");
    }
    let same = api
        .request(Method::GET, "tools")
        .header("origin", format!("http://{own}"));
    assert_eq!(answered(same).await.status, 200);
}

#[tokio::test]
async fn a_page_whose_address_begins_like_the_server_is_somebody_elses() {
    let api = Api::with(json!([])).await;
    let own = api.server.address();
    for origin in [
        format!("http://{own}.evil.com"),
        format!("http://{own}@evil.com"),
        format!("http://{own}/path"),
    ] {
        let request = api.request(Method::GET, "tools").header("origin", &origin);
        assert_eq!(answered(request).await.status, 403, "{origin}");
    }
}

#[tokio::test]
async fn a_change_without_a_body_needs_a_header_that_no_form_sends() {
    let api = Api::with(json!([constant("one", "1")])).await;
    let path = "tools/one/restore";
    let plain = |method| api.request(method, path);
    assert_eq!(answered(plain(Method::POST)).await.status, 415);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let request = plain(Method::POST).header("content-type", kind);
        assert_eq!(answered(request).await.status, 415, "{kind}");
    }
    for (name, value) in [
        ("content-type", "application/json"),
        ("x-toolwright-console", "1"),
    ] {
        let request = plain(Method::POST).header(name, value);
        assert_eq!(answered(request).await.status, 409, "{name}");
    }
    assert_eq!(
        answered(api.request(Method::DELETE, "tools/one"))
            .await
            .status,
        415
    );
}

/// The changes of the API that take no body, with names in place of those of their paths.
async fn changes_without_a_body(api: &Api) -> Vec<(Method, String)> {
    let document = api.get("openapi.json").await.expect(200);
    let mut changes = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (verb, operation) in operations.as_object().unwrap() {
            let method = Method::from_bytes(verb.to_uppercase().as_bytes()).unwrap();
            if method != Method::GET && operation.get("requestBody").is_none() {
                let path = path.trim_start_matches('/').replace(['{', '}'], "");
                changes.push((method, path));
            }
        }
    }
    changes
}

#[tokio::test]
async fn no_change_without_a_body_is_made_by_a_form() {
    let api = Api::with(json!([])).await;
    let changes = changes_without_a_body(&api).await;
    assert!(changes.contains(&(Method::POST, "keys/id/rotate".to_owned())));
    assert!(changes.len() > 8, "{changes:?}");
    for (method, path) in changes {
        let plain = || api.request(method.clone(), &path);
        let form = plain().header("content-type", "application/x-www-form-urlencoded");
        for request in [plain(), form] {
            assert_eq!(answered(request).await.status, 415, "{method} {path}");
        }
        let page = plain()
            .header("content-type", "application/json")
            .header("origin", "http://127.0.0.1:1");
        assert_eq!(answered(page).await.status, 403, "{method} {path}");
    }
}
