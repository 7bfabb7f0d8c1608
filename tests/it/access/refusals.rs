//! How requests are refused that do not prove who makes them.

use serde_json::json;

use super::{asking, client};
use crate::harness::{Modern, TestServer, new_server};

async fn refused(server: &TestServer, headers: &[(&str, &str)]) -> (u16, Option<String>, String) {
    let mut request = Modern::of(server).request("tools/list", json!({}));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let challenge = response.headers().get("www-authenticate");
    let challenge = challenge.map(|value| value.to_str().unwrap().to_owned());
    (
        response.status().as_u16(),
        challenge,
        response.text().await.unwrap(),
    )
}

#[tokio::test]
async fn a_refusal_says_what_is_wanted() {
    let server = asking(new_server()).await;
    let missing =
        "this server needs credentials: send `Authorization: Bearer …` or `X-API-Key: …`\n";
    let form = "expected `Authorization: Bearer …` or `X-API-Key: …`\n";
    let (invalid, malformed) = (
        "Bearer error=\"invalid_token\"",
        "Bearer error=\"invalid_request\"",
    );
    for (headers, status, challenge, text) in [
        (&[][..], 401, "Bearer", missing),
        (
            &[("authorization", "Bearer wrong")],
            401,
            invalid,
            "the credentials are not valid\n",
        ),
        (
            &[("x-api-key", "wrong")],
            401,
            invalid,
            "the credentials are not valid\n",
        ),
        (&[("authorization", "Basic YTpi")], 400, malformed, form),
        (
            &[("authorization", "Bearer ada"), ("x-api-key", "bob")],
            400,
            malformed,
            "the request has more than one credential: send one\n",
        ),
    ] {
        let expected = (status, Some(challenge.to_owned()), text.to_owned());
        assert_eq!(refused(&server, headers).await, expected, "{headers:?}");
    }
    let found = client(&server, "ada").ask("tools/list", json!({})).await;
    assert_eq!(found.status, 200);
}

#[tokio::test]
async fn every_path_but_the_probes_asks() {
    let server = TestServer::with(new_server().authenticate(super::Trusting), |options| {
        options.legacy_sse = true;
    })
    .await;
    for (method, path, expected) in [
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 401),
        ("GET", "/mcp", 401),
        ("POST", "/mcp", 401),
        ("DELETE", "/mcp", 401),
        ("GET", "/sse", 401),
        ("POST", "/messages?session_id=1", 401),
    ] {
        let request = server
            .http()
            .request(method.parse().unwrap(), server.url(path));
        let request = request.header("accept", "application/json, text/event-stream");
        let response = request
            .header("content-type", "application/json")
            .send()
            .await
            .unwrap();
        assert_eq!(response.status().as_u16(), expected, "{method} {path}");
    }
    let metrics = |key: &'static str| {
        server
            .http()
            .get(server.url("/metrics"))
            .bearer_auth(key)
            .send()
    };
    assert_eq!(metrics("bob").await.unwrap().status(), 403);
    // The server has no governance, and so no metrics.
    assert_eq!(metrics("eve/admin").await.unwrap().status(), 404);
}

#[tokio::test]
async fn guessing_is_slowed_and_does_not_lock_out_others() {
    let server = asking(new_server()).await;
    for _ in 0..20 {
        assert_eq!(refused(&server, &[("x-api-key", "wrong")]).await.0, 401);
    }
    let response = Modern::of(&server)
        .with_key("wrong")
        .request("tools/list", json!({}));
    let response = response.send().await.unwrap();
    assert_eq!(response.status(), 429);
    let wait: u64 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    let found = client(&server, "ada").ask("tools/list", json!({})).await;
    assert_eq!(found.status, 200);
}
