//! Servers that respond with errors or not at all.

use std::time::{Duration, Instant};

use super::{
    KEY, LONG, TestServer, embed, embedder,
    embedding_server::{EmbeddingServer, Mood},
    expected, texts,
};
use crate::embedding::{Embedder as _, EmbeddingError};

/// Embeds two texts with a server that is always in this mood. Returns the error and the number of
/// requests.
async fn outcome(mood: Mood) -> (String, usize) {
    let server = TestServer::moody(move |_, _| mood.clone()).await;
    let error = embed(&embedder(&server), &texts(&["a", "b"])).await;
    (error.unwrap_err().to_string(), server.asked().len())
}

#[tokio::test]
async fn invalid_responses_are_refused() {
    let start = "the response of the embedding server is invalid: ";
    let not_json = "it is not the documented JSON: ";
    for (mood, wanted) in [
        (Mood::WrongCount, "1 vectors for 2 texts".to_owned()),
        (Mood::DuplicateIndex, "`index` 0 occurs twice".into()),
        (
            Mood::MixedDimensions,
            "vector 1 has 9 dimensions, the first has 8".into(),
        ),
        (
            Mood::Number("NaN"),
            format!("{not_json}`data[1].embedding[7]`: expected value"),
        ),
        (
            Mood::Number("null"),
            format!("{not_json}`data[1].embedding[7]`: invalid type: null"),
        ),
        (
            Mood::Number("1e999"),
            format!("{not_json}`data[1].embedding[7]`: number out of range"),
        ),
        (
            Mood::Number("1e39"),
            format!("{not_json}`data[1].embedding[7]`: number out of range"),
        ),
        (Mood::NotJson, format!("{not_json}expected value")),
    ] {
        let (message, requests) = outcome(mood.clone()).await;
        assert!(
            message.starts_with(&format!("{start}{wanted}")),
            "{mood:?}: {message}"
        );
        assert_eq!(requests, 1, "{mood:?}");
    }
}

#[tokio::test]
async fn an_endless_response_is_refused() {
    let (message, requests) = outcome(Mood::Huge).await;
    assert_eq!(
        message,
        "the embedding server is not available: the response of `127.0.0.1` is larger than 134217728 bytes"
    );
    assert_eq!(requests, 1);
}

#[tokio::test]
async fn temporary_errors_are_tried_four_times() {
    for (mood, wanted) in [
        (
            Mood::Failure(500, "boom".into()),
            "the embedding server responded with 500 Internal Server Error: boom",
        ),
        (
            Mood::Text(503, "no\n backend".into()),
            "the embedding server responded with 503 Service Unavailable: no backend",
        ),
        (
            Mood::TooMany("0".into()),
            "the embedding server limits the request rate: Rate limit reached",
        ),
    ] {
        assert_eq!(outcome(mood).await, (wanted.to_owned(), 4));
    }
    let (message, requests) = outcome(Mood::Cut).await;
    let start = "the embedding server is not available: `127.0.0.1` cannot be reached: ";
    assert!(message.starts_with(start), "{message}");
    assert_eq!(requests, 4);
}

#[tokio::test]
async fn permanent_errors_are_tried_once() {
    for (status, name) in [
        (400, "400 Bad Request"),
        (401, "401 Unauthorized"),
        (404, "404 Not Found"),
    ] {
        let (message, requests) = outcome(Mood::Failure(status, "no".into())).await;
        assert_eq!(
            message,
            format!("the embedding server responded with {name}: no")
        );
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn retries_succeed_when_the_server_recovers() {
    let server = TestServer::moody(|number, _| match number {
        0 => Mood::Failure(502, "not yet".into()),
        1 => Mood::TooMany("1".into()),
        2 => Mood::Cut,
        _ => Mood::Well,
    })
    .await;
    let list = texts(&["a", "b"]);
    let start = Instant::now();
    assert_eq!(
        embed(&embedder(&server), &list).await.unwrap(),
        expected(&list)
    );
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.asked().len(), 4);
}

#[tokio::test]
async fn a_retry_date_is_respected() {
    let server = TestServer::moody(|number, _| match number {
        0 => {
            let later = chrono::DateTime::<chrono::Utc>::from(
                std::time::SystemTime::now() + Duration::from_secs(2),
            );
            Mood::TooMany(later.format("%a, %d %b %Y %H:%M:%S GMT").to_string())
        }
        _ => Mood::Well,
    })
    .await;
    let start = Instant::now();
    embed(&embedder(&server), &texts(&["a"])).await.unwrap();
    // Dates have no fractions of a second.
    assert!(start.elapsed() >= Duration::from_millis(900));
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn a_wait_beyond_the_deadline_fails_at_once() {
    let server = TestServer::moody(|_, _| Mood::TooMany("90".into())).await;
    let error = embed(&embedder(&server), &texts(&["a"])).await.unwrap_err();
    let asked = Duration::from_secs(90);
    assert!(
        matches!(error, EmbeddingError::RateLimited { retry_after, .. } if retry_after == asked),
        "{error}"
    );
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_silent_server_fails_at_the_deadline() {
    let server = TestServer::moody(|_, _| Mood::Hanging).await;
    let embedder = embedder(&server);
    let list = texts(&["a"]);
    let start = Instant::now();
    let answer = embedder
        .embed(&list, start + Duration::from_millis(300))
        .await;
    let message = answer.unwrap_err().to_string();
    assert!(
        message.starts_with(
            "the embedding server is not available: `127.0.0.1` did not respond within 0."
        ),
        "{message}"
    );
    assert!(start.elapsed() < LONG);
}

#[tokio::test]
async fn another_dimension_is_refused_once_and_clears_the_cache() {
    let server = TestServer::moody(|number, _| match number {
        0 => Mood::Well,
        _ => Mood::Dimension(3),
    })
    .await;
    let embedder = embedder(&server);
    embed(&embedder, &texts(&["a"])).await.unwrap();
    let error = embed(&embedder, &texts(&["a", "b"])).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the vectors of the embedding server have 3 dimensions instead of 8: its model `bge-m3-ko` has changed"
    );
    let found = embed(&embedder, &texts(&["a", "b"])).await.unwrap();
    assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(embedder.dimension(), Some(3));
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn no_error_shows_the_key() {
    let echo = format!("Incorrect API key provided: {KEY}. Bearer {KEY}");
    for mood in [
        Mood::Failure(401, echo.clone()),
        Mood::Text(403, echo.clone()),
        Mood::Text(400, format!("{{\"oops\": \"{KEY}\"}}")),
        Mood::Failure(500, echo),
        Mood::NotJson,
        Mood::Cut,
    ] {
        let (message, _) = outcome(mood).await;
        assert!(!message.contains(KEY), "{message}");
    }
    let server = TestServer::start().await;
    let shown = format!("{:?} {:?}", embedder(&server), super::options(&server));
    assert!(!shown.contains(KEY), "{shown}");
}

#[tokio::test]
async fn a_server_that_starts_later_is_found() {
    let server = TestServer::start().await;
    let embedder = embedder(&server);
    let port = server.port();
    server.stop().await;
    let error = embed(&embedder, &texts(&["a"])).await.unwrap_err();
    let message = error.to_string();
    assert!(
        message
            .starts_with("the embedding server is not available: `127.0.0.1` cannot be reached: "),
        "{message}"
    );
    let _server = EmbeddingServer::at(port, |_, _| Mood::Well).await;
    let list = texts(&["a"]);
    assert_eq!(embed(&embedder, &list).await.unwrap(), expected(&list));
}

#[tokio::test]
async fn calls_that_lose_their_server_fail_and_later_ones_work() {
    // The first half is answered, the rest hangs until the server is gone.
    let server = TestServer::moody(|number, _| match number {
        0..16 => Mood::Well,
        _ => Mood::Hanging,
    })
    .await;
    let port = server.port();
    let embedder = std::sync::Arc::new(embedder(&server));
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..32 {
        let embedder = std::sync::Arc::clone(&embedder);
        calls.spawn(async move {
            let list = vec![format!("text {number}")];
            let deadline = Instant::now() + Duration::from_secs(20);
            embedder.embed(&list, deadline).await.map(|_| ())
        });
    }
    while server.asked().len() < 32 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.stop().await;
    let outcomes = calls.join_all().await;
    let good = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(good, 16);
    for error in outcomes.into_iter().filter_map(Result::err) {
        assert!(matches!(error, EmbeddingError::Http(_)), "{error}");
    }
    let _server = EmbeddingServer::at(port, |_, _| Mood::Well).await;
    let start = Instant::now();
    embed(&*embedder, &texts(&["again"])).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(2));
}
