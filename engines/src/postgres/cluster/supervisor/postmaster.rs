//! [`Postmaster`]: the first process of a database, which starts the others.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::{
    super::{data_folder::DataFolder, error::ClusterError, runtime::Programs},
    log::Log,
    postgres_command::{pause, postgres_command},
};
use crate::supervise::control::{Event, StopSignal};

/// How long a database may take until it accepts connections. One that was killed recovers first.
const READY: Duration = Duration::from_secs(120);
/// How long a failed start is repeated: processes of a killed database may be about to exit.
const RETRY: Duration = Duration::from_secs(10);
/// How long a database has for a fast shutdown, and then for an immediate one.
const FAST: Duration = Duration::from_secs(15);
const IMMEDIATE: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(2);

/// The settings of every database. They override those in its own files.
const SETTINGS: [&str; 20] = [
    // Listen on the socket in the folder only.
    "listen_addresses=",
    "port=5432",
    "unix_socket_permissions=0700",
    // Acknowledged changes are on the disk.
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
    // In its own folder: containers often have a small `/dev/shm`.
    "dynamic_shared_memory_type=mmap",
    // The supervisor writes the log.
    "log_destination=stderr",
    "logging_collector=off",
    "log_checkpoints=off",
];

/// A running database.
pub(super) struct Postmaster {
    process: Child,
}

impl Postmaster {
    /// Starts the database and waits until it accepts connections.
    pub(super) fn start(
        programs: &Programs,
        folder: &DataFolder,
        socket: &Path,
        log: &Log,
        stop: &StopSignal,
    ) -> Result<Self, ClusterError> {
        let end = Instant::now() + RETRY;
        loop {
            log.forget();
            let had_another = pid_file(&folder.cluster()).exists();
            match Self::try_start(programs, folder, socket, log, stop) {
                Err(ClusterError::Start { .. }) if had_another && Instant::now() < end => {
                    for _ in 0..50 {
                        pause(stop)?;
                    }
                }
                started => return started,
            }
        }
    }

    fn try_start(
        programs: &Programs,
        folder: &DataFolder,
        socket: &Path,
        log: &Log,
        stop: &StopSignal,
    ) -> Result<Self, ClusterError> {
        let failed = |what: String| ClusterError::Start {
            what,
            log: log.tail(),
        };
        let cluster = folder.cluster();
        // The same signal stops it if the supervisor dies as if the supervisor stops it.
        let program = programs.path("postgres");
        let command = postgres_command(&program, folder.account.as_ref(), Signal::INT);
        let mut command = command.map_err(|error| failed(error.to_string()))?;
        command.arg("-D").arg(&cluster);
        let settings = SETTINGS.into_iter();
        for setting in settings.chain(fast_sync(programs.version.major)) {
            command.args(["-c", setting]);
        }
        command
            .arg("-c")
            .arg(path_list("unix_socket_directories", socket));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().map_err(|error| failed(error.to_string()))?;
        let logged = process.stderr.take().map(|pipe| log.follow(pipe));
        let mut started = Self { process };
        match started.wait_until_ready(&cluster, stop) {
            Ok(()) => Ok(started),
            Err(error) => {
                started.stop();
                if let Some(logged) = logged {
                    let _ = logged.join();
                }
                Err(error.map_or(ClusterError::Stopped, failed))
            }
        }
    }

    /// Waits until the database accepts connections.
    ///
    /// Fails with a reason, or without one if the server no longer wants the database.
    fn wait_until_ready(
        &mut self,
        cluster: &Path,
        stop: &StopSignal,
    ) -> Result<(), Option<String>> {
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
            pause(stop).map_err(|_| None)?;
        }
        Ok(())
    }

    /// Returns its process id.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the database has ended, and stops it if the server no longer wants it. Returns
    /// whether it is still wanted.
    pub(super) fn attend(mut self, stop: &StopSignal) -> bool {
        stop.also_at_exit_of(Pid::from_child(&self.process));
        let is_wanted = stop.wait() == Event::Exited;
        self.stop();
        is_wanted
    }

    /// Stops the database. Connections are closed, and all changes are written.
    fn stop(&mut self) {
        for (signal, time) in [(Signal::INT, FAST), (Signal::QUIT, IMMEDIATE)] {
            let end = Instant::now() + time;
            if self.has_ended() {
                return;
            }
            let _ = kill_process(Pid::from_child(&self.process), signal);
            while Instant::now() < end {
                if self.has_ended() {
                    return;
                }
                thread::sleep(POLL);
            }
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.process.try_wait(), Ok(None))
    }
}

/// Returns the setting that makes recovery sync all files at once, not one after the other, if the
/// version has it.
fn fast_sync(major: u32) -> Option<&'static str> {
    let can = cfg!(target_os = "linux") && major >= 14;
    can.then_some("recovery_init_sync_method=syncfs")
}

/// Returns a setting that is a list of one path.
fn path_list(name: &str, path: &Path) -> OsString {
    let mut setting = OsString::from(format!("{name}=\""));
    let path = path.as_os_str().to_string_lossy().replace('"', "\"\"");
    setting.push(OsStr::new(&path));
    setting.push("\"");
    setting
}

/// Returns the path of the file in which a database writes its process id and its state.
pub(super) fn pid_file(cluster: &Path) -> std::path::PathBuf {
    cluster.join("postmaster.pid")
}

/// Returns whether the file names this process and says that it accepts connections.
fn is_ready(cluster: &Path, process: u32) -> bool {
    let text = fs::read_to_string(pid_file(cluster)).unwrap_or_default();
    let mut lines = text.lines();
    let is_same = lines.next().map(str::trim) == Some(process.to_string().as_str());
    // The eighth line, since PostgreSQL 10.
    is_same && lines.nth(6).map(str::trim) == Some("ready")
}
