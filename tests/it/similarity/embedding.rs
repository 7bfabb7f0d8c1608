//! `get_text_embedding` with an embedding server.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::Value;

use super::{client, embed, search};
use crate::harness::{EmbeddingServer, Home, Mood, other_tools_work, soon, vector};

const KEY: &str = "sk-s3cret-key";

fn settings(url: &str) -> Vec<(&'static str, String)> {
    vec![
        ("TEXT_EMBEDDING_MODEL_URL", url.to_owned()),
        ("TEXT_EMBEDDING_MODEL_NAME", "bge-m3-ko".to_owned()),
        ("TEXT_EMBEDDING_API_KEY", KEY.to_owned()),
        // Without a cache every text reaches the server.
        ("TOOLWRIGHT_EMBEDDING_CACHE", "0".to_owned()),
        ("TOOLWRIGHT_DEFAULT_TIMEOUT", "8s".to_owned()),
    ]
}

#[tokio::test]
async fn batches_of_texts_keep_their_order() {
    let server = EmbeddingServer::moody(|number, _| {
        Mood::Slow(Duration::from_millis(40 - (number as u64 % 4) * 10))
    })
    .await;
    let home = Home::new();
    let client = client(&home, &settings(&server.url())).await;
    let texts: Vec<String> = (0..10_000)
        .map(|number| format!("text number {number}"))
        .collect();
    let wanted: Vec<_> = texts.iter().map(|text| vector(text, 8)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = soon(embed(&client, &texts)).await.unwrap();
    let close = |found: &Value, wanted: &[f32]| {
        let found = found.as_array().unwrap();
        found.len() == wanted.len()
            && found
                .iter()
                .zip(wanted)
                .all(|(a, b)| (a.as_f64().unwrap() - f64::from(*b)).abs() < 1e-5)
    };
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 10_000);
    assert!(
        found
            .iter()
            .zip(&wanted)
            .all(|(found, wanted)| close(found, wanted))
    );
    let asked = server.asked();
    assert_eq!(asked.len(), 157);
    assert!(
        asked
            .iter()
            .all(|asked| asked.texts.len() <= 64 && asked.model == "bge-m3-ko")
    );
    assert_eq!(
        asked[0].authorization.as_deref(),
        Some("Bearer sk-s3cret-key")
    );
}

/// Every fault of the server is an error that arrives soon and does not show the key.
#[tokio::test]
async fn an_invalid_response_is_explained() {
    let moods = [
        (Mood::Failure(400, format!("bad key {KEY} in input")), "400"),
        (Mood::Text(503, "overloaded".into()), "503"),
        (
            Mood::WrongCount,
            "the response of the embedding server is invalid",
        ),
        (
            Mood::DuplicateIndex,
            "the response of the embedding server is invalid",
        ),
        (
            Mood::Number("NaN"),
            "the response of the embedding server is invalid",
        ),
        (
            Mood::Number("null"),
            "the response of the embedding server is invalid",
        ),
        (
            Mood::Number("1e999"),
            "the response of the embedding server is invalid",
        ),
        (Mood::MixedDimensions, "dimension"),
        (Mood::Cut, "the embedding server"),
        (
            Mood::NotJson,
            "the response of the embedding server is invalid",
        ),
        (Mood::Huge, "the embedding server"),
        (Mood::Hanging, "the embedding server"),
    ];
    for (mood, expected) in moods {
        let shown = format!("{mood:?}");
        let server = EmbeddingServer::moody(move |_, _| mood.clone()).await;
        let home = Home::new();
        let client = client(&home, &settings(&server.url())).await;
        let start = Instant::now();
        let told = soon(embed(&client, &["a", "b"])).await.unwrap_err();
        assert!(told.contains(expected), "{shown}: {told}");
        assert!(!told.contains("s3cret"), "{shown}: {told}");
        assert!(
            start.elapsed() < Duration::from_secs(12),
            "{shown}: {:?}",
            start.elapsed()
        );
    }
}

#[tokio::test]
async fn temporary_failures_are_retried() {
    for mood in [
        Mood::Failure(500, "once".into()),
        Mood::TooMany("1".into()),
        Mood::Cut,
    ] {
        let server = EmbeddingServer::moody(move |number, _| {
            if number == 0 {
                mood.clone()
            } else {
                Mood::Well
            }
        })
        .await;
        let home = Home::new();
        let client = client(&home, &settings(&server.url())).await;
        assert!(soon(embed(&client, &["a"])).await.is_ok());
        assert_eq!(server.asked().len(), 2);
    }
    let server = EmbeddingServer::moody(|_, _| Mood::Failure(401, "who are you".into())).await;
    let home = Home::new();
    let client = client(&home, &settings(&server.url())).await;
    let told = soon(embed(&client, &["a"])).await.unwrap_err();
    assert_eq!(
        told,
        "the embedding server responded with 401 Unauthorized: who are you"
    );
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn vectors_are_sorted_by_their_indices() {
    let server = EmbeddingServer::moody(|_, _| Mood::Reversed).await;
    let home = Home::new();
    let client = client(&home, &settings(&server.url())).await;
    let found = embed(&client, &["first", "second", "third"]).await.unwrap();
    let alone = embed(&client, &["first"]).await.unwrap();
    assert_eq!(found[0], alone[0]);
    assert_ne!(found[2], alone[0]);
}

#[tokio::test]
async fn cached_texts_are_not_sent_again() {
    let server = EmbeddingServer::start().await;
    let home = Home::new();
    let mut settings = settings(&server.url());
    settings.retain(|(name, _)| *name != "TOOLWRIGHT_EMBEDDING_CACHE");
    let client = client(&home, &settings).await;
    let first = embed(&client, &["a", "b", "a"]).await.unwrap();
    assert_eq!(first[0], first[2]);
    let second = embed(&client, &["b", "c"]).await.unwrap();
    assert_eq!(second[0], first[1]);
    let sent: Vec<_> = server
        .asked()
        .into_iter()
        .map(|asked| asked.texts)
        .collect();
    assert_eq!(sent, [vec!["a", "b"], vec!["c"]]);
}

/// The server stops during 32 calls, and comes back.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_comes_back_is_used_again() {
    let server = EmbeddingServer::moody(|_, _| Mood::Hanging).await;
    let port = server.port();
    let home = Home::new();
    let client = client(&home, &settings(&server.url())).await;
    let calls = join_all((0..32).map(|_| embed(&client, &["a"])));
    let killing = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        server.stop().await;
        other_tools_work(&client).await;
    };
    let start = Instant::now();
    let (answers, ()) = soon(async { tokio::join!(calls, killing) }).await;
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    for answer in answers {
        let told = answer.unwrap_err();
        assert!(
            told.contains("the embedding server is not available"),
            "{told}"
        );
    }
    let _back = EmbeddingServer::at(port, |_, _| Mood::Well).await;
    let start = Instant::now();
    assert!(soon(embed(&client, &["a"])).await.is_ok());
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn a_dead_server_stops_no_start_and_no_other_tool() {
    let home = Home::new();
    let client = client(&home, &settings("http://127.0.0.1:9/v1/embeddings")).await;
    assert!(
        soon(embed(&client, &["a"]))
            .await
            .unwrap_err()
            .contains("is not available")
    );
    assert!(soon(search(&client, &["a"])).await.is_err());
    other_tools_work(&client).await;
}
