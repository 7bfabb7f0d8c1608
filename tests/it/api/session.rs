//! A browser logs in with a key and gets a cookie.

use reqwest::Method;
use serde_json::json;
use toolwright_access::KeyText;

use super::{Answered, answered, rights::Guarded};
use crate::registry::constant;

async fn log_in(guarded: &Guarded, key: &str) -> Answered {
    let request = guarded.api.request(Method::POST, "session");
    answered(request.json(&json!({"key": key}))).await
}

/// The pair that a browser sends back.
fn cookie(answer: &Answered) -> String {
    let set = answer.headers["set-cookie"].to_str().unwrap();
    set.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_key_is_exchanged_for_a_cookie_that_scripts_cannot_read() {
    let guarded = Guarded::start().await;
    let answer = log_in(&guarded, &guarded.admin).await;
    let set = answer.headers["set-cookie"].to_str().unwrap();
    let (_, attributes) = set.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Strict");
    let cookie = cookie(&answer);
    let session = answer.expect(200);
    assert_eq!(session["user"], json!({"name": "admin", "role": "admin"}));
    assert_eq!(session["auth"], "cookie");
    let read = guarded
        .api
        .request(Method::GET, "session")
        .header("cookie", &cookie);
    assert_eq!(answered(read).await.expect(200)["auth"], "cookie");
    let out = guarded
        .api
        .request(Method::DELETE, "session")
        .header("content-type", "application/json")
        .header("cookie", &cookie);
    assert_eq!(answered(out).await.status, 204);
    let read = guarded
        .api
        .request(Method::GET, "session")
        .header("cookie", &cookie);
    assert_eq!(answered(read).await.status, 401);
}

#[tokio::test]
async fn a_change_with_a_cookie_needs_the_header_of_the_console() {
    let guarded = Guarded::start().await;
    let cookie = cookie(&log_in(&guarded, &guarded.admin).await);
    let create = || {
        let request = guarded.api.request(Method::POST, "tools");
        request
            .json(&constant("new", "1"))
            .header("cookie", &cookie)
    };
    assert_eq!(answered(create()).await.status, 400);
    let from_console = create().header("x-toolwright-console", "1");
    assert_eq!(answered(from_console).await.status, 201);
}

#[tokio::test]
async fn a_session_ends_when_its_key_is_revoked() {
    let guarded = Guarded::start().await;
    let cookie = cookie(&log_in(&guarded, &guarded.admin).await);
    let read = || {
        answered(
            guarded
                .api
                .request(Method::GET, "tools")
                .header("cookie", &cookie),
        )
    };
    assert_eq!(read().await.status, 200);
    let id = guarded.admin.split('_').nth(1).unwrap();
    guarded.accounts.revoke_key(id).unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert_eq!(read().await.status, 401);
}

#[tokio::test]
async fn guessing_keys_is_slowed_down() {
    let guarded = Guarded::start().await;
    let mut statuses = Vec::new();
    for _ in 0..25 {
        let answer = log_in(&guarded, &KeyText::generate().expose()).await;
        assert!(answer.headers.get("set-cookie").is_none());
        statuses.push(answer.status);
    }
    assert_eq!(statuses[..20], [401; 20]);
    assert_eq!(statuses[20..], [429; 5]);
    assert_eq!(log_in(&guarded, &guarded.admin).await.status, 200);
}
