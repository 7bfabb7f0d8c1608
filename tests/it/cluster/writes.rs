//! Acknowledged writes are not lost.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use tokio_postgres::Client;

use super::database::{Folder, kill};
use crate::{harness::until, tools::processes::until_gone};

const WRITERS: i64 = 4;
/// How many rows are acknowledged before everything is killed.
const ROWS: usize = 400;

with_both! {
    processes_of_a_killed_database_do_not_prevent_the_next_start
}

/// Writes rows until the database does not answer, and adds the acknowledged ones to
/// `acknowledged`.
async fn write(client: Client, writer: i64, acknowledged: Arc<Mutex<BTreeSet<i64>>>) {
    for number in 0.. {
        let row = number * WRITERS + writer;
        if client
            .execute("INSERT INTO kept VALUES ($1)", &[&row])
            .await
            .is_err()
        {
            return;
        }
        acknowledged.lock().unwrap().insert(row);
    }
}

/// Kills the server, its supervisor and the whole database during writes, three times, and looks
/// for the acknowledged rows.
async fn killed_during_writes(kind: &str) {
    let folder = Folder::new();
    let acknowledged = Arc::new(Mutex::new(BTreeSet::new()));
    let first = folder.start(kind);
    let client = first.superuser().await;
    client
        .batch_execute("CREATE TABLE kept (row bigint)")
        .await
        .unwrap();
    drop(client);
    first.stop();
    for round in 0..3 {
        let database = folder.start(kind);
        let writers: Vec<_> = {
            let mut writers = Vec::new();
            for writer in 0..WRITERS {
                let client = database.superuser().await;
                let offset = i64::from(round) * 1_000_000_000;
                writers.push(tokio::spawn(write(
                    client,
                    offset + writer,
                    Arc::clone(&acknowledged),
                )));
            }
            writers
        };
        let enough = acknowledged.lock().unwrap().len() + ROWS;
        until(|| acknowledged.lock().unwrap().len() >= enough).await;
        let all = database.processes();
        all.iter().for_each(|process| kill(*process));
        drop(database);
        futures_util::future::join_all(writers).await;
        until_gone(&all).await;
    }
    let database = folder.start(kind);
    let rows = database.superuser().await;
    let rows = rows.query("SELECT row FROM kept", &[]).await.unwrap();
    let found: BTreeSet<i64> = rows.iter().map(|row| row.get(0)).collect();
    let acknowledged = acknowledged.lock().unwrap();
    assert!(acknowledged.len() >= 3 * ROWS);
    let lost: Vec<_> = acknowledged.difference(&found).collect();
    assert_eq!(lost, Vec::<&i64>::new());
    database.stop();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn no_acknowledged_row_is_lost_if_an_installed_postgresql_is_killed() {
    killed_during_writes("machine").await;
}

#[tokio::test]
async fn no_acknowledged_row_is_lost_if_the_bundled_postgresql_is_killed() {
    killed_during_writes("bundled").await;
}

async fn processes_of_a_killed_database_do_not_prevent_the_next_start(kind: &str) {
    let folder = Folder::new();
    let database = folder.start(kind);
    let (client, other) = (database.superuser().await, database.superuser().await);
    let session = client.query_one("SELECT pg_backend_pid()", &[]).await;
    let session: i32 = session.unwrap().get(0);
    // A session that notices nothing until its query has finished, which takes minutes.
    let work =
        "SELECT count(*) FROM generate_series(1, 1000000000) AS a(n) WHERE md5(n::text) = ''";
    let busy = tokio::spawn(async move { client.query(work, &[]).await.unwrap_err() });
    let activity = "SELECT state = 'active' FROM pg_stat_activity WHERE pid = $1";
    while !other
        .query_one(activity, &[&session])
        .await
        .unwrap()
        .get::<_, bool>(0)
    {
        tokio::task::yield_now().await;
    }
    let all = database.processes();
    let session = u32::try_from(session).unwrap();
    assert!(all.contains(&session));
    // First the process that would tell the session to end.
    kill(database.postmaster());
    for process in all.iter().filter(|process| **process != session) {
        kill(*process);
    }
    drop(database);
    folder.start(kind).stop();
    busy.await.unwrap();
    until_gone(&all).await;
}
