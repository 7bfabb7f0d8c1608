//! What a keeper does, in its own process: makes the database where there is none, starts it, and stops it when nobody wants it any more.
//!
//! It outlives the server just for that. When it dies first, the system tells the database to stop.

mod cleanup;
mod initdb;
mod launch;
mod log;
mod postmaster;
mod sample;

use std::{
    io::{self, BufRead as _, BufReader, Write as _},
    process,
};

use rustix::fs::Mode;

use super::{
    ClusterError,
    data_folder::Place,
    order::{Listening, Order, Report},
    runtime::{Made, Origin, Programs, Runtime},
};
use crate::data::supervise::{
    stop_signal::Wishes,
    worker::{self, broken},
};
use initdb::Making;
use log::Log;
use postmaster::Postmaster;

pub(super) use launch::become_program;

/// Is a keeper until the database has ended.
pub(super) fn keep() -> ! {
    // The database's account must be able to use what this process makes; what is private is made so.
    rustix::process::umask(Mode::from_raw_mode(0o022));
    let Ok((order, wishes)) = order() else {
        broken()
    };
    let (report, kept) = match start(&order, &wishes) {
        Ok((place, postmaster, listening)) => (Ok(listening), Some((place, postmaster))),
        Err(error) => (Err(error), None),
    };
    // A server that has gone does not listen; then its end of the pipe has gone too.
    let _ = say(&report);
    if let Some((place, postmaster)) = kept {
        let is_wanted = postmaster.attend(&wishes);
        // Where one has died, the next one is looked for.
        if !is_wanted {
            place.remove_socket();
        }
    }
    process::exit(0)
}

/// The order, and what comes after it.
fn order() -> io::Result<(Order, Wishes)> {
    let mut input = BufReader::new(io::stdin());
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok((serde_json::from_str(&line)?, Wishes::from(input)))
}

fn say(report: &Report) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(&worker::line(report)?)?;
    output.flush()
}

fn start(order: &Order, wishes: &Wishes) -> Result<(Place, Postmaster, Listening), ClusterError> {
    let place = Place::take(&order.folder, || wishes.pause())?;
    place.tidy();
    let cluster = place.cluster();
    let log = Log::open(place.folder());
    let programs = match Made::read(&cluster)? {
        Some(made) => Programs::choose(order.runtime, &place, Some(&made))?,
        None => make(order, &place, &log, wishes)?,
    };
    cleanup::before_start(&cluster, wishes)?;
    let socket = place.socket()?;
    let postmaster = Postmaster::start(&programs, &place, &socket, &log, wishes)?;
    let listening = Listening {
        postmaster: postmaster.id(),
        socket,
    };
    Ok((place, postmaster, listening))
}

/// Makes the database, and gives the programs that made it.
fn make(
    order: &Order,
    place: &Place,
    log: &Log,
    wishes: &Wishes,
) -> Result<Programs, ClusterError> {
    let make_with = |programs: Programs| {
        let making = Making {
            place,
            programs: &programs,
            log,
            wishes,
        };
        making.run().map(|()| programs)
    };
    let first = Programs::choose(order.runtime, place, None)?;
    let is_machines = first.origin == Origin::Machine;
    match make_with(first) {
        // One of the machine that does not work is as good as none.
        Err(error @ ClusterError::Start { .. }) if order.runtime == Runtime::Any && is_machines => {
            match Programs::choose(Runtime::Bundled, place, None) {
                Ok(second) => make_with(second),
                Err(_) => Err(error),
            }
        }
        made => made,
    }
}
