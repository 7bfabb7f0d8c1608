//! Somebody wants to go on with a key that was revoked.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::{Method, Response};
use serde_json::json;
use tokio::time::{Instant, timeout};
use toolwright_access::NewKey;

use crate::{
    api::{answered, rights::Guarded},
    harness::soon,
};

/// A second, which the program keeps by its intervals, and as much again for a machine that runs other
/// tests beside this one.
const SOON: Duration = Duration::from_secs(2);

/// Returns how long it takes until a stream ends.
async fn end_of(stream: Response) -> Duration {
    let (mut chunks, start) = (stream.bytes_stream(), Instant::now());
    let ended = async { while chunks.next().await.is_some() {} };
    timeout(Duration::from_secs(10), ended)
        .await
        .expect("the stream ends");
    start.elapsed()
}

#[tokio::test]
async fn the_events_of_a_revoked_key_end() {
    let guarded = Guarded::start().await;
    let (key, text) = guarded.accounts.create_key(NewKey::of("caller")).unwrap();
    let text = text.expose();
    let read = || guarded.send(&text, "GET", "session", &json!(null));
    soon(async { while read().await.status == 401 {} }).await;
    let listen = || guarded.api.request(Method::GET, "events");
    let revoked = soon(listen().bearer_auth(&text).send()).await.unwrap();
    let other = soon(listen().bearer_auth(&guarded.caller).send())
        .await
        .unwrap();
    guarded.accounts.revoke_key(&key.id).unwrap();
    // The server looks at the file of another process twice a second.
    let waited = end_of(revoked).await;
    assert!(waited < SOON, "{waited:?}");
    let mut chunks = other.bytes_stream();
    assert!(chunks.next().await.is_some(), "the stream has begun");
    let still_open = timeout(Duration::from_secs(2), chunks.next()).await;
    assert!(still_open.is_err(), "the stream of another key goes on");
}

#[tokio::test]
async fn the_events_of_a_session_end_with_it() {
    let guarded = Guarded::start().await;
    let log_in = guarded.api.request(Method::POST, "session");
    let log_in = answered(log_in.json(&json!({"key": guarded.caller}))).await;
    let cookie = log_in.headers["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let request = |method, path| guarded.api.request(method, path).header("cookie", &cookie);
    let stream = soon(request(Method::GET, "events").send()).await.unwrap();
    assert_eq!(stream.status(), 200);
    let log_out = request(Method::DELETE, "session").header("x-toolwright-console", "1");
    assert_eq!(answered(log_out).await.status, 204);
    let waited = end_of(stream).await;
    assert!(waited < SOON, "{waited:?}");
}

#[tokio::test]
async fn the_events_of_a_key_that_an_admin_revokes_end() {
    let guarded = Guarded::start().await;
    let body = json!({"user": "caller"});
    let created = guarded.send(&guarded.admin, "POST", "keys", &body).await;
    let created = created.expect(201);
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    let listen = guarded.api.request(Method::GET, "events");
    let stream = soon(listen.bearer_auth(text("key")).send()).await.unwrap();
    assert_eq!(stream.status(), 200);
    let revoke = guarded
        .api
        .request(Method::DELETE, &format!("keys/{}", text("id")))
        .bearer_auth(&guarded.admin)
        .header("x-toolwright-console", "1")
        .header("if-match", format!("\"{}\"", text("revision")));
    assert_eq!(answered(revoke).await.status, 204);
    let waited = end_of(stream).await;
    assert!(waited < SOON, "{waited:?}");
}
