//! A server with a real model, which `tests/run` starts. Its address is in
//! `TOOLWRIGHT_TEST_EMBEDDING`.

use super::{embed, options_of, texts};
use crate::embedding::{Embedder as _, OpenAiEmbedder};

fn server(model: &str) -> OpenAiEmbedder {
    let url = std::env::var("TOOLWRIGHT_TEST_EMBEDDING").expect(
        "`TOOLWRIGHT_TEST_EMBEDDING` is the address of an embedding server: `tests/run` starts one",
    );
    OpenAiEmbedder::new(options_of(&url, model))
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let dot = |left: &[f32], right: &[f32]| -> f32 {
        left.iter()
            .zip(right)
            .map(|(left, right)| left * right)
            .sum()
    };
    dot(left, right) / (dot(left, left) * dot(right, right)).sqrt()
}

#[tokio::test]
#[ignore = "needs an embedding server: run by tests/run"]
async fn texts_of_similar_meaning_have_similar_vectors() {
    let server = server("wordllama");
    let list = texts(&[
        "email address of the user",
        "user e-mail",
        "a ship on the sea",
        "사용자 이메일",
        "사용자 이메일 주소",
    ]);
    let vectors = embed(&server, &list).await.unwrap();
    assert_eq!(server.dimension(), Some(256));
    assert!(cosine(&vectors[0], &vectors[1]) > cosine(&vectors[0], &vectors[2]));
    assert!(cosine(&vectors[3], &vectors[4]) > cosine(&vectors[3], &vectors[2]));
}

#[tokio::test]
#[ignore = "needs an embedding server: run by tests/run"]
async fn a_text_has_the_same_vector_alone_and_in_a_list() {
    let server = server("wordllama");
    let list: Vec<String> = (0..300)
        .map(|number| format!("document number {number}"))
        .collect();
    let together = embed(&server, &list).await.unwrap();
    for place in [0, 63, 64, 299] {
        let alone = embed(&server, &list[place..=place]).await.unwrap();
        assert!(cosine(&together[place], &alone[0]) > 0.9999);
    }
}

#[tokio::test]
#[ignore = "needs an embedding server: run by tests/run"]
async fn a_refusal_of_the_server_reaches_the_caller() {
    let refused = embed(&server("another"), &texts(&["a"])).await;
    let error = refused.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the embedding server responded with 404 Not Found: The model `another` does not exist"
    );
}
