//! The supervisor's side, in its own process: creates the database if there is none, starts it, and
//! stops it when the server no longer wants it.
//!
//! The supervisor outlives the server just long enough to stop the database. If the supervisor dies
//! first, the kernel tells the database to stop.

mod cleanup;
mod initdb;
mod log;
mod postgres_command;
mod postmaster;

use std::process;

use rustix::fs::Mode;

use self::{initdb::Initdb, log::Log, postgres_command::pause, postmaster::Postmaster};
use super::{
    data_folder::DataFolder,
    error::ClusterError,
    order::{ClusterOrder, Listening},
    runtime::{CreatedBy, Origin, Programs, Runtime},
};
use crate::supervise::{
    Role,
    control::{self, StopSignal},
    role,
};

/// The role of the private database's processes.
pub const ROLE: Role = Role::new("cluster");
/// The argument after the role that makes a process a supervisor.
pub(super) const KEEP: &str = "keep";

/// Runs a database until it has ended, and exits.
pub(super) fn keep() -> ! {
    // The database's account must be able to use what this process creates. Private files are
    // created with their own mode.
    rustix::process::umask(Mode::from_raw_mode(0o022));
    let Ok((order, stop, mut reporter)) = control::accept::<ClusterOrder>() else {
        role::fail()
    };
    let (report, started) = match start(&order, &stop) {
        Ok((folder, postmaster, listening)) => (Ok(listening), Some((folder, postmaster))),
        Err(error) => (Err::<Listening, _>(error), None),
    };
    // If the server is gone, the stop signal is raised too.
    let _ = reporter.send(&report);
    if let Some((folder, postmaster)) = started {
        let is_wanted = postmaster.attend(&stop);
        // The next start of a database that crashed uses the same socket.
        if !is_wanted {
            folder.remove_socket();
        }
    }
    process::exit(0)
}

fn start(
    order: &ClusterOrder,
    stop: &StopSignal,
) -> Result<(DataFolder, Postmaster, Listening), ClusterError> {
    let folder = DataFolder::lock(&order.folder, || pause(stop))?;
    folder.remove_drafts();
    let cluster = folder.cluster();
    let log = Log::open(folder.path());
    let programs = match CreatedBy::read(&cluster)? {
        Some(created_by) => Programs::choose(order.runtime, &folder, Some(&created_by))?,
        None => create(order, &folder, &log, stop)?,
    };
    cleanup::before_start(&cluster, stop)?;
    let socket = folder.create_socket_folder()?;
    let postmaster = Postmaster::start(&programs, &folder, &socket, &log, stop)?;
    let listening = Listening {
        postmaster: postmaster.id(),
        socket,
    };
    Ok((folder, postmaster, listening))
}

/// Creates the database, and returns the programs that created it.
fn create(
    order: &ClusterOrder,
    folder: &DataFolder,
    log: &Log,
    stop: &StopSignal,
) -> Result<Programs, ClusterError> {
    let create_with = |programs: Programs| {
        let initdb = Initdb {
            folder,
            programs: &programs,
            log,
            stop,
        };
        initdb.run().map(|()| programs)
    };
    let first = Programs::choose(order.runtime, folder, None)?;
    let is_installed = first.origin == Origin::Machine;
    match create_with(first) {
        // Installed programs that do not work are replaced by the bundled ones.
        Err(error @ ClusterError::Start { .. })
            if order.runtime == Runtime::Any && is_installed =>
        {
            match Programs::choose(Runtime::Bundled, folder, None) {
                Ok(second) => create_with(second),
                Err(_) => Err(error),
            }
        }
        created => created,
    }
}
