//! Every known way around a read-only connection, as a superuser and as a role that can only read.
//!
//! After each attempt, no data, no file, no lock and no setting of a pooled connection has changed.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio_postgres::Client as Foreign;
use toolwright::Client;

use super::{bypass_list::BYPASSES, client, query, records, refusal};
use crate::harness::{Seat, TestDatabase, connect, postgres_server};

const WORLD: &str = "
    CREATE TABLE victim (id int);
    INSERT INTO victim VALUES (1);
    CREATE TABLE words (word tsvector);
    CREATE INDEX ON words USING gin (word);
    CREATE SEQUENCE counter;
    CREATE FUNCTION write_victim() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'INSERT INTO victim VALUES (7) RETURNING id';
    CREATE PROCEDURE delete_victim() LANGUAGE sql AS 'DELETE FROM victim';
    CREATE TABLE tenants (tenant text, secret text);
    INSERT INTO tenants VALUES ('0', 'mine'), ('1', 'of-another-tenant');
    ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON tenants USING (tenant = current_setting('app.tenant', true));";

/// The settings of a pooled connection that were never changed.
const SESSION: &str = "SELECT current_user::text = session_user::text AS same, current_setting('default_transaction_read_only') AS read_only,
    current_setting('transaction_read_only') AS now, current_setting('search_path') AS path, coalesce(current_setting('app.tenant', true), '') AS tenant";

/// One seat, and the state that must not change.
struct World {
    database: TestDatabase,
    seat: Seat,
    client: Client,
    canary: Foreign,
    canary_pid: i32,
    file: PathBuf,
}

impl World {
    async fn new(seat: Seat) -> Self {
        let database = TestDatabase::with(WORLD).await;
        let settings = [
            ("TOOLWRIGHT_SQL_TIMEOUT", "5s"),
            ("TOOLWRIGHT_SQL_CONNECTIONS", "1"),
        ];
        let client = client(&database, seat, &settings).await;
        let mut config = postgres_server();
        config.user(database.role(seat)).password("secret");
        let canary = connect(&config).await;
        let pid = canary
            .query_one("SELECT pg_backend_pid()", &[])
            .await
            .unwrap();
        let file = std::env::temp_dir().join(format!("{}.written", database.schema));
        Self {
            database,
            seat,
            client,
            canary,
            canary_pid: pid.get(0),
            file,
        }
    }

    /// Returns the state of everything that an attempt could have changed.
    async fn state(&self) -> String {
        let schema = &self.database.schema;
        let state = format!(
            "SELECT concat_ws(' ', (SELECT string_agg(id::text, ',') FROM victim), (SELECT last_value || ' ' || is_called FROM counter), \
             (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_class WHERE relnamespace = '{schema}'::regnamespace), \
             (SELECT count(*) FROM pg_replication_slots), (SELECT count(*) FROM pg_replication_origin), \
             (SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = '{role}' AND locktype = 'advisory'), \
             (SELECT count(*) FROM pg_stat_activity WHERE usename = '{role}' AND state <> 'idle'))",
            role = self.database.role(self.seat),
        );
        let session = records(&self.client, SESSION).await;
        let alive = self.canary.query_one("SELECT 1", &[]).await.is_ok();
        format!(
            "{} {session} {alive} {}",
            self.database.value(&state).await,
            self.file.exists()
        )
    }

    fn text(&self, bypass: &str) -> String {
        bypass
            .replace("{file}", &self.file.to_string_lossy())
            .replace("{canary}", &self.canary_pid.to_string())
    }
}

async fn holds(seat: Seat) {
    let world = World::new(seat).await;
    let before = world.state().await;
    for bypass in BYPASSES {
        let sql = world.text(bypass);
        let start = Instant::now();
        let answer = query(&world.client, &sql).await;
        assert_eq!(answer["status"], "error", "{seat:?}: {sql}\n{answer}");
        let told = answer.to_string();
        assert!(
            !told.contains("root:") && !told.contains("of-another-tenant"),
            "{sql}\n{told}"
        );
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{sql}: {:?}",
            start.elapsed()
        );
        assert_eq!(world.state().await, before, "{seat:?}: {sql}");
    }
    world.database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn no_bypass_works_as_a_superuser() {
    holds(Seat::Superuser).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn no_bypass_works_as_a_role_that_can_only_read() {
    holds(Seat::Reader).await;
}

/// The statement check does not know functions of users. The read-only transaction stops them.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_user_function_that_writes_is_stopped_by_the_transaction() {
    let world = World::new(Seat::Superuser).await;
    let told = refusal(&world.client, "SELECT write_victim()").await;
    assert_eq!(told, "cannot execute INSERT in a read-only transaction");
    world.database.drop_everything().await;
}

/// Comments and strings may contain semicolons.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn semicolons_in_comments_and_strings_are_allowed() {
    let world = World::new(Seat::Superuser).await;
    for sql in [
        "SELECT 1 AS n /* /* */ ; DELETE FROM victim -- */",
        "SELECT 1 AS n -- ; DELETE FROM victim",
        "SELECT 1 AS n WHERE '; DELETE FROM victim' = $$; DELETE FROM victim$$;",
    ] {
        assert_eq!(
            records(&world.client, sql).await,
            json!([{"n": 1}]),
            "{sql}"
        );
    }
    assert_eq!(
        world.database.value("SELECT count(*) FROM victim").await,
        "1"
    );
    world.database.drop_everything().await;
}

/// Each row arrives in time, but all of them together do not.
#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn rows_that_arrive_slowly_do_not_extend_the_timeout() {
    let database = TestDatabase::new().await;
    let client = client(&database, Seat::Reader, &[("TOOLWRIGHT_SQL_TIMEOUT", "1s")]).await;
    let sql = "SELECT a, (SELECT sum(sqrt(a + b)) FROM generate_series(1, 300000) b) FROM generate_series(1, 900) a";
    let start = Instant::now();
    refusal(&client, sql).await;
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    database.until_none(Seat::Reader, "'active'").await;
    assert_eq!(records(&client, "SELECT 1 AS n").await, json!([{"n": 1}]));
    database.drop_everything().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_administrator_can_allow_a_function_by_name() {
    let database = TestDatabase::new().await;
    let allowed = [("TOOLWRIGHT_SQL_ALLOW_FUNCTIONS", "pg_sleep")];
    let client = client(&database, Seat::Reader, &allowed).await;
    records(&client, "SELECT pg_sleep(0)").await;
    refusal(&client, "SELECT pg_sleep_for('1 second')").await;
    database.drop_everything().await;
}
