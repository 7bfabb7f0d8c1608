//! [`Cluster`] with a supervisor that only reports, and a socket that only accepts connections.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::net::UnixListener;
use toolwright_base::token;

use super::{
    address::{ClusterAddress, socket_file},
    error::ClusterError,
    handle::Cluster,
    runtime::Runtime,
};

/// A folder for a test, with a program in place of the supervisor.
struct Fixture {
    folder: PathBuf,
    listener: Option<UnixListener>,
}

impl Fixture {
    /// The program waits a moment and sends `report`.
    fn new(report: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("toolwright-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        let place = folder.display();
        let report = report.replace("SOCKET", &place.to_string());
        let script = format!(
            "#!/bin/sh\necho \"$*\" >>'{place}/starts'\nread -r order\nsleep 0.2\n\
             echo '{report}' >&0\ncat >/dev/null\necho ended >>'{place}/ends'\n"
        );
        fs::write(folder.join("supervisor"), script).unwrap();
        fs::set_permissions(folder.join("supervisor"), Permissions::from_mode(0o700)).unwrap();
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
        Cluster::with_runtime(self.data(), self.folder.join("supervisor"), Runtime::Any)
    }

    /// Returns the number of lines of a file.
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

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn nothing_starts_before_the_address_is_needed() {
    let fixture = Fixture::started();
    let cluster = fixture.cluster();
    cluster.stop().await;
    assert_eq!(
        (fixture.count("starts"), fixture.data().exists()),
        (0, false)
    );
    // It is not started again after it was stopped.
    assert_eq!(cluster.address().await, Err(ClusterError::Stopped));
    assert_eq!(fixture.count("starts"), 0);
}

#[tokio::test]
async fn concurrent_callers_share_one_start() {
    let fixture = Fixture::started();
    let cluster = fixture.cluster();
    let calls = (0..16).map(|_| {
        let cluster = cluster.clone();
        tokio::spawn(async move { cluster.address().await.unwrap() })
    });
    let calls: Vec<_> = calls.collect();
    let expected = ClusterAddress {
        socket: fixture.folder.clone(),
        port: 5432,
        database: "bga_database".to_owned(),
        user: "toolwright_reader".to_owned(),
    };
    for address in calls {
        assert_eq!(address.await.unwrap(), expected);
    }
    assert_eq!(cluster.address().await, Ok(expected));
    assert_eq!(
        fs::read_to_string(fixture.folder.join("starts")).unwrap(),
        "worker cluster keep\n"
    );
    cluster.stop().await;
    assert_eq!((fixture.count("starts"), fixture.count("ends")), (1, 1));
}

#[tokio::test]
async fn a_start_goes_on_if_its_caller_stops_waiting() {
    let fixture = Fixture::started();
    let cluster = fixture.cluster();
    let cancelled = tokio::time::timeout(Duration::from_millis(20), cluster.address()).await;
    cancelled.unwrap_err();
    cluster.address().await.unwrap();
    assert_eq!(fixture.count("starts"), 1);
    drop(cluster);
    // The last handle is dropped, so the supervisor's socket is closed.
    fixture.until("ends", 1).await;
}

#[tokio::test]
async fn a_failure_is_reported_and_the_next_call_tries_again() {
    let fixture = Fixture::new(r#"{"Err":{"Start":{"what":"it ended","log":"no room"}}}"#);
    let cluster = fixture.cluster();
    for round in 1..=2 {
        let error = cluster.address().await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "PostgreSQL did not start: it ended. Its log: no room"
        );
        assert_eq!(fixture.count("starts"), round);
    }
    let other = Cluster::with_runtime(fixture.data(), "/nowhere/toolwright", Runtime::Any);
    drop(cluster);
    let error = other.address().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the supervisor process of the database failed: No such file or directory (os error 2)"
    );
}

#[tokio::test]
async fn a_database_that_accepts_no_connections_is_restarted() {
    let mut fixture = Fixture::started();
    let cluster = fixture.cluster();
    cluster.address().await.unwrap();
    drop(fixture.listener.take());
    let call = tokio::spawn({
        let cluster = cluster.clone();
        async move { cluster.address().await }
    });
    fixture.until("ends", 1).await;
    call.await.unwrap().unwrap();
    assert_eq!(fixture.count("starts"), 2);
    cluster.stop().await;
}

#[tokio::test]
async fn a_second_server_uses_the_database_of_the_first_and_starts_it_again_after_it() {
    let fixture = Fixture::started();
    let (one, other) = (fixture.cluster(), fixture.cluster());
    let address = one.address().await.unwrap();
    assert_eq!(other.address().await.unwrap(), address);
    assert_eq!(fixture.count("starts"), 1);
    // A guest that stops leaves the database as it is.
    let guest = fixture.cluster();
    guest.address().await.unwrap();
    guest.stop().await;
    assert_eq!(one.address().await.unwrap(), address);
    assert_eq!((fixture.count("starts"), fixture.count("ends")), (1, 0));
    one.stop().await;
    other.address().await.unwrap();
    other.stop().await;
    assert!(Path::new(&fixture.data().join("lock")).exists());
}
