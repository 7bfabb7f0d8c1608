//! `get_sim_search` on a real ChromaDB server.

use std::{
    fs,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use serde_json::json;

use super::{call, client, embed, search};
use crate::harness::{
    ChromaServer, EmbeddingServer, Home, Mood, borrowed, chroma_port, other_tools_work, run, soon,
};

const DOCUMENTS: &str = r#"{"id": "1", "document": "users.email VARCHAR(255) 사용자 이메일 주소", "metadata": {"table": "users"}}
{"id": "2", "document": "orders.order_date TIMESTAMP 주문 생성 일시", "metadata": {"table": "orders"}}
{"id": "3", "document": "shipments.ship_date DATE 발송 날짜"}
"#;

fn settings(
    chroma: u16,
    embedding: &EmbeddingServer,
    collection: &str,
) -> Vec<(&'static str, String)> {
    vec![
        ("CHROMADB_HOST", "127.0.0.1".into()),
        ("CHROMADB_PORT", chroma.to_string()),
        ("CHROMADB_COLLECTION_NAME", collection.into()),
        ("TEXT_EMBEDDING_MODEL_URL", embedding.url()),
        ("TEXT_EMBEDDING_MODEL_NAME", "letters".into()),
        ("TOOLWRIGHT_DEFAULT_TIMEOUT", "8s".into()),
    ]
}

/// Fills the collection with `toolwright index`.
async fn fill(home: &Home, settings: &[(&'static str, String)], documents: &str) {
    let file = home.join("documents.jsonl");
    fs::write(&file, documents).unwrap();
    let mut command = home.toolwright(&["index", file.to_str().unwrap()]);
    command.envs(borrowed(settings));
    // The embedding server runs in this process, so the command must not block it.
    let ended = tokio::task::spawn_blocking(|| run(command)).await.unwrap();
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

fn collection(name: &str) -> String {
    format!("{name}-{}", std::process::id())
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn documents_are_sorted_by_similarity() {
    let embedding = EmbeddingServer::start().await;
    let home = Home::new();
    let settings = settings(chroma_port(), &embedding, &collection("order"));
    fill(&home, &settings, DOCUMENTS).await;
    let client = client(&home, &settings).await;
    let found = search(
        &client,
        &[
            "shipments.ship_date DATE 발송 날짜",
            "users.email VARCHAR(255) 사용자 이메일 주소",
        ],
    )
    .await
    .unwrap();
    assert_eq!(found[0][0], "shipments.ship_date DATE 발송 날짜");
    assert_eq!(found[1][0], "users.email VARCHAR(255) 사용자 이메일 주소");
    assert_eq!(found[0].as_array().unwrap().len(), 3);
    let arguments = json!({"query_list": ["email"], "n_results": 10, "where": {"table": "orders"}, "include_distances": true});
    let found = call(&client, "get_sim_search", arguments).await.unwrap();
    assert_eq!(found[0][0]["id"], "2", "{found}");
    assert_eq!(found[0].as_array().unwrap().len(), 1);
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_collection_of_other_dimensions_is_explained() {
    let embedding = EmbeddingServer::start().await;
    let home = Home::new();
    let name = collection("dimension");
    let first = settings(chroma_port(), &embedding, &name);
    fill(&home, &first, DOCUMENTS).await;
    let other = EmbeddingServer::moody(|_, _| Mood::Dimension(5)).await;
    let client = client(&home, &settings(chroma_port(), &other, &name)).await;
    let told = search(&client, &["email"]).await.unwrap_err();
    for part in [name.as_str(), "letters", "8", "5"] {
        assert!(told.contains(part), "{told}");
    }
    let missing = json!({"query_list": ["a"], "collection": "never-made"});
    let told = call(&client, "get_sim_search", missing).await.unwrap_err();
    assert!(
        told.starts_with("there is no collection `never-made`"),
        "{told}"
    );
}

/// The server is killed during 32 calls, and comes back.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_killed_server_that_comes_back_is_used_again() {
    let embedding = EmbeddingServer::start().await;
    let home = Home::new();
    let mut chroma = tokio::task::spawn_blocking(ChromaServer::start)
        .await
        .unwrap();
    let settings = settings(chroma.port(), &embedding, "killed");
    fill(&home, &settings, DOCUMENTS).await;
    let client = client(&home, &settings).await;
    search(&client, &["warm"]).await.unwrap();
    // 32 tasks call without a pause, so that the server dies during some calls.
    let lanes = join_all((0..32).map(|lane| {
        let client = &client;
        async move {
            let start = Instant::now();
            let mut failed = 0;
            while failed == 0 || start.elapsed() < Duration::from_secs(2) {
                let asked = Instant::now();
                let query = format!("query of lane {lane}");
                failed += usize::from(search(client, &[&query]).await.is_err());
                assert!(
                    asked.elapsed() < Duration::from_secs(9),
                    "{:?}",
                    asked.elapsed()
                );
            }
            failed
        }
    }));
    let killing = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let chroma = tokio::task::spawn_blocking(move || {
            chroma.kill();
            chroma
        });
        let chroma = chroma.await.unwrap();
        other_tools_work(&client).await;
        chroma
    };
    let (failed, mut chroma) = soon(async { tokio::join!(lanes, killing) }).await;
    assert!(failed.iter().all(|failed| *failed > 0), "{failed:?}");
    let told = soon(search(&client, &["dead"])).await.unwrap_err();
    assert!(
        told.contains("the ChromaDB server is not available"),
        "{told}"
    );
    let chroma = tokio::task::spawn_blocking(move || {
        chroma.start_again();
        chroma
    });
    let chroma = chroma.await.unwrap();
    let start = Instant::now();
    let found = soon(search(
        &client,
        &["users.email VARCHAR(255) 사용자 이메일 주소"],
    ))
    .await
    .unwrap();
    assert_eq!(found[0][0], "users.email VARCHAR(255) 사용자 이메일 주소");
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
    drop(chroma);
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn the_doctor_reports_place_version_and_collection() {
    let embedding = EmbeddingServer::start().await;
    let home = Home::new();
    let (port, name) = (chroma_port(), collection("doctor"));
    let settings = settings(port, &embedding, &name);
    fill(&home, &settings, DOCUMENTS).await;
    let mut doctor = home.toolwright(&["doctor"]);
    doctor.envs(borrowed(&settings));
    let told = tokio::task::spawn_blocking(|| run(doctor)).await.unwrap();
    let lines: Vec<_> = told.stdout.lines().collect();
    let line = lines.iter().find(|line| line.contains("vectors")).unwrap();
    for fact in [
        format!("ok      vectors     ChromaDB at `http://127.0.0.1:{port}`; answers after "),
        "; version 1.".to_owned(),
        format!("; collection `{name}` with 3 documents, 8 dimensions, filled with `letters`"),
    ] {
        assert!(line.contains(&fact), "{fact} is not in {line}");
    }
}

#[tokio::test]
async fn a_dead_server_stops_no_start_and_no_other_tool() {
    let embedding = EmbeddingServer::start().await;
    let home = Home::new();
    let client = client(&home, &settings(9, &embedding, "columns")).await;
    let told = soon(search(&client, &["a"])).await.unwrap_err();
    assert!(told.contains("ChromaDB server is not available"), "{told}");
    other_tools_work(&client).await;
    assert!(soon(embed(&client, &["a"])).await.is_ok());
}
