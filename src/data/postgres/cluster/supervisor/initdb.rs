//! [`Making`]: a database where there is none.
//!
//! It is made whole under another name, and gets its own when it is on the disk: who is killed meanwhile leaves nothing half-made.
//! It is made in memory where the machine has a folder there, since some PostgreSQLs wait for the disk after every file.

use std::{
    fs,
    io::{self, Write as _},
    os::unix::{fs::symlink, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
};

use rustix::process::{Pid, Signal, kill_process_group};

use super::{ClusterError, Log, Made, Place, Programs, Wishes, launch, sample};
use crate::{core::token, data::files::sync as durable};

/// A folder in memory, and how much room it must have.
const MEMORY: &str = "/dev/shm";
const ROOM: u64 = 128 * 1024 * 1024;

/// The version since which PostgreSQL has a locale for Unicode of its own.
const OWN_LOCALE: u32 = 17;

/// The making of a database.
pub(super) struct Making<'m> {
    pub(super) place: &'m Place,
    pub(super) programs: &'m Programs,
    pub(super) log: &'m Log,
    pub(super) wishes: &'m Wishes,
}

impl Making<'_> {
    /// Makes the database, whole or not at all.
    pub(super) fn run(&self) -> Result<(), ClusterError> {
        let whole = self.place.making();
        let in_memory = self.in_memory(&whole);
        let made = match in_memory.map(|draft| self.make(&draft, &whole)) {
            Some(Ok(())) => Ok(()),
            Some(Err(ClusterError::Stopped)) => Err(ClusterError::Stopped),
            // The memory may have run out.
            Some(Err(_)) | None => {
                let whole = self.place.making();
                self.make(&whole, &whole)
            }
        };
        self.place.tidy();
        made
    }

    fn make(&self, draft: &Path, whole: &Path) -> Result<(), ClusterError> {
        let cluster = self.place.cluster();
        self.place.own_folder(draft)?;
        self.fill(draft)?;
        self.finish(draft, whole, &cluster)
            .map_err(ClusterError::at(&cluster))
    }

    /// A folder in memory, where there is room, and a link to it beside `whole`, by which it is removed.
    fn in_memory(&self, whole: &Path) -> Option<PathBuf> {
        let room = rustix::fs::statvfs(MEMORY).ok()?;
        if room.f_bavail.saturating_mul(room.f_frsize) < ROOM {
            return None;
        }
        let draft = Path::new(MEMORY).join(format!("toolwright-{}", token::random()));
        symlink(&draft, whole.with_extension("memory")).ok()?;
        Some(draft)
    }

    fn fill(&self, draft: &Path) -> Result<(), ClusterError> {
        let mut initdb = self.program("initdb");
        initdb
            .args([
                "--encoding=UTF8",
                "--username=postgres",
                "--auth-local=trust",
            ])
            .args([
                "--auth-host=reject",
                "--wal-segsize=4",
                "--no-sync",
                "--locale=C",
            ])
            .args(locale(self.programs.version.major))
            .arg("-D")
            .arg(draft);
        self.run_to_end(initdb, String::new())?;
        Made::write(draft, self.programs.origin).map_err(ClusterError::at(draft))?;
        for (database, statements) in sample::all() {
            self.run_to_end(self.single(draft, database), statements)?;
        }
        Ok(())
    }

    /// A PostgreSQL without a server, which does what it reads and ends.
    fn single(&self, draft: &Path, database: &str) -> Command {
        let mut single = self.program("postgres");
        // `-j`: statements end with an empty line. `-F`: it is waited for the disk once, at the end.
        single
            .args([
                "--single",
                "-j",
                "-F",
                "-c",
                "exit_on_error=on",
                "-c",
                "log_checkpoints=off",
            ])
            .arg("-D")
            .arg(draft)
            .arg(database);
        single
    }

    fn program(&self, name: &str) -> Command {
        let path = self.programs.path(name);
        let mut command = launch::command(&path, self.place.account.as_ref(), Signal::KILL);
        command.process_group(0);
        command
    }

    /// Runs a program that reads `input`, or kills it and what it started when nobody wants it any more.
    fn run_to_end(&self, mut command: Command, input: String) -> Result<(), ClusterError> {
        self.log.forget();
        let failed = |what: String| ClusterError::Start {
            what,
            log: self.log.tail(),
        };
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        feed(&mut child, input);
        let said = child.stderr.take().map(|pipe| self.log.follow(pipe));
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) => {}
                Err(error) => return Err(failed(error.to_string())),
            }
            if let Err(stopped) = self.wishes.pause() {
                let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
                let _ = child.wait();
                return Err(stopped);
            }
        };
        if let Some(said) = said {
            let _ = said.join();
        }
        if status.success() {
            Ok(())
        } else {
            Err(failed(format!("making the database ended with {status}")))
        }
    }

    /// Gives a draft its place and its name when it is on the disk.
    fn finish(&self, draft: &Path, whole: &Path, cluster: &Path) -> io::Result<()> {
        if draft != whole {
            self.copy(draft, whole)?;
        }
        durable::sync_all(whole)?;
        fs::rename(whole, cluster)?;
        durable::sync(self.place.folder())
    }

    /// Copies a folder with all that is in it. A database has folders and files.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir(to)?;
        fs::set_permissions(to, fs::metadata(from)?.permissions())?;
        self.place.give(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let copy = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.copy(&entry.path(), &copy)?;
            } else {
                fs::copy(entry.path(), &copy)?;
                self.place.give(&copy)?;
            }
        }
        Ok(())
    }
}

/// What makes letters of all languages letters, however the system is set up.
const fn locale(major: u32) -> &'static [&'static str] {
    if major >= OWN_LOCALE {
        &["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    } else if cfg!(target_os = "linux") {
        &["--lc-ctype=C.UTF-8"]
    } else {
        &[]
    }
}

/// Writes what a program reads. One that does not want it all says why.
fn feed(child: &mut Child, input: String) {
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || {
            let _ = stdin.write_all(input.as_bytes());
        });
    }
}
