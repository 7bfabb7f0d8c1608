//! The requests to a server, and the cache.

use super::{KEY, TestServer, embed, embedder, embedding_server::Mood, expected, options, texts};
use crate::embedding::{CachedEmbedder, Embedder as _, EmbeddingError, OpenAiEmbedder};

#[tokio::test]
async fn a_request_has_the_documented_form() {
    let server = TestServer::start().await;
    let embedder = embedder(&server);
    assert_eq!(embedder.dimension(), None);
    let texts = texts(&["사용자 이메일", "b"]);
    assert_eq!(embed(&embedder, &texts).await.unwrap(), expected(&texts));
    assert_eq!(embedder.dimension(), Some(8));
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].texts, texts);
    assert_eq!(asked[0].model, "bge-m3-ko");
    assert_eq!(asked[0].path, "/v1/embeddings");
    assert_eq!(asked[0].keys, ["input", "model"]);
    assert_eq!(asked[0].authorization, Some(format!("Bearer {KEY}")));
}

#[tokio::test]
async fn ten_thousand_vectors_come_in_the_order_of_their_texts() {
    // Each batch is answered later than some that were sent after it, and backwards.
    let server = TestServer::moody(|number, _| match number % 3 {
        0 => Mood::Slow(std::time::Duration::from_millis(20)),
        1 => Mood::Reversed,
        _ => Mood::Well,
    })
    .await;
    let texts: Vec<String> = (0..10_000).map(|number| format!("text {number}")).collect();
    let found = embed(&embedder(&server), &texts).await.unwrap();
    assert!(found == expected(&texts));
    let sizes: Vec<_> = server
        .asked()
        .iter()
        .map(|asked| asked.texts.len())
        .collect();
    assert_eq!(sizes.len(), 157);
    assert_eq!(sizes.iter().sum::<usize>(), 10_000);
    assert!(sizes.iter().all(|size| *size <= 64));
}

#[tokio::test]
async fn cached_texts_are_not_sent_again() {
    let server = TestServer::start().await;
    let embedder = embedder(&server);
    let first = texts(&["a", "b", "a", "a"]);
    assert_eq!(embed(&embedder, &first).await.unwrap(), expected(&first));
    let second = texts(&["c", "b", "d", "a"]);
    assert_eq!(embed(&embedder, &second).await.unwrap(), expected(&second));
    assert_eq!(embed(&embedder, &second).await.unwrap(), expected(&second));
    let sent: Vec<_> = server
        .asked()
        .into_iter()
        .map(|asked| asked.texts)
        .collect();
    assert_eq!(sent, [texts(&["a", "b"]), texts(&["c", "d"])]);
}

#[tokio::test]
async fn a_failure_is_not_cached() {
    let server = TestServer::moody(|number, _| match number {
        0 => Mood::WrongCount,
        _ => Mood::Well,
    })
    .await;
    let embedder = embedder(&server);
    embed(&embedder, &texts(&["a", "b"])).await.unwrap_err();
    embed(&embedder, &texts(&["a", "b"])).await.unwrap();
    assert_eq!(server.asked().len(), 2);
}

#[tokio::test]
async fn no_texts_give_no_vectors_and_no_request() {
    let server = TestServer::start().await;
    let found = embed(&embedder(&server), &[]).await.unwrap();
    assert_eq!(found, Vec::<Vec<f32>>::new());
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn an_empty_text_is_refused_with_its_index() {
    let server = TestServer::start().await;
    for empty in ["", " ", "\n\u{a0}\t"] {
        let list = texts(&["a", "b", empty, "c"]);
        let error = embed(&embedder(&server), &list).await.unwrap_err();
        assert!(
            matches!(error, EmbeddingError::Empty { index: 2 }),
            "{error}"
        );
        assert_eq!(error.to_string(), "text 2 is empty");
    }
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn a_large_text_is_sent_alone_and_unchanged() {
    let server = TestServer::start().await;
    let large = "가".repeat(1 << 20);
    let list = vec!["a".to_owned(), large.clone(), "b".to_owned()];
    assert_eq!(
        embed(&embedder(&server), &list).await.unwrap(),
        expected(&list)
    );
    let mut sent: Vec<_> = server
        .asked()
        .into_iter()
        .map(|asked| asked.texts)
        .collect();
    sent.sort();
    assert!(sent == [texts(&["a"]), texts(&["b"]), vec![large.clone()]]);

    let refusing = TestServer::moody(|_, _| Mood::Failure(413, "input is too large".into())).await;
    let error = embed(&embedder(&refusing), &[large]).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the embedding server responded with 413 Payload Too Large: input is too large"
    );
    assert_eq!(refusing.asked().len(), 1);
}

#[tokio::test]
async fn the_size_of_a_batch_can_be_chosen() {
    let server = TestServer::start().await;
    let mut options = options(&server);
    options.batch = 2;
    let embedder = OpenAiEmbedder::new(options);
    let list = texts(&["a", "b", "c", "d", "e"]);
    assert_eq!(embed(&embedder, &list).await.unwrap(), expected(&list));
    let mut sizes: Vec<_> = server
        .asked()
        .iter()
        .map(|asked| asked.texts.len())
        .collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 2, 2]);
}

#[tokio::test]
async fn vectors_that_do_not_fit_into_the_cache_are_returned() {
    let server = TestServer::start().await;
    let embedder = CachedEmbedder::new(OpenAiEmbedder::new(options(&server)), 400);
    let list: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    for _ in 0..2 {
        assert_eq!(embed(&embedder, &list).await.unwrap(), expected(&list));
    }
    let sent: usize = server.asked().iter().map(|asked| asked.texts.len()).sum();
    assert!((190..=200).contains(&sent), "{sent}");
}
