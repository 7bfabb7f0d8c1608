//! Somebody wants to administer a server that only lets them call.

use reqwest::Method;
use serde_json::json;
use toolwright_access::NewKey;

use crate::{
    api::{Api, NO_DATABASE, answered, rights::Guarded},
    harness::soon,
    registry::constant,
};

/// Headers that proxies add, each alone.
const OF_PROXIES: [(&str, &str); 6] = [
    ("x-forwarded-for", "192.0.2.1"),
    ("x-forwarded-host", "mcp.example.com"),
    ("cf-connecting-ip", "192.0.2.1"),
    ("true-client-ip", "192.0.2.1"),
    ("forwarded", "for=192.0.2.1"),
    ("via", "1.1 proxy"),
];

/// A server that asks nobody for a key, with a tool for everybody and a private one.
async fn open_server() -> Api {
    let settings = [("TOOLWRIGHT_ALLOWED_HOSTS", "mcp.example.com")];
    let settings: Vec<_> = settings.into_iter().chain(NO_DATABASE).collect();
    let mut private = constant("secret_plan", "2");
    private["owner"] = json!("ada");
    Api::with_settings(json!([constant("one", "1"), private]), &settings).await
}

#[tokio::test]
async fn requests_of_others_through_a_proxy_on_this_machine_are_not_those_of_its_user() {
    let api = open_server().await;
    for (name, value) in OF_PROXIES {
        let request = |method, path| api.request(method, path).header(name, value);
        let session = answered(request(Method::GET, "session")).await.expect(200);
        assert_eq!(session["user"]["role"], "caller", "{name}");
        let create = request(Method::POST, "tools").json(&constant("planted", "1"));
        assert_eq!(answered(create).await.refusal().0, 403, "{name}");
        let call = request(Method::POST, "tools/one/call").json(&json!({}));
        assert_eq!(answered(call).await.status, 200, "{name}");
        let seen = answered(request(Method::GET, "executions")).await;
        assert_eq!(seen.expect(200)["items"], json!([]), "{name}");
    }
    assert_eq!(api.names("").await, ["one", "secret_plan"]);
}

#[tokio::test]
async fn requests_of_others_through_a_proxy_reach_no_private_tool() {
    let api = open_server().await;
    for (name, value) in OF_PROXIES {
        let call = api.request(Method::POST, "tools/secret_plan/call");
        let call = call.header(name, value).json(&json!({}));
        let called = answered(call).await.expect(200);
        assert_eq!(called["error_kind"], "not_found", "{name}: {called}");
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
        let list = api.server.http().post(api.server.url("/mcp")).json(&list);
        let list = list.header("accept", "application/json, text/event-stream");
        let list = soon(list.header(name, value).send()).await.unwrap();
        let list = soon(list.text()).await.unwrap();
        assert!(
            list.contains("one") && !list.contains("secret_plan"),
            "{name}: {list}"
        );
    }
    let own = api.post("tools/secret_plan/call", json!({})).await;
    assert_eq!(own.expect(200)["success"], true);
}

#[tokio::test]
async fn requests_of_others_through_a_proxy_read_no_metrics() {
    let api = open_server().await;
    let metrics = || api.server.http().get(api.server.url("/metrics"));
    for (name, value) in OF_PROXIES {
        let read = soon(metrics().header(name, value).send()).await.unwrap();
        assert_eq!(read.status(), 403, "{name}");
    }
    assert_eq!(soon(metrics().send()).await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_key_that_is_limited_to_some_tools_makes_no_other_keys_and_no_tools() {
    let guarded = Guarded::start().await;
    let mut limited = NewKey::of("admin");
    limited.tools = Some(vec!["shared".into()]);
    let limited = guarded.accounts.create_key(limited).unwrap().1.expose();
    let nothing = json!(null);
    let read = || guarded.send(&limited, "GET", "tools", &nothing);
    soon(async { while read().await.status == 401 {} }).await;
    let refused = [
        ("POST", "keys", json!({"user": "admin"})),
        ("POST", "tools", constant("shared_too", "1")),
        ("PATCH", "tools/shared", json!({"description": "Other."})),
        ("GET", "settings", json!(null)),
    ];
    for (method, path, body) in refused {
        let answer = guarded.send(&limited, method, path, &body).await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.body);
    }
    let (path, nothing) = ("tools/shared/call", json!({}));
    let call = guarded.send(&limited, "POST", path, &nothing).await;
    assert_eq!(call.status, 200);
    let seen = guarded.send(&limited, "GET", "executions", &nothing).await;
    assert_eq!(seen.expect(200)["items"], json!([]));
}
