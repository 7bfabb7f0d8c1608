//! [`Database`]: a private PostgreSQL with a server process of its own.

use std::{
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use rustix::process::{Pid, Signal, kill_process};
use tokio_postgres::{Client, Config};

use crate::harness::{Child, Home, connect, remove_outside, run};

/// A folder for a database. It is removed at the end of the test, also if it leads elsewhere.
pub(crate) struct Folder {
    home: Home,
    inner: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self::inside("postgres")
    }

    /// Returns a folder in the test's home.
    pub(super) fn inside(inner: &str) -> Self {
        Self {
            home: Home::new(),
            inner: inner.to_owned(),
        }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.home.join(&self.inner)
    }

    /// Returns the folder of the database's files: this one, or the one that it leads to.
    pub(super) fn place(&self) -> PathBuf {
        fs::read_link(self.path().join("elsewhere")).unwrap_or_else(|_| self.path())
    }

    /// Returns the sorted names of the entries of that folder.
    pub(super) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.place()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Starts the database, and waits until it answers.
    pub(crate) fn start(&self, kind: &str) -> Database {
        self.started(self.spawn(kind))
    }

    /// Starts the database with programs of the folder `search` first, and waits until it answers.
    pub(super) fn start_with_path(&self, search: &Path, kind: &str) -> Database {
        let child = Child::spawn(self.command(kind).env("PATH", search));
        self.started(child)
    }

    /// Starts the database, and does not wait.
    pub(super) fn spawn(&self, kind: &str) -> Child {
        Child::spawn(&mut self.command(kind))
    }

    fn command(&self, kind: &str) -> Command {
        let path = self.path();
        let words = ["worker", "cluster", "start", path.to_str().unwrap(), kind];
        self.home.toolwright(&words)
    }

    fn started(&self, child: Child) -> Database {
        Database {
            line: child.line(),
            child,
            cluster: self.place().join("cluster"),
        }
    }

    /// Returns why the database does not start.
    pub(super) fn refusal(&self, kind: &str) -> String {
        refusal(&self.home, &self.path(), kind)
    }
}

/// Returns why no database starts in a folder.
pub(super) fn refusal(home: &Home, folder: &Path, kind: &str) -> String {
    let words = ["worker", "cluster", "start", folder.to_str().unwrap(), kind];
    let ended = run(home.toolwright(&words));
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    ended.stderr.trim_end().to_owned()
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove_outside(&self.path());
    }
}

/// A running database.
pub(crate) struct Database {
    pub(super) child: Child,
    /// How to connect as its superuser.
    pub(crate) line: String,
    cluster: PathBuf,
}

impl Database {
    /// Connects as the superuser.
    pub(super) async fn superuser(&self) -> Client {
        connect(&self.line.parse().unwrap()).await
    }

    /// Connects to the sample as the role that reads on behalf of callers.
    pub(super) async fn reader(&self) -> Client {
        let mut config: Config = self.line.parse().unwrap();
        config.user("toolwright_reader").dbname("bga_database");
        connect(&config).await
    }

    /// Returns the first process of the database.
    pub(super) fn postmaster(&self) -> u32 {
        let text = fs::read_to_string(self.cluster.join("postmaster.pid")).unwrap();
        text.lines().next().unwrap().parse().unwrap()
    }

    /// Returns the supervisor of the database.
    pub(super) fn supervisor(&self) -> u32 {
        parent(self.postmaster())
    }

    /// Returns the server, the supervisor and the processes of the database.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let postmaster = self.postmaster();
        let mut all = vec![self.child.id(), self.supervisor(), postmaster];
        all.extend(children(postmaster));
        all
    }

    /// Stops it as a server does that stops.
    pub(super) fn stop(self) {
        let ended = self.child.end();
        assert!(ended.status.success(), "{ended:?}");
    }
}

/// Kills a process with `SIGKILL`.
pub(crate) fn kill(process: u32) {
    let process = Pid::from_raw(process.try_into().unwrap()).unwrap();
    // It may have died with the others.
    let _ = kill_process(process, Signal::KILL);
}

/// Returns the user of a process.
pub(super) fn user(process: u32) -> u32 {
    fs::metadata(format!("/proc/{process}")).unwrap().uid()
}

fn parent(process: u32) -> u32 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(") ").unwrap();
    rest.split(' ').nth(1).unwrap().parse().unwrap()
}

fn children(process: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap();
    list.split_whitespace()
        .map(|child| child.parse().unwrap())
        .collect()
}
