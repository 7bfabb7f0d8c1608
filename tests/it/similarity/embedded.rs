//! The embedded encoder and index, which are used without any configuration.

use serde_json::json;

use super::{call, client, embed, search};
use crate::harness::Home;

#[tokio::test]
async fn the_examples_of_the_specification_work_without_settings() {
    let home = Home::new();
    let client = client(&home, &[]).await;
    let found = search(&client, &["사용자 이메일 칼럼", "주문 날짜 필드"])
        .await
        .unwrap();
    assert_eq!(
        found[0][0], "users.email VARCHAR(255) 사용자 이메일 주소",
        "{found}"
    );
    assert_eq!(
        found[1][0], "orders.order_date TIMESTAMP 주문 생성 일시",
        "{found}"
    );
    assert_eq!(
        (
            found[0].as_array().unwrap().len(),
            found[1].as_array().unwrap().len()
        ),
        (3, 3)
    );
    let found = search(&client, &["user email column"]).await.unwrap();
    assert_eq!(
        found[0][0], "users.email VARCHAR(255) 사용자 이메일 주소",
        "{found}"
    );
    let vectors = embed(&client, &["user email", "사용자 이메일"])
        .await
        .unwrap();
    let sizes: Vec<_> = vectors
        .as_array()
        .unwrap()
        .iter()
        .map(|vector| vector.as_array().unwrap().len())
        .collect();
    assert_eq!(sizes, [384, 384]);
}

#[tokio::test]
async fn filters_and_distances_are_optional() {
    let home = Home::new();
    let client = client(&home, &[]).await;
    let arguments = json!({
        "query_list": ["email"], "n_results": 2, "include_distances": true,
        "where": {"table": "customers"}, "where_document": {"$contains": "email"},
    });
    let found = call(&client, "get_sim_search", arguments).await.unwrap();
    let hits = found[0].as_array().unwrap();
    assert_eq!(hits.len(), 1, "{found}");
    assert_eq!(
        hits[0]["document"],
        "customers.contact_email VARCHAR(255) 고객 연락처"
    );
    assert_eq!(hits[0]["metadata"]["table"], "customers");
    assert!(hits[0]["distance"].as_f64().unwrap() >= 0.0 && hits[0]["id"].is_string());
    let wrong = json!({"query_list": ["email"], "where": {"table": {"$like": "x"}}});
    let told = call(&client, "get_sim_search", wrong).await.unwrap_err();
    assert!(told.contains("$like"), "{told}");
    let missing = json!({"query_list": ["email"], "collection": "not-there"});
    let told = call(&client, "get_sim_search", missing).await.unwrap_err();
    assert!(
        told.starts_with("there is no collection `not-there`") && told.contains("toolwright index"),
        "{told}"
    );
}

#[tokio::test]
async fn empty_lists_and_long_texts_work_and_empty_texts_fail() {
    let home = Home::new();
    let client = client(&home, &[]).await;
    assert_eq!(embed(&client, &[]).await, Ok(json!([])));
    assert_eq!(search(&client, &[]).await, Ok(json!([])));
    for (told, parameter) in [
        (embed(&client, &["a", " "]).await.unwrap_err(), "text_list"),
        (search(&client, &["a", ""]).await.unwrap_err(), "query_list"),
    ] {
        assert_eq!(
            told,
            format!("`{parameter}[1]` is empty: an empty text has no embedding")
        );
    }
    let long = "a long text ".repeat(90_000);
    let vectors = embed(&client, &[&long]).await.unwrap();
    assert_eq!(vectors[0].as_array().unwrap().len(), 384);
}

/// The sample describes the tables of the embedded database, which is not queried then.
#[tokio::test]
async fn with_another_database_and_nothing_indexed_the_error_says_what_to_run() {
    let home = Home::new();
    let with_sample = client(&home, &[]).await;
    assert!(search(&with_sample, &["email"]).await.is_ok());
    with_sample.close().await.unwrap();
    let settings = [
        ("POSTGRESQL_DB_HOST", "127.0.0.1"),
        ("POSTGRESQL_DB_NAME", "shop"),
        ("POSTGRESQL_DB_USER", "reader"),
    ];
    let settings = settings.map(|(name, value)| (name, value.to_owned()));
    // The sample that was indexed before is not used either.
    for home in [home, Home::new()] {
        let client = client(&home, &settings).await;
        assert_eq!(
            search(&client, &["email"]).await.unwrap_err(),
            "there is no collection `column_metadata`: run `toolwright index --from-db` to fill it with the columns of the database, \
             or `toolwright index FILE`; `CHROMADB_COLLECTION_NAME` selects the one that is searched"
        );
        client.close().await.unwrap();
    }
}
