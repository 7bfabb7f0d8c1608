//! The end of a database, whichever process dies first.

use std::{
    fs,
    os::unix::{fs::MetadataExt as _, process::CommandExt as _},
    process::Command,
};

use super::database::{Database, Folder, kill};
use crate::tools::processes::{is_alive, is_superuser, until_gone};

with_both! {
    a_killed_server_takes_its_database_with_it
    a_killed_supervisor_takes_its_database_with_it
    a_database_that_died_is_restarted_when_it_is_needed
    a_second_server_on_one_folder_uses_the_database_of_the_first
}

/// Returns whether a database answers.
async fn answers(database: &Database) -> bool {
    let one = database.superuser().await.query_one("SELECT 1", &[]).await;
    one.unwrap().get::<_, i32>(0) == 1
}

async fn a_killed_server_takes_its_database_with_it(kind: &str) {
    let folder = Folder::new();
    let database = folder.start(kind);
    // A client that is connected does not keep it alive.
    let client = database.superuser().await;
    let all = database.processes();
    kill(database.child.id());
    // The next server need not wait until the database has ended.
    let next = folder.start(kind);
    assert!(answers(&next).await);
    drop(database);
    until_gone(&all).await;
    drop(client);
    next.stop();
}

async fn a_killed_supervisor_takes_its_database_with_it(kind: &str) {
    let folder = Folder::new();
    let mut database = folder.start(kind);
    let (supervisor, postmaster) = (database.supervisor(), database.postmaster());
    kill(supervisor);
    until_gone(&[supervisor, postmaster]).await;
    // The server still runs, and starts another one.
    database.child.write("again");
    assert_eq!(database.child.line(), database.line);
    assert!(answers(&database).await);
    assert_ne!(database.postmaster(), postmaster);
    database.stop();
}

async fn a_database_that_died_is_restarted_when_it_is_needed(kind: &str) {
    let folder = Folder::new();
    let mut database = folder.start(kind);
    for _ in 0..3 {
        let before = database.processes();
        kill(database.postmaster());
        until_gone(&[before[2]]).await;
        database.child.write("again");
        assert_eq!(database.child.line(), database.line);
        assert!(answers(&database).await);
        until_gone(&before[1..]).await;
    }
    database.stop();
}

#[tokio::test]
async fn the_process_id_of_a_dead_database_may_have_been_reused() {
    let folder = Folder::new();
    let database = folder.start("bundled");
    let all = database.processes();
    all.iter().for_each(|process| kill(*process));
    until_gone(&all).await;
    drop(database);
    // A process of the same account, as in a container, where process ids are reused soon.
    let account = fs::metadata(folder.place().join("cluster")).unwrap();
    let mut other = Command::new("sleep");
    other.arg("60");
    if is_superuser() {
        other.uid(account.uid()).gid(account.gid());
    }
    let mut other = other.spawn().unwrap();
    let file = folder.place().join("cluster/postmaster.pid");
    let text = fs::read_to_string(&file).unwrap();
    let (_, rest) = text.split_once('\n').unwrap();
    fs::write(&file, format!("{}\n{rest}", other.id())).unwrap();
    let database = folder.start("bundled");
    assert!(answers(&database).await);
    assert!(is_alive(other.id()));
    other.kill().unwrap();
    other.wait().unwrap();
    database.stop();
}

async fn a_second_server_on_one_folder_uses_the_database_of_the_first(kind: &str) {
    let folder = Folder::new();
    let first = folder.start(kind);
    let second = folder.start("any");
    assert_eq!(second.line, first.line);
    assert!(answers(&second).await);
    // A guest that ends leaves the database as it is.
    folder.start("any").stop();
    assert!(answers(&first).await);
    // When the first has ended, the next one that needs the database starts it.
    first.stop();
    let third = folder.start(kind);
    assert!(answers(&third).await);
    third.stop();
    second.stop();
}
