//! [`Initdb`]: creates a database.
//!
//! It is created under another name and renamed when it is complete and on the disk, so that a
//! process that is killed meanwhile leaves nothing half-finished. It is created in memory if there
//! is a folder for that, since some versions of PostgreSQL sync every file.
//!
//! A new database contains tables to try the tools on, and a role that may read them.

use std::{
    fs, io,
    os::unix::{fs::symlink, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process_group};
use toolwright_base::{
    files::{sync::sync, sync_tree},
    token,
};

use super::{
    super::{
        address::{DATABASE, READER},
        data_folder::DataFolder,
        error::ClusterError,
        runtime::{CreatedBy, Programs},
    },
    log::Log,
    postgres_command::{pause, postgres_command},
};
use crate::{
    postgres::setup_sql,
    supervise::{control::StopSignal, launch},
};

/// A folder in memory, and the bytes that must be free there.
const MEMORY: &str = "/dev/shm";
const MEMORY_NEEDED: u64 = 128 * 1024 * 1024;

/// The first version of PostgreSQL that has a Unicode locale of its own.
const BUILTIN_LOCALE: u32 = 17;

/// Creates a database.
pub(super) struct Initdb<'i> {
    pub(super) folder: &'i DataFolder,
    pub(super) programs: &'i Programs,
    pub(super) log: &'i Log,
    pub(super) stop: &'i StopSignal,
}

impl Initdb<'_> {
    /// Creates the database, completely or not at all.
    pub(super) fn run(&self) -> Result<(), ClusterError> {
        let complete = self.folder.draft();
        let in_memory = self.in_memory(&complete);
        let created = match in_memory.map(|draft| self.create(&draft, &complete)) {
            Some(Ok(())) => Ok(()),
            Some(Err(ClusterError::Stopped)) => Err(ClusterError::Stopped),
            // The memory may have run out.
            Some(Err(_)) | None => {
                let complete = self.folder.draft();
                self.create(&complete, &complete)
            }
        };
        self.folder.remove_drafts();
        created
    }

    fn create(&self, draft: &Path, complete: &Path) -> Result<(), ClusterError> {
        let cluster = self.folder.cluster();
        self.folder.create_own(draft)?;
        self.fill(draft)?;
        self.finish(draft, complete, &cluster)
            .map_err(ClusterError::at(&cluster))
    }

    /// Returns a path in memory, if there is room, and creates a link to it beside `complete`, by
    /// which it is removed.
    fn in_memory(&self, complete: &Path) -> Option<PathBuf> {
        let room = rustix::fs::statvfs(MEMORY).ok()?;
        if room.f_bavail.saturating_mul(room.f_frsize) < MEMORY_NEEDED {
            return None;
        }
        let draft = Path::new(MEMORY).join(format!("toolwright-{}", token::random()));
        symlink(&draft, complete.with_extension("memory")).ok()?;
        Some(draft)
    }

    fn fill(&self, draft: &Path) -> Result<(), ClusterError> {
        let mut initdb = self.command("initdb")?;
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
        CreatedBy::write(draft, self.programs.origin).map_err(ClusterError::at(draft))?;
        for (database, statements) in statements() {
            self.run_to_end(self.single_user(draft, database)?, statements)?;
        }
        Ok(())
    }

    /// Returns the command of a PostgreSQL without a server, which executes its standard input.
    fn single_user(&self, draft: &Path, database: &str) -> Result<Command, ClusterError> {
        let mut single = self.command("postgres")?;
        // `-j`: statements end with an empty line. `-F`: files are synced once, at the end.
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
        Ok(single)
    }

    fn command(&self, name: &str) -> Result<Command, ClusterError> {
        let path = self.programs.path(name);
        let command = postgres_command(&path, self.folder.account.as_ref(), Signal::KILL);
        let mut command = command.map_err(|error| self.failed(error.to_string()))?;
        command.process_group(0);
        Ok(command)
    }

    /// Runs a program that reads `input`. Kills its process group if the server no longer wants the
    /// database.
    fn run_to_end(&self, mut command: Command, input: String) -> Result<(), ClusterError> {
        self.log.forget();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let child = command.spawn();
        let mut child = child.map_err(|error| self.failed(error.to_string()))?;
        launch::feed(&mut child, input);
        let logged = child.stderr.take().map(|pipe| self.log.follow(pipe));
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) => {}
                Err(error) => return Err(self.failed(error.to_string())),
            }
            if let Err(stopped) = pause(self.stop) {
                let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
                let _ = child.wait();
                return Err(stopped);
            }
        };
        if let Some(logged) = logged {
            let _ = logged.join();
        }
        if status.success() {
            Ok(())
        } else {
            Err(self.failed(format!("creating the database failed with {status}")))
        }
    }

    fn failed(&self, what: String) -> ClusterError {
        ClusterError::Start {
            what,
            log: self.log.tail(),
        }
    }

    /// Moves a draft to its place when it is on the disk.
    fn finish(&self, draft: &Path, complete: &Path, cluster: &Path) -> io::Result<()> {
        if draft != complete {
            self.copy(draft, complete)?;
        }
        sync_tree(complete)?;
        fs::rename(complete, cluster)?;
        sync(self.folder.path())
    }

    /// Copies a folder with everything in it. A database consists of folders and files.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir(to)?;
        fs::set_permissions(to, fs::metadata(from)?.permissions())?;
        self.folder.give(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let copy = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.copy(&entry.path(), &copy)?;
            } else {
                fs::copy(entry.path(), &copy)?;
                self.folder.give(&copy)?;
            }
        }
        Ok(())
    }
}

/// Returns the arguments that make the letters of all languages letters, however the system is
/// configured.
const fn locale(major: u32) -> &'static [&'static str] {
    if major >= BUILTIN_LOCALE {
        &["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    } else if cfg!(target_os = "linux") {
        &["--lc-ctype=C.UTF-8"]
    } else {
        &[]
    }
}

/// The tables. They can be created in any other database too.
const TABLES: &str = include_str!("tables.sql");

/// Returns the statements for each database, in this order. Statements end with an empty line.
pub(super) fn statements() -> [(&'static str, String); 2] {
    let create = format!(
        "CREATE DATABASE {DATABASE};\n\n\
         REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC;\n\n"
    );
    let rights = setup_sql(READER, &["public".to_owned()]);
    let fill = format!("{TABLES}\n{rights}\nANALYZE;\n\n");
    [("postgres", create), (DATABASE, fill)]
}
