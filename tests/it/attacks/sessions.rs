//! Somebody wants to end the sessions of others by logging in again and again.

use std::fs;

use reqwest::Method;
use serde_json::json;

use crate::api::{Answered, answered, rights::Guarded};

async fn log_in(guarded: &Guarded, key: &str) -> Answered {
    let request = guarded.api.request(Method::POST, "session");
    answered(request.json(&json!({"key": key}))).await
}

async fn is_open(guarded: &Guarded, logged_in: &Answered) -> bool {
    let cookie = logged_in.headers["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let read = guarded
        .api
        .request(Method::GET, "session")
        .header("cookie", cookie);
    answered(read).await.status == 200
}

#[tokio::test]
async fn a_user_has_few_sessions_and_ends_only_their_own() {
    let guarded = Guarded::start().await;
    let admin = log_in(&guarded, &guarded.admin).await;
    let first = log_in(&guarded, &guarded.caller).await;
    assert!(is_open(&guarded, &first).await);
    let mut last = None;
    for _ in 0..10 {
        last = Some(log_in(&guarded, &guarded.caller).await);
    }
    assert!(!is_open(&guarded, &first).await);
    assert!(is_open(&guarded, &last.unwrap()).await);
    assert!(is_open(&guarded, &admin).await);
}

#[tokio::test]
async fn a_user_who_logs_in_without_end_has_to_wait() {
    let guarded = Guarded::start().await;
    let mut statuses = Vec::new();
    for _ in 0..21 {
        statuses.push(log_in(&guarded, &guarded.caller).await.status);
    }
    assert_eq!((statuses[0], statuses[20]), (200, 429), "{statuses:?}");
    // Nor do they fill the audit.
    let file = guarded.api.registry.path("../data/audit.jsonl");
    let lines = || fs::read_to_string(&file).unwrap().lines().count();
    let before = lines();
    assert!(before >= 20, "{before}");
    for _ in 0..50 {
        assert_eq!(log_in(&guarded, &guarded.caller).await.status, 429);
    }
    assert_eq!(lines(), before);
    assert_eq!(log_in(&guarded, &guarded.admin).await.status, 200);
}
