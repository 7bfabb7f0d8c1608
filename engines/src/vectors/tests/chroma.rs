//! Situations that only a server has: collections of other clients, failures, restarts.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{sync::Semaphore, time::timeout_at};
use toolwright_http::{AddressPolicy, HttpClient, RequestLimits};

use super::{
    MODEL,
    chroma_server::{ChromaServer, shared_port},
    deadline, four, question, record, unique,
};
use crate::vectors::{ChromaOptions, ChromaStore, VectorError, VectorStore as _};

/// Sends a plain request to a server.
async fn plain(
    port: u16,
    method: reqwest::Method,
    path: &str,
    body: Option<Value>,
) -> (u16, Value) {
    let url = format!("http://127.0.0.1:{port}/api/v2/{path}");
    let mut request = reqwest::Request::new(method, url.parse().unwrap());
    if let Some(body) = body {
        *request.body_mut() = Some(body.to_string().into());
        let json = "application/json".parse().unwrap();
        request.headers_mut().insert("content-type", json);
    }
    let limits = RequestLimits {
        most_bytes: 1 << 20,
        deadline: deadline(),
    };
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    let answer = client.send(request, limits).await.unwrap();
    let body = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status.as_u16(), body)
}

const PLACE: &str = "tenants/default_tenant/databases/default_database/collections";

fn options(port: u16) -> ChromaOptions {
    ChromaOptions::new("127.0.0.1", port, false).unwrap()
}

async fn fill(store: &ChromaStore, name: &str) {
    store
        .create_if_missing(name, MODEL, 3, deadline())
        .await
        .unwrap();
    store.upsert(name, MODEL, four(), deadline()).await.unwrap();
}

async fn first(store: &ChromaStore, name: &str) -> Result<String, VectorError> {
    let found = store
        .query(name, question(&[&[1.0, 0.0, 0.0]], 1), deadline())
        .await?;
    Ok(found[0][0].document.clone().unwrap())
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_recreated_collection_is_found() {
    let store = ChromaStore::new(options(shared_port()));
    let name = unique("recreated");
    fill(&store, &name).await;
    assert_eq!(first(&store, &name).await.unwrap(), "red house");
    let other = ChromaStore::new(options(shared_port()));
    let delete = async || {
        let path = format!("{PLACE}/{name}");
        plain(shared_port(), reqwest::Method::DELETE, &path, None).await
    };
    assert_eq!(delete().await.0, 200);
    let error = first(&store, &name).await.unwrap_err();
    assert!(matches!(error, VectorError::NoCollection { .. }), "{error}");
    fill(&other, &name).await;
    assert_eq!(first(&store, &name).await.unwrap(), "red house");
    // With other dimensions: the new query is not checked against the cached ones.
    delete().await;
    other
        .create_if_missing(&name, "small", 2, deadline())
        .await
        .unwrap();
    let two = record("a", &[1.0, 0.0], "small", json!(null));
    other
        .upsert(&name, "small", vec![two], deadline())
        .await
        .unwrap();
    let error = first(&store, &name).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the collection `{name}` has vectors of 2 dimensions of the model `small`, the model `{MODEL}` gives 3"
        )
    );
    let mut asked = question(&[&[1.0, 0.0]], 1);
    asked.model = "small".into();
    let found = store.query(&name, asked, deadline()).await.unwrap();
    assert_eq!(found[0][0].document.as_deref(), Some("small"));
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn an_empty_collection_that_is_filled_later_is_searched() {
    let store = ChromaStore::new(options(shared_port()));
    let name = unique("later");
    store
        .create_if_missing(&name, MODEL, 3, deadline())
        .await
        .unwrap();
    let found = store
        .query(&name, question(&[&[1.0, 0.0, 0.0]], 3), deadline())
        .await;
    assert_eq!(found.unwrap(), [vec![]]);
    ChromaStore::new(options(shared_port()))
        .upsert(&name, MODEL, four(), deadline())
        .await
        .unwrap();
    assert_eq!(first(&store, &name).await.unwrap(), "red house");
    // Here the server refuses first; the message is the same.
    let error = store.query(&name, question(&[&[1.0]], 3), deadline()).await;
    assert_eq!(
        error.unwrap_err().to_string(),
        format!(
            "the collection `{name}` has vectors of 3 dimensions of the model `{MODEL}`, the model `{MODEL}` gives 1"
        )
    );
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn tenants_and_databases_are_separate() {
    let (tenant, database) = (unique("tenant"), unique("database"));
    let post = reqwest::Method::POST;
    plain(
        shared_port(),
        post.clone(),
        "tenants",
        Some(json!({"name": tenant})),
    )
    .await;
    let path = format!("tenants/{tenant}/databases");
    plain(shared_port(), post, &path, Some(json!({"name": database}))).await;
    let mut theirs = options(shared_port());
    (theirs.tenant, theirs.database) = (tenant.clone(), database.clone());
    let (theirs, ours) = (
        ChromaStore::new(theirs),
        ChromaStore::new(options(shared_port())),
    );
    let name = unique("apart");
    fill(&theirs, &name).await;
    assert_eq!(first(&theirs, &name).await.unwrap(), "red house");
    assert_eq!(
        first(&ours, &name).await.unwrap_err().to_string(),
        format!(
            "there is no collection `{name}` in the database `default_database` of the tenant `default_tenant`"
        )
    );
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_record_without_a_document_has_an_empty_text() {
    let store = ChromaStore::new(options(shared_port()));
    let name = unique("documents");
    store
        .create_if_missing(&name, MODEL, 2, deadline())
        .await
        .unwrap();
    let get = reqwest::Method::GET;
    let (_, found) = plain(shared_port(), get, &format!("{PLACE}/{name}"), None).await;
    let id = found["id"].as_str().unwrap();
    let path = format!("{PLACE}/{id}/upsert");
    let body =
        json!({"ids": ["a", "b"], "embeddings": [[1, 0], [0, 1]], "documents": [null, "text"]});
    plain(shared_port(), reqwest::Method::POST, &path, Some(body)).await;
    let found = store
        .query(&name, question(&[&[1.0, 0.1]], 5), deadline())
        .await
        .unwrap();
    let found: Vec<_> = found[0]
        .iter()
        .map(|hit| (&*hit.id, hit.document.as_deref()))
        .collect();
    assert_eq!(found, [("a", None), ("b", Some("text"))]);
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn messages_of_the_server_reach_the_caller() {
    let store = ChromaStore::new(options(shared_port()));
    let name = unique("refused");
    fill(&store, &name).await;
    let mut asked = question(&[&[1.0, 0.0, 0.0]], 1);
    asked.where_metadata = Some(json!({"n": {"$foo": 1}}));
    let error = store.query(&name, asked, deadline()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the ChromaDB server responded with 400 Bad Request: Invalid where clause"
    );
    let error = store
        .create_if_missing("!", MODEL, 3, deadline())
        .await
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with(
            "the ChromaDB server responded with 400 Bad Request: Validation error: name: "
        ),
        "{message}"
    );
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_server_that_starts_later_is_found() {
    let mut server = ChromaServer::not_started();
    let store = ChromaStore::new(options(server.port()));
    let error = first(&store, "columns").await.unwrap_err();
    let message = error.to_string();
    assert!(
        message
            .starts_with("the ChromaDB server is not available: `127.0.0.1` cannot be reached: "),
        "{message}"
    );
    server.start_again();
    fill(&store, "columns").await;
    assert_eq!(first(&store, "columns").await.unwrap(), "red house");
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn queries_of_a_killed_server_fail_and_later_ones_work() {
    let mut server = ChromaServer::start();
    let store = Arc::new(ChromaStore::new(options(server.port())));
    fill(&store, "columns").await;
    let mut askers = tokio::task::JoinSet::new();
    let answered = Arc::new(Semaphore::new(0));
    for _ in 0..32 {
        let (store, answered) = (Arc::clone(&store), Arc::clone(&answered));
        askers.spawn(async move {
            let mut good = 0;
            loop {
                let deadline = Instant::now() + Duration::from_secs(20);
                let asked = question(&[&[1.0, 0.0, 0.0]], 1);
                match store.query("columns", asked, deadline).await {
                    Ok(_) => good += 1,
                    Err(error) => return (good, error, Instant::now() < deadline),
                }
                if good == 1 {
                    answered.add_permits(1);
                }
            }
        });
    }
    let all_answered = timeout_at(deadline().into(), answered.acquire_many(32)).await;
    assert!(all_answered.is_ok_and(|all| all.is_ok()));
    server.kill();
    for (good, error, is_in_time) in askers.join_all().await {
        assert!(good > 0 && is_in_time);
        assert!(matches!(error, VectorError::Http(_)), "{error}");
    }
    server.start_again();
    let start = Instant::now();
    assert_eq!(first(&store, "columns").await.unwrap(), "red house");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
#[ignore = "needs ChromaDB: run by tests/run"]
async fn a_query_during_a_restart_is_answered() {
    let mut server = ChromaServer::start();
    let store = ChromaStore::new(options(server.port()));
    fill(&store, "columns").await;
    server.kill();
    let asking = first(&store, "columns");
    let returning = tokio::task::spawn_blocking(move || {
        server.start_again();
        server
    });
    let (answer, _server) = tokio::join!(asking, returning);
    // If the server starts later than the last attempt, the query fails.
    if let Err(error) = answer {
        assert!(matches!(error, VectorError::Http(_)), "{error}");
    }
    assert_eq!(first(&store, "columns").await.unwrap(), "red house");
}
