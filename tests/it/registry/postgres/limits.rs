//! Limits that several servers hold together.

use std::{
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use serde_json::{Value, json};
use toolwright::{
    govern::{CallerShare, ShareAnswer, SharedLimits as _},
    tool::RateLimit,
};
use toolwright_engines::postgres::{Address, Host, Tls};
use toolwright_registry::{PostgresLimits, RegistryDatabase, migrations_sql};

use super::{Replica, SharedDatabase};
use crate::harness::{connect, postgres_server, until_async};

const fn limit(minute: u32, concurrent: u32) -> RateLimit {
    RateLimit {
        per_minute: NonZeroU32::new(minute),
        per_hour: None,
        concurrent: NonZeroU32::new(concurrent),
    }
}

/// The registry's database of a test, with its tables.
pub(super) async fn registry_database(database: &SharedDatabase) -> RegistryDatabase {
    let schema = database.schema.parse().unwrap();
    let client = connect(&postgres_server()).await;
    client
        .batch_execute(&migrations_sql(&schema, 0))
        .await
        .unwrap();
    way_to(database)
}

/// The same by a way of its own.
pub(super) fn way_to(database: &SharedDatabase) -> RegistryDatabase {
    let config = postgres_server();
    let address = Address {
        host: Host::Tcp("127.0.0.1".into()),
        port: database.port,
        database: config.get_dbname().unwrap_or("postgres").to_owned(),
        user: config.get_user().unwrap_or("postgres").to_owned(),
        password: None,
        tls: Tls::Off,
    };
    RegistryDatabase::new(Arc::new(address), database.schema.parse().unwrap())
}

/// Begins a call as a server does.
async fn begin(share: &dyn CallerShare) -> Result<(), Duration> {
    match share.begin(false) {
        ShareAnswer::Begun => Ok(()),
        ShareAnswer::Refused { retry_after } => Err(retry_after),
        ShareAnswer::Ask => share.ask(false).await,
    }
}

/// Makes calls for a while that take no time. Returns how many were admitted.
async fn calls_for(share: Arc<dyn CallerShare>, time: Duration) -> usize {
    let (begin_time, mut admitted) = (Instant::now(), 0);
    while begin_time.elapsed() < time {
        if begin(&*share).await.is_ok() {
            admitted += 1;
            share.end();
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    admitted
}

async fn sum(calls: impl IntoIterator<Item = impl Future<Output = usize>>) -> usize {
    join_all(calls).await.into_iter().sum()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn four_servers_under_load_admit_the_limit_and_no_call_more() {
    let shared = SharedDatabase::new().await;
    let database = registry_database(&shared).await;
    let servers: Vec<_> = (0..4)
        .map(|_| PostgresLimits::new(database.clone()))
        .collect();
    // Names of strangers, and a caller who must not be counted for another one.
    let name = "key \u{0}'; DROP TABLE limit_calls; --".repeat(100);
    let shares = |subject: &str, limit: RateLimit| {
        let shares = servers
            .iter()
            .map(|server| server.share(subject, &name, limit));
        shares.collect::<Vec<_>>()
    };
    let all = shares("tool t", limit(600, 0));
    let other = servers[0].share("tool t", "user ada", limit(600, 0));
    let callers = all.iter().chain(&all).chain(&all);
    let admitted = sum(callers.map(|it| calls_for(Arc::clone(it), Duration::from_secs(5)))).await;
    // Each of the others holds at most a tenth of the limit, divided by four.
    assert!((600 - 3 * 15..=600).contains(&admitted), "{admitted}");
    let refused = begin(&*all[0]).await.unwrap_err();
    assert!(refused > Duration::from_secs(30), "{refused:?}");
    assert_eq!(begin(&*other).await, Ok(()));
    // Another tool, of which each server knows nothing yet: all of a small limit can be used by one.
    let one = shares("tool u", limit(3, 0));
    let admitted = sum([calls_for(Arc::clone(&one[1]), Duration::from_secs(1))]).await;
    assert_eq!(admitted, 3);
    assert!(begin(&*one[2]).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn calls_at_once_are_counted_over_all_servers() {
    let shared = SharedDatabase::new().await;
    let database = registry_database(&shared).await;
    let servers = [(); 3].map(|()| PostgresLimits::new(database.clone()));
    let (running, most, done) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let caller = async |server: &PostgresLimits| {
        let share = server.share("tool t", "user ada", limit(0, 5));
        let begin_time = Instant::now();
        while begin_time.elapsed() < Duration::from_secs(3) {
            if begin(&*share).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(20)).await;
            running.fetch_sub(1, Ordering::SeqCst);
            share.end();
            done.fetch_add(1, Ordering::SeqCst);
        }
    };
    join_all(servers.iter().chain(&servers).chain(&servers).map(&caller)).await;
    assert_eq!(most.load(Ordering::SeqCst), 5);
    assert!(done.load(Ordering::SeqCst) > 20, "{done:?}");
    // One at a time, one after the other on each server in turn: none is refused.
    let ones = servers
        .each_ref()
        .map(|it| it.share("tool one", "user ada", limit(0, 1)));
    for share in ones.iter().cycle().take(12) {
        assert_eq!(begin(&**share).await, Ok(()));
        share.end();
    }
    assert_eq!(begin(&*ones[1]).await, Ok(()));
    assert!(begin(&*ones[2]).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_usual_call_asks_nobody() {
    let shared = SharedDatabase::new().await;
    let database = registry_database(&shared).await;
    let servers = [(); 2].map(|()| PostgresLimits::new(database.clone()));
    let shares = servers
        .each_ref()
        .map(|it| it.share("tool t", "user ada", limit(100_000, 100)));
    let mut asked = 0;
    for step in 0..1_000 {
        for share in &shares {
            if share.begin(false) == ShareAnswer::Ask {
                asked += 1;
                share.ask(false).await.unwrap();
            }
            share.end();
        }
        if step % 10 == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    assert!(asked < 100, "{asked} of 2000 calls asked");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn without_the_database_each_server_goes_on_with_its_part_and_tells_it_after() {
    let open = SharedDatabase::new().await;
    let mut cut = SharedDatabase {
        schema: open.schema.clone(),
        ..SharedDatabase::new().await
    };
    let one = PostgresLimits::new(registry_database(&open).await);
    let other = PostgresLimits::new(way_to(&cut));
    let [kept, lost] = [&one, &other].map(|it| it.share("tool t", "user ada", limit(100, 0)));
    begin(&*kept).await.unwrap();
    begin(&*lost).await.unwrap();
    // Both have seen that they are two.
    tokio::time::sleep(Duration::from_secs(6)).await;
    begin(&*lost).await.unwrap();
    lost.end();
    cut.cut().await;
    let alone = calls_for(Arc::clone(&lost), Duration::from_secs(5)).await;
    // The two calls before are of the same minute.
    assert!((45..=48).contains(&alone), "{alone}");
    cut.mend().await;
    // They count for all when it is back.
    until_async(async || {
        let client = connect(&postgres_server()).await;
        let sql = format!(
            "SELECT coalesce(sum(calls), 0)::bigint FROM {}.limit_calls WHERE period = 60",
            open.schema
        );
        let row = client.query_one(&sql, &[]).await.unwrap();
        row.get::<_, i64>(0) >= i64::try_from(alone).unwrap() + 3
    })
    .await;
    let rest = calls_for(Arc::clone(&kept), Duration::from_secs(3)).await;
    assert!(rest <= 100 - alone - 3, "{rest} after {alone}");
    assert!(rest + alone + 3 >= 95, "{rest} after {alone}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn what_a_killed_server_had_taken_comes_back() {
    let shared = SharedDatabase::new().await;
    let database = registry_database(&shared).await;
    let killed = PostgresLimits::new(database.clone());
    let taken = killed.share("tool t", "user ada", limit(0, 2));
    begin(&*taken).await.unwrap();
    begin(&*taken).await.unwrap();
    let living = PostgresLimits::new(database);
    let share = living.share("tool t", "user ada", limit(0, 2));
    begin(&*share).await.unwrap_err();
    // It says nothing any more.
    drop(killed);
    let client = connect(&postgres_server()).await;
    let past = format!(
        "UPDATE {}.limit_servers SET seen_at = seen_at - interval '20 seconds'",
        shared.schema
    );
    client.batch_execute(&past).await.unwrap();
    until_async(async || begin(&*share).await.is_ok()).await;
    // One that stops gives back at once.
    living.stop().await;
    let sql = format!("SELECT count(*) FROM {}.limit_shares", shared.schema);
    let row = client.query_one(&sql, &[]).await.unwrap();
    assert_eq!(row.get::<_, i64>(0), 0);
}

/// Calls a tool through the API. Returns whether it was admitted.
async fn is_admitted(replica: &Replica, tool: &str, arguments: Value) -> bool {
    let path = format!("tools/{tool}/call");
    let body = json!({"arguments": arguments});
    let called = replica.post(&path, body).await.body;
    match called["error_kind"].as_str() {
        None => true,
        Some(kind) => {
            assert_eq!(kind, "rate_limited", "{called}");
            false
        }
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn a_limit_holds_over_servers_and_calls_go_on_while_the_database_is_away() {
    let mut database = SharedDatabase::new().await;
    let settings = [("TOOLWRIGHT_REQUESTS_PER_MINUTE", "8")];
    let replicas = [
        Replica::with(&database, &settings).await,
        Replica::with(&database, &settings).await,
    ];
    let mut admitted = 0;
    for turn in 0..12 {
        let replica = &replicas[turn % 2];
        let is_admitted = is_admitted(replica, "serialize_for_cell", json!({"data": "a"})).await;
        admitted += usize::from(is_admitted);
    }
    assert!((7..=8).contains(&admitted), "{admitted}");
    // Of another tool each has its part.
    database.cut().await;
    for replica in &replicas {
        let mut admitted = 0;
        for _ in 0..6 {
            let is_admitted = is_admitted(replica, "calculator", json!({"expression": "1"})).await;
            admitted += usize::from(is_admitted);
        }
        assert_eq!(admitted, 4);
    }
}
