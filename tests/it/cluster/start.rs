//! Starting a database.

use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    time::Duration,
};

use super::database::{Folder, kill, user};
use crate::tools::processes::{is_superuser, until_gone};

with_both! {
    it_listens_on_its_socket_only_and_never_runs_as_the_superuser
}

/// Starts a new database, stops it, and starts it again.
async fn cold_and_warm(kind: &str, major: Option<&str>) {
    let folder = Folder::new();
    for _ in 0..2 {
        let database = folder.start(kind);
        let rows = database.reader().await;
        let rows = rows.query("SELECT user_id, username, email FROM users LIMIT 3", &[]);
        let rows = rows.await.unwrap();
        let rows: Vec<(i64, &str, &str)> = rows
            .iter()
            .map(|row| (row.get(0), row.get(1), row.get(2)))
            .collect();
        let expected = [
            (101, "alice", "alice@example.com"),
            (102, "bob", "bob@example.com"),
            (103, "charlie", "charlie@example.com"),
        ];
        assert_eq!(rows, expected);
        let postmaster = database.postmaster();
        database.stop();
        // It is gone when the server has exited, not some time later.
        until_gone(&[postmaster]).await;
    }
    let version = fs::read_to_string(folder.place().join("cluster/PG_VERSION")).unwrap();
    assert!(major.is_none_or(|major| version.trim() == major));
    let names = folder.names();
    let expected = ["cluster", "keeper.lock", "lock", "postgres.log"];
    let (runtimes, names): (Vec<_>, Vec<_>) =
        names.iter().partition(|name| name.starts_with("runtime-"));
    assert_eq!(runtimes.len(), usize::from(kind == "bundled"));
    let names: Vec<_> = names
        .into_iter()
        .filter(|name| *name != "elsewhere")
        .collect();
    assert_eq!(names, expected);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_installed_postgresql_starts_with_the_sample_and_keeps_it() {
    cold_and_warm("machine", None).await;
}

#[tokio::test]
async fn the_bundled_postgresql_starts_with_the_sample_and_keeps_it() {
    cold_and_warm("bundled", Some("17")).await;
}

#[tokio::test]
async fn an_installed_postgresql_that_does_not_work_is_passed_over() {
    let folder = Folder::inside("data/postgres");
    let search = folder.path().with_file_name("bin");
    fs::create_dir_all(&search).unwrap();
    for (name, script) in [
        ("postgres", "#!/bin/sh\necho 'postgres (PostgreSQL) 16.1'\n"),
        ("initdb", "#!/bin/sh\necho 'no share' >&2\nexit 1\n"),
    ] {
        fs::write(search.join(name), script).unwrap();
        fs::set_permissions(search.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    let database = folder.start_with_path(&search, "any");
    let version = database.superuser().await;
    let version = version.query_one("SHOW server_version", &[]).await.unwrap();
    assert_eq!(version.get::<_, &str>(0), "17.5");
    database.stop();
    let log = fs::read_to_string(folder.place().join("postgres.log")).unwrap();
    assert!(log.starts_with("no share\n"), "{log}");
}

#[tokio::test]
async fn the_samples_columns_have_the_comments_of_their_documents() {
    let folder = Folder::new();
    let database = folder.start("bundled");
    let client = database.reader().await;
    let rows = client
        .query(
            "SELECT table_name || '.' || column_name || ' ' || col_description(
                (table_schema || '.' || table_name)::regclass, ordinal_position)
             FROM information_schema.columns WHERE table_schema = 'public'
             AND column_name IN ('email', 'contact_email', 'user_email', 'order_date', 'created_at', 'ship_date')
             ORDER BY 1",
            &[],
        )
        .await
        .unwrap();
    let rows: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
    let expected = [
        "accounts.user_email 계정 이메일",
        "customers.contact_email 고객 연락처",
        "orders.created_at 레코드 생성 시간",
        "orders.order_date 주문 생성 일시",
        "shipments.ship_date 발송 날짜",
        "users.email 사용자 이메일 주소",
    ];
    assert_eq!(rows, expected);
    let bare: i64 = client
        .query_one(
            "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public'
             AND col_description((table_schema || '.' || table_name)::regclass, ordinal_position) IS NULL",
            &[],
        )
        .await
        .unwrap()
        .get(0);
    assert_eq!(bare, 0);
    database.stop();
}

async fn it_listens_on_its_socket_only_and_never_runs_as_the_superuser(kind: &str) {
    let folder = Folder::new();
    let database = folder.start(kind);
    let client = database.superuser().await;
    let postmaster = database.postmaster();
    let listen: String = client
        .query_one("SHOW listen_addresses", &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(listen, "");
    assert_eq!(internet_sockets(postmaster), 0);
    let of_database = &database.processes()[2..];
    // The postmaster, at least three helpers and the session of this test.
    assert!(of_database.len() >= 5, "{of_database:?}");
    for process in of_database {
        assert_ne!(user(*process), 0);
    }
    let socket = fs::metadata(folder.place().join("socket")).unwrap();
    assert_eq!(
        (socket.mode() & 0o777, socket.uid()),
        (0o700, user(postmaster))
    );
    assert!(is_superuser() || user(postmaster) == user(std::process::id()));
    database.stop();
}

/// Returns how many TCP and UDP sockets a process has.
fn internet_sockets(process: u32) -> usize {
    let links = fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let links = links.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    let sockets: Vec<String> = links
        .filter_map(|link| {
            let name = link.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?;
            Some(format!(" {name} "))
        })
        .collect();
    assert!(!sockets.is_empty());
    let tables = ["tcp", "tcp6", "udp", "udp6"].map(|table| {
        fs::read_to_string(format!("/proc/{process}/net/{table}")).unwrap_or_default()
    });
    sockets
        .iter()
        .filter(|socket| tables.iter().any(|table| table.contains(socket.as_str())))
        .count()
}

/// Kills the first start after each of these waits in milliseconds, and starts again.
async fn starts_after_a_killed_start(kind: &str, times: [u64; 2]) {
    for wait in times {
        let folder = Folder::new();
        let server = folder.spawn(kind);
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let started = descendants(server.id());
        kill(server.id());
        started.iter().for_each(|process| kill(*process));
        drop(server);
        until_gone(&started).await;

        let database = folder.start(kind);
        let client = database.reader().await;
        let shipments: i64 = client
            .query_one("SELECT count(*) FROM shipments", &[])
            .await
            .unwrap()
            .get(0);
        assert_eq!(shipments, 30);
        database.stop();
        let left = folder
            .names()
            .into_iter()
            .filter(|name| name.starts_with("making-"));
        assert_eq!(left.count(), 0);
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn an_installed_postgresql_starts_after_a_killed_start() {
    starts_after_a_killed_start("machine", [250, 900]).await;
}

#[tokio::test]
async fn the_bundled_postgresql_starts_after_a_killed_start() {
    starts_after_a_killed_start("bundled", [40, 600]).await;
}

/// Returns the descendants of a process.
fn descendants(process: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children: Vec<u32> = list
        .unwrap_or_default()
        .split_whitespace()
        .map(|child| child.parse().unwrap())
        .collect();
    let below = children.iter().flat_map(|child| descendants(*child));
    let below: Vec<u32> = below.collect();
    [children, below].concat()
}

#[tokio::test]
async fn a_start_whose_server_is_killed_leaves_nothing_running() {
    let folder = Folder::new();
    let server = folder.spawn("bundled");
    tokio::time::sleep(Duration::from_millis(300)).await;
    let started = descendants(server.id());
    assert!(!started.is_empty());
    kill(server.id());
    until_gone(&started).await;
}
