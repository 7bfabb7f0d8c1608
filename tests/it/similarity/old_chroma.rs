//! A ChromaDB server that is too old: the tool and `doctor` say so, and from which version on it works.

use serde_json::json;

use super::{client, search};
use crate::{
    harness::{Home, run},
    tools::local_server::{Asked, LocalServer, Reply},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_too_old_is_told_with_the_version_that_works() {
    // As 0.4 answers: the first API, and nothing of the second.
    let server = LocalServer::start(|_, asked: &Asked| match asked.line.as_str() {
        "GET /api/v1/version" => Reply::json(200, "\"0.4.24\""),
        _ => Reply::json(404, json!({"detail": "Not Found"})),
    })
    .await;
    let port = server.url().rsplit(':').next().unwrap().to_owned();
    let settings = vec![
        ("CHROMADB_HOST", "127.0.0.1".to_owned()),
        ("CHROMADB_PORT", port),
        ("CHROMADB_COLLECTION_NAME", "columns".to_owned()),
    ];
    let home = Home::new();
    let client = client(&home, &settings).await;
    let why = "(version 0.4.24) is too old: it works from version 0.6.3 on";
    let error = search(&client, &["x"]).await.unwrap_err();
    assert!(error.contains(why), "{error}");
    client.close().await.unwrap();
    let mut doctor = home.toolwright(&["doctor"]);
    doctor.envs(settings);
    doctor.envs(crate::api::NO_DATABASE);
    let told = run(doctor);
    let line = told.stdout.lines().find(|line| line.contains("too old"));
    assert!(
        line.is_some_and(|line| line.contains(why)),
        "{}",
        told.stdout
    );
    assert_eq!(told.code, Some(1), "{}", told.stdout);
}
