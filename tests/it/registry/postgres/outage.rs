//! While the database is away, calls go on and changes are refused.

use serde_json::json;

use super::{Replica, SharedDatabase};
use crate::{
    harness::{Answer, get, until, until_async},
    registry::constant,
};

pub(super) const AWAY: &str = "the database of the registry is away: tools go on as they are, and nothing can be changed until it is back";

/// Waits until `/readyz` says this.
async fn ready_is(replica: &Replica, text: &str) {
    let expected = Answer::text(200, text);
    until_async(async || get(&replica.server, "/readyz").await == expected).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn while_the_database_is_away_calls_go_on_and_it_heals_by_itself() {
    let mut database = SharedDatabase::new().await;
    let other_way = SharedDatabase {
        schema: database.schema.clone(),
        ..SharedDatabase::new().await
    };
    let cut_off = Replica::start(&database).await;
    let other = Replica::start(&other_way).await;
    other
        .post("tools", constant("before", "1"))
        .await
        .expect(201);
    until(|| cut_off.server.catalog().snapshot().tool("before").is_some()).await;
    database.cut().await;
    ready_is(&cut_off, "ready, degraded: registry\n").await;
    let called = cut_off
        .post("tools/before/call", json!({"arguments": {}}))
        .await;
    assert_eq!(called.expect(200)["result"], 1);
    let refused = cut_off
        .post("tools", constant("during", "2"))
        .await
        .refusal();
    assert_eq!(refused, (503, AWAY.to_owned()));
    let history = cut_off.get("tools/before/versions").await.refusal();
    assert_eq!(history, (503, AWAY.to_owned()));
    other
        .post("tools", constant("missed", "3"))
        .await
        .expect(201);
    database.mend().await;
    until(|| cut_off.server.catalog().snapshot().tool("missed").is_some()).await;
    ready_is(&cut_off, "ready\n").await;
    cut_off
        .post("tools", constant("during", "2"))
        .await
        .expect(201);
    until(|| other.server.catalog().snapshot().tool("during").is_some()).await;
}
