//! [`OwnCluster`]: a PostgreSQL server that a test may kill.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use tokio_postgres::Config;

use super::home::Home;

/// A PostgreSQL server of one test, which our own supervisor runs.
pub(crate) struct OwnCluster {
    child: Child,
    folder: PathBuf,
    config: Config,
}

impl OwnCluster {
    /// Starts it in a folder of `home`: a fresh one, or that of an earlier one.
    pub(crate) fn start(home: &Home) -> Self {
        let folder = home.join("cluster");
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolwright"))
            .args(["worker", "cluster", "start"])
            .arg(&folder)
            .arg("any")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let config = line.trim().parse().unwrap();
        Self {
            child,
            folder,
            config,
        }
    }

    /// How its superuser connects.
    pub(crate) const fn config(&self) -> &Config {
        &self.config
    }

    /// Kills all of its processes at once, and waits until they are gone.
    pub(crate) fn kill(mut self) {
        let postmaster = postmaster_below(&self.folder).expect("it runs");
        let mut all = children_of(postmaster);
        all.push(postmaster);
        // What keeps it must not start it again.
        let _ = self.child.kill();
        let _ = self.child.wait();
        for pid in &all {
            let _ = kill_process(Pid::from_raw(*pid).unwrap(), Signal::KILL);
        }
        while all.iter().any(|pid| is_running(*pid)) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for OwnCluster {
    fn drop(&mut self) {
        // The end of its input stops it.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The process that a `postmaster.pid` somewhere below `folder` names.
fn postmaster_below(folder: &Path) -> Option<i32> {
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let mut folders = Vec::new();
    for entry in entries {
        if entry.file_name() == "postmaster.pid" {
            let text = fs::read_to_string(entry.path()).ok()?;
            return text.lines().next()?.trim().parse().ok();
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.push(entry.path());
        }
    }
    folders.iter().find_map(|folder| postmaster_below(folder))
}

fn children_of(parent: i32) -> Vec<i32> {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| parent_of(*pid) == Some(parent))
        .collect()
}

fn parent_of(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Whether there is such a process that has not ended.
fn is_running(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')')
        .is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}
