//! [`Postmaster`]: the first process of a database, from which the others come.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{ClusterError, Log, Place, Programs, Wishes, launch};

/// How long a database may take until it takes connections. One that was killed reads its log first.
const READY: Duration = Duration::from_secs(120);
/// How long a start that fails is tried again: what was left of a database that was killed may be about to end.
const AGAIN: Duration = Duration::from_secs(10);
/// How long a database has to stop by itself, and then to stop without tidying up.
const FAST: Duration = Duration::from_secs(15);
const IMMEDIATE: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(2);

/// The settings of every database, before those of its own files.
const SETTINGS: [&str; 20] = [
    // It listens nowhere but in its folder.
    "listen_addresses=",
    "port=5432",
    "unix_socket_permissions=0700",
    // What was acknowledged is on the disk.
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    // Small: one server with its pool uses it.
    "max_connections=100",
    "shared_buffers=16MB",
    "max_wal_size=256MB",
    "min_wal_size=32MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_logical_replication_workers=0",
    "max_worker_processes=4",
    "max_parallel_workers=2",
    "jit=off",
    // In its own folder: containers have little room where others share memory.
    "dynamic_shared_memory_type=mmap",
    // What it says goes to the keeper.
    "log_destination=stderr",
    "logging_collector=off",
    "log_checkpoints=off",
];

/// A database that runs.
pub(super) struct Postmaster {
    process: Child,
}

impl Postmaster {
    /// Starts the database and waits until it takes connections.
    pub(super) fn start(
        programs: &Programs,
        place: &Place,
        socket: &Path,
        log: &Log,
        wishes: &Wishes,
    ) -> Result<Self, ClusterError> {
        let end = Instant::now() + AGAIN;
        loop {
            log.forget();
            let had_another = pid_file(&place.cluster()).exists();
            match Self::try_start(programs, place, socket, log, wishes) {
                Err(ClusterError::Start { .. }) if had_another && Instant::now() < end => {
                    for _ in 0..50 {
                        wishes.pause()?;
                    }
                }
                started => return started,
            }
        }
    }

    fn try_start(
        programs: &Programs,
        place: &Place,
        socket: &Path,
        log: &Log,
        wishes: &Wishes,
    ) -> Result<Self, ClusterError> {
        let failed = |what: String| ClusterError::Start {
            what,
            log: log.tail(),
        };
        let cluster = place.cluster();
        // Its keeper's death stops it as its keeper would.
        let program = programs.path("postgres");
        let mut command = launch::command(&program, place.account.as_ref(), Signal::INT);
        command.arg("-D").arg(&cluster);
        for setting in SETTINGS
            .into_iter()
            .chain(quick_sync(programs.version.major))
        {
            command.args(["-c", setting]);
        }
        command
            .arg("-c")
            .arg(listed("unix_socket_directories", socket));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| failed(error.to_string()))?;
        let said = process.stderr.take().map(|pipe| log.follow(pipe));
        let mut started = Self { process };
        match started.wait_until_ready(&cluster, wishes) {
            Ok(()) => Ok(started),
            Err(error) => {
                started.stop();
                if let Some(said) = said {
                    let _ = said.join();
                }
                Err(error.map_or(ClusterError::Stopped, failed))
            }
        }
    }

    /// Waits until it takes connections. Fails with a reason, or without one when nobody wants it any more.
    fn wait_until_ready(&mut self, cluster: &Path, wishes: &Wishes) -> Result<(), Option<String>> {
        let end = Instant::now() + READY;
        while !is_ready(cluster, self.id()) {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < end => {}
                Ok(None) => {
                    return Err(Some(format!(
                        "it was not ready after {} s",
                        READY.as_secs()
                    )));
                }
                Ok(Some(status)) => return Err(Some(format!("it ended with {status}"))),
                Err(error) => return Err(Some(error.to_string())),
            }
            wishes.pause().map_err(|_| None)?;
        }
        Ok(())
    }

    /// Its process.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Stays until it has ended, and ends it when nobody wants it any more; tells whether it is still wanted.
    pub(super) fn attend(mut self, wishes: &Wishes) -> bool {
        let is_wanted = wishes.wait(Pid::from_child(&self.process));
        self.stop();
        is_wanted
    }

    /// Stops it: connections are closed, and all that was changed is written.
    fn stop(&mut self) {
        for (signal, patience) in [(Signal::INT, FAST), (Signal::QUIT, IMMEDIATE)] {
            let end = Instant::now() + patience;
            if self.has_ended() {
                return;
            }
            let _ = kill_process(Pid::from_child(&self.process), signal);
            while Instant::now() < end {
                if self.has_ended() {
                    return;
                }
                thread::sleep(LOOK);
            }
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.process.try_wait(), Ok(None))
    }
}

/// A database that was killed first waits until its files are on the disk: all at once where it can, not one after the other.
fn quick_sync(major: u32) -> Option<&'static str> {
    let can = cfg!(target_os = "linux") && major >= 14;
    can.then_some("recovery_init_sync_method=syncfs")
}

/// A setting that is a list of one path.
fn listed(name: &str, path: &Path) -> OsString {
    let mut setting = OsString::from(format!("{name}=\""));
    let path = path.as_os_str().to_string_lossy().replace('"', "\"\"");
    setting.push(OsStr::new(&path));
    setting.push("\"");
    setting
}

/// The file in which a database says which process it is, and how it is.
pub(super) fn pid_file(cluster: &Path) -> std::path::PathBuf {
    cluster.join("postmaster.pid")
}

/// Whether a database says that it is this process and takes connections.
fn is_ready(cluster: &Path, process: u32) -> bool {
    let text = fs::read_to_string(pid_file(cluster)).unwrap_or_default();
    let mut lines = text.lines();
    let says_process = lines.next().map(str::trim) == Some(process.to_string().as_str());
    // The eighth line, since PostgreSQL 10.
    says_process && lines.nth(6).map(str::trim) == Some("ready")
}
