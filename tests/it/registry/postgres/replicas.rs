//! A change on one server is live on all.

use reqwest::Method;
use serde_json::json;

use super::{Replica, SharedDatabase};
use crate::{
    api::answered,
    harness::{Session, connect, postgres_server, until},
    registry::constant,
};

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_tool_that_is_made_on_one_is_called_on_the_other_and_its_clients_are_told() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    let session = Session::open(&other.server).await;
    let mut events = session.listen().await;
    one.post("tools", constant("shared", "41 + 1"))
        .await
        .expect(201);
    let told = events.message().await;
    assert_eq!(told["method"], "notifications/tools/list_changed");
    let called = other
        .post("tools/shared/call", json!({"arguments": {}}))
        .await;
    assert_eq!(called.expect(200)["result"], 42);
    let change = json!({"is_active": false});
    let request = other.request(Method::PATCH, "tools/shared").json(&change);
    answered(request.header("if-match", "\"1\""))
        .await
        .expect(200);
    until(|| one.server.catalog().snapshot().tool("shared").is_none()).await;
    let history = one.get("tools/shared/versions").await.expect(200);
    assert_eq!(history["items"].as_array().unwrap().len(), 2, "{history}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn of_two_admins_who_change_one_tool_at_once_one_is_told() {
    let database = SharedDatabase::new().await;
    let (one, other) = (
        Replica::start(&database).await,
        Replica::start(&database).await,
    );
    one.post("tools", constant("shared", "1")).await.expect(201);
    until(|| other.server.catalog().snapshot().tool("shared").is_some()).await;
    let change = |replica: &Replica, value: &str| {
        let request = replica
            .request(Method::PUT, "tools/shared")
            .json(&constant("shared", value));
        answered(request.header("if-match", "\"1\""))
    };
    let (first, second) = tokio::join!(change(&one, "2"), change(&other, "3"));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn credentials_are_sealed_with_the_key_of_all_or_refused() {
    let database = SharedDatabase::new().await;
    let tool = json!({
        "name": "web", "type": "http", "description": "d", "config": {"base_url": "https://example.com"},
        "auth": {"type": "bearer", "token": "t0p-s3cret-t0ken"},
    });
    let without_key = Replica::start(&database).await;
    let (status, detail) = without_key.post("tools", tool.clone()).await.refusal();
    assert_eq!(status, 422);
    assert!(detail.contains("set `TOOLWRIGHT_SECRET_KEY`"), "{detail}");
    let key = (
        "TOOLWRIGHT_SECRET_KEY",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    );
    let with_key = Replica::with(&database, &[key]).await;
    with_key.post("tools", tool).await.expect(201);
    let client = connect(&postgres_server()).await;
    for table in ["tools", "tool_versions"] {
        let sql = format!(
            "SELECT count(*), count(*) FILTER (WHERE it::text LIKE '%t0p-s3cret%') FROM {}.{table} AS it",
            database.schema
        );
        let row = client.query_one(&sql, &[]).await.unwrap();
        assert_eq!(
            (row.get::<_, i64>(0), row.get::<_, i64>(1)),
            (1, 0),
            "{table}"
        );
    }
}
