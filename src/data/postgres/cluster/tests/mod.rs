//! With a keeper that only says that it has started, and a socket that only takes connections.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::net::UnixListener;

use super::{
    address::{ClusterAddress, socket_file},
    error::ClusterError,
    handle::Cluster,
    runtime::Runtime,
};
use crate::core::token;

/// A folder for a test, with a program that keeps nothing.
struct Bench {
    folder: PathBuf,
    listener: Option<UnixListener>,
}

impl Bench {
    /// The program takes its time to start, and says `report`.
    fn new(report: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("toolwright-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let place = folder.display();
        let report = report.replace("SOCKET", &place.to_string());
        let script = format!(
            "#!/bin/sh\necho \"$*\" >>'{place}/starts'\nread -r order\nsleep 0.2\n\
             echo '{report}' >&0\ncat >/dev/null\necho ended >>'{place}/ends'\n"
        );
        fs::write(folder.join("keeper"), script).unwrap();
        fs::set_permissions(folder.join("keeper"), Permissions::from_mode(0o700)).unwrap();
        let listener = Some(UnixListener::bind(socket_file(&folder)).unwrap());
        Self { folder, listener }
    }

    fn started() -> Self {
        Self::new(r#"{"Ok":{"socket":"SOCKET","postmaster":1}}"#)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data/postgres")
    }

    fn cluster(&self) -> Cluster {
        Cluster::with_runtime(self.data(), self.folder.join("keeper"), Runtime::Any)
    }

    /// How many lines a file has.
    fn count(&self, file: &str) -> usize {
        let text = fs::read_to_string(self.folder.join(file));
        text.unwrap_or_default().lines().count()
    }

    async fn until(&self, file: &str, count: usize) {
        while self.count(file) != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn nothing_begins_before_the_address_is_asked_for() {
    let bench = Bench::started();
    let cluster = bench.cluster();
    cluster.stop().await;
    assert_eq!((bench.count("starts"), bench.data().exists()), (0, false));
    // What was stopped does not begin again.
    assert_eq!(cluster.address().await, Err(ClusterError::Stopped));
    assert_eq!(bench.count("starts"), 0);
}

#[tokio::test]
async fn all_who_ask_at_once_share_one_start() {
    let bench = Bench::started();
    let cluster = bench.cluster();
    let asked = (0..16).map(|_| {
        let cluster = cluster.clone();
        tokio::spawn(async move { cluster.address().await.unwrap() })
    });
    let asked: Vec<_> = asked.collect();
    let expected = ClusterAddress {
        socket: bench.folder.clone(),
        port: 5432,
        database: "bga_database".to_owned(),
        user: "toolwright_reader".to_owned(),
    };
    for address in asked {
        assert_eq!(address.await.unwrap(), expected);
    }
    assert_eq!(cluster.address().await, Ok(expected));
    assert_eq!(
        fs::read_to_string(bench.folder.join("starts")).unwrap(),
        "worker cluster keep\n"
    );
    cluster.stop().await;
    assert_eq!((bench.count("starts"), bench.count("ends")), (1, 1));
}

#[tokio::test]
async fn a_start_goes_on_when_who_asked_for_it_has_gone() {
    let bench = Bench::started();
    let cluster = bench.cluster();
    let impatient = tokio::time::timeout(Duration::from_millis(20), cluster.address()).await;
    impatient.unwrap_err();
    cluster.address().await.unwrap();
    assert_eq!(bench.count("starts"), 1);
    drop(cluster);
    // Nobody has it any more, so the keeper's pipe has ended.
    bench.until("ends", 1).await;
}

#[tokio::test]
async fn a_failure_is_told_and_the_next_call_tries_again() {
    let bench = Bench::new(r#"{"Err":{"Start":{"what":"it ended","log":"no room"}}}"#);
    let cluster = bench.cluster();
    for round in 1..=2 {
        let error = cluster.address().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "PostgreSQL did not start: it ended. Its log: no room"
        );
        assert_eq!(bench.count("starts"), round);
    }
    let other = Cluster::with_runtime(bench.data(), "/nowhere/toolwright", Runtime::Any);
    drop(cluster);
    let error = other.address().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the supervisor process of the database failed: No such file or directory (os error 2)"
    );
}

#[tokio::test]
async fn a_database_that_takes_no_connections_is_stopped_and_begins_again() {
    let mut bench = Bench::started();
    let cluster = bench.cluster();
    cluster.address().await.unwrap();
    drop(bench.listener.take());
    let asked = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.address().await }
    });
    bench.until("ends", 1).await;
    asked.await.unwrap().unwrap();
    assert_eq!(bench.count("starts"), 2);
    cluster.stop().await;
}

#[tokio::test]
async fn one_folder_has_one_server() {
    let bench = Bench::started();
    let (one, other) = (bench.cluster(), bench.cluster());
    one.address().await.unwrap();
    let refused = ClusterError::InUse {
        folder: bench.data(),
        holder: Some(std::process::id().to_string()),
    };
    assert_eq!(other.address().await, Err(refused));
    one.stop().await;
    other.address().await.unwrap();
    other.stop().await;
    assert!(Path::new(&bench.data().join("lock")).exists());
}
