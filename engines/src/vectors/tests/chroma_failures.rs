//! ChromaDB servers that fail, and the token, which no message shows.

use std::time::Duration;

use toolwright_http::ApiKey;

use super::{deadline, question};
use crate::{
    http_server::{Server, answer},
    vectors::{ChromaOptions, ChromaStore, TokenHeader, VectorStore as _},
};

const COLLECTION: &str = r#"{"id": "11", "name": "columns", "dimension": 2, "metadata": null}"#;
const TOKEN: &str = "s3cret-token";

/// Queries a server that responds with `reply`. Returns the outcome and the number of requests.
async fn outcome(reply: impl Fn() -> String + Send + Sync + 'static) -> (String, usize) {
    let server = Server::start("127.0.0.1", move |path| {
        if path.ends_with("/query") {
            return reply();
        }
        answer("200 OK", COLLECTION)
    })
    .await;
    let mut options = ChromaOptions::new("127.0.0.1", server.port(), false).unwrap();
    options.token = Some((TokenHeader::ChromaToken, ApiKey::parse(TOKEN).unwrap()));
    let store = ChromaStore::new(options);
    let asked = question(&[&[1.0, 0.0]], 1);
    let outcome = store.query("columns", asked, deadline()).await;
    let message = match outcome {
        Ok(hits) => format!("{hits:?}"),
        Err(error) => error.to_string(),
    };
    (message, server.requests())
}

#[tokio::test]
async fn invalid_responses_are_refused() {
    let start = "the response of the ChromaDB server is invalid: ";
    for (body, wanted) in [
        ("<html>", "it is not what its API documents: expected value"),
        (r#"{"ids": []}"#, "0 lists of results for 1 embeddings"),
        (
            r#"{"ids": [["a"], ["b"]]}"#,
            "2 lists of results for 1 embeddings",
        ),
        (
            r#"{"ids": 5}"#,
            "it is not what its API documents: invalid type",
        ),
    ] {
        let (message, _) = outcome(|| answer("200 OK", body)).await;
        assert!(
            message.starts_with(&format!("{start}{wanted}")),
            "{body}: {message}"
        );
    }
}

#[tokio::test]
async fn more_documents_than_asked_for_are_not_kept() {
    let ids = |count: usize| {
        let ids: Vec<_> = (0..count).map(|number| format!("\"{number}\"")).collect();
        format!(r#"{{"ids": [[{}]]}}"#, ids.join(","))
    };
    // One was asked for.
    let (found, _) = outcome(move || answer("200 OK", &ids(3))).await;
    assert_eq!(found.matches("Hit {").count(), 1, "{found}");
    let (message, _) = outcome(move || answer("200 OK", &ids(1001))).await;
    let expected = "the response of the ChromaDB server is invalid: it is not what its API documents: \
                    invalid length 1001, expected a list of at most 1000 entries";
    assert!(message.starts_with(expected), "{message}");
    // This is more than is read at all.
    let (message, _) = outcome(move || answer("200 OK", &ids(400_000))).await;
    let expected = "the ChromaDB server is not available: \
                    the response of `127.0.0.1` is larger than 1310720 bytes";
    assert_eq!(message, expected);
}

#[tokio::test]
async fn temporary_errors_are_retried() {
    let (message, requests) = outcome(|| answer("503 Service Unavailable", "busy")).await;
    assert_eq!(
        message,
        "the ChromaDB server responded with 503 Service Unavailable: busy"
    );
    // The collection once, the query four times. The server of the test takes the line of a body
    // for a request of its own.
    assert!(requests >= 5, "{requests}");
}

#[tokio::test]
async fn no_message_shows_the_token() {
    let reply = || {
        answer(
            "403 Forbidden",
            &format!(r#"{{"error": "x", "message": "bad token {TOKEN}"}}"#),
        )
    };
    let (message, _) = outcome(reply).await;
    assert_eq!(
        message,
        "the ChromaDB server responded with 403 Forbidden: bad token ********"
    );
}

#[tokio::test]
async fn the_token_is_sent_in_the_configured_header() {
    for (header, name, wanted) in [
        (TokenHeader::ChromaToken, "x-chroma-token", TOKEN.to_owned()),
        (
            TokenHeader::Authorization,
            "authorization",
            format!("Bearer {TOKEN}"),
        ),
    ] {
        let mut options = ChromaOptions::new("127.0.0.1", 8000, false).unwrap();
        options.token = Some((header, ApiKey::parse(TOKEN).unwrap()));
        let url = "http://127.0.0.1/".parse().unwrap();
        let mut request = reqwest::Request::new(reqwest::Method::GET, url);
        options.authorize(&mut request);
        let names: Vec<_> = request.headers().keys().map(|name| name.as_str()).collect();
        assert_eq!(names, [name]);
        assert_eq!(request.headers()[name], wanted);
    }
}

#[tokio::test]
async fn a_silent_server_fails_at_the_deadline() {
    let server = Server::start("127.0.0.1", |_| String::new()).await;
    let store = ChromaStore::new(ChromaOptions::new("127.0.0.1", server.port(), false).unwrap());
    let deadline = std::time::Instant::now() + Duration::from_millis(300);
    let error = store.describe("columns", deadline).await.unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with(
            "the ChromaDB server is not available: `127.0.0.1` did not respond within 0."
        ),
        "{message}"
    );
}

#[tokio::test]
async fn a_server_without_the_api_is_too_old_and_not_empty() {
    let missing = || answer("404 Not Found", r#"{"detail": "Not Found"}"#);
    let server = Server::start("127.0.0.1", move |path| match path {
        "/api/v1/version" => answer("200 OK", "\"0.4.24\""),
        _ => missing(),
    })
    .await;
    let store = ChromaStore::new(ChromaOptions::new("127.0.0.1", server.port(), false).unwrap());
    let error = store.describe("columns", deadline()).await.unwrap_err();
    let expected = format!(
        "the ChromaDB server at `http://127.0.0.1:{}` (version 0.4.24) is too old: it works from \
         version 0.6.3 on",
        server.port()
    );
    assert_eq!(error.to_string(), expected);
    let asked = question(&[&[1.0, 0.0]], 1);
    let error = store.query("columns", asked, deadline()).await.unwrap_err();
    assert_eq!(error.to_string(), expected);

    let server = Server::start("127.0.0.1", move |path| match path {
        "/api/v2/version" => answer("200 OK", "\"1.0.0\""),
        _ => missing(),
    })
    .await;
    let store = ChromaStore::new(ChromaOptions::new("127.0.0.1", server.port(), false).unwrap());
    let error = store.describe("columns", deadline()).await.unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("there is no collection `columns`"),
        "{message}"
    );
}
