//! Timeouts, retries and the cache.

use std::time::{Duration, Instant};

use super::{Hit, Query, SearchClient, SearchError, SearchService};
use crate::http_server::{Server, answer};

const FOUND: &str = r#"{"results": [{"title": "A", "url": "https://a.example/", "content": "a"}]}"#;

fn query(text: &str) -> Query {
    Query {
        text: text.into(),
        limit: 5,
        recency: None,
    }
}

fn search(server: &Server, patience: Duration) -> SearchClient {
    let service = SearchService::parse(&server.url(""), None).unwrap();
    let backend = service.backend();
    SearchClient::new(backend, patience)
}

#[tokio::test]
async fn a_silent_service_fails_at_the_deadline() {
    let server = Server::start("127.0.0.1", |_| String::new()).await;
    let search = search(&server, Duration::from_millis(300));
    let start = Instant::now();
    let error = search.search(&query("a")).await.unwrap_err();
    assert!(matches!(error, SearchError::Http { .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("`searxng`: `127.0.0.1` did not respond within 0."),
        "{message}"
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(server.requests(), 1);
}

#[tokio::test]
async fn a_wait_beyond_the_deadline_fails_at_once() {
    let server = Server::start("127.0.0.1", |_| {
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: 60\r\ncontent-length: 0\r\n\r\n".into()
    })
    .await;
    let search = search(&server, Duration::from_secs(20));
    let start = Instant::now();
    let error = search.search(&query("a")).await.unwrap_err();
    let asked = Duration::from_secs(60);
    assert!(
        matches!(error, SearchError::RateLimited { retry_after, .. } if retry_after == asked),
        "{error}"
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(server.requests(), 1);
}

#[tokio::test]
async fn results_are_cached_by_query_and_failures_are_not() {
    let server = Server::start("127.0.0.1", |path| match path {
        "/search?q=wrong&format=json" => answer("400 Bad Request", "no"),
        _ => answer("200 OK", FOUND),
    })
    .await;
    let search = search(&server, Duration::from_secs(20));
    let first = search.search(&query("a")).await.unwrap();
    let again = search.search(&query("a")).await.unwrap();
    let expected = Hit {
        title: "A".into(),
        url: "https://a.example/".into(),
        snippet: "a".into(),
        date: None,
    };
    assert_eq!(
        (&first.hits[..], first.is_cached),
        (&[expected.clone()][..], false)
    );
    assert_eq!((&again.hits[..], again.is_cached), (&[expected][..], true));
    assert!(!search.search(&query("b")).await.unwrap().is_cached);
    assert_eq!(server.requests(), 2);
    for _ in 0..2 {
        search.search(&query("wrong")).await.unwrap_err();
    }
    assert_eq!(server.requests(), 4);
}
