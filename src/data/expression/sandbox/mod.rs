//! What a worker does, in its own process: reads a line, evaluates, writes a line.
//!
//! ```text
//! thread "expression"   read ▶ compile (or find) ▶ run ▶ result as JSON ▶ write       values and stack are bounded by the kernel
//! first thread          looks every few milliseconds how long it takes                ends the process
//! ```
//!
//! Nothing here needs to be stopped gently: a process that ends takes everything with it, and the next one is there in a millisecond.

mod failure;
mod json;
mod program;
mod program_cache;
mod time_limit;

use std::{
    ffi::OsString,
    io::{self, BufRead as _, Write as _},
    process,
    time::Duration,
};

use super::{
    error::{ExpressionError, Limit},
    limits::Limits,
    request::{Reply, Request},
};
use crate::data::supervise::worker::{self, Confinement};
use program_cache::Programs;
use time_limit::Watch;

/// The argument after `worker`, which makes a program a worker of this engine.
pub(crate) const WORKER: &str = "expression";

/// The stack of the thread that evaluates. 2 MB are too few for an unoptimised parser and 10 KB of `lambda x=lambda x=…`.
pub(crate) const STACK: usize = 8 * 1024 * 1024;

/// Is a worker until its input ends. Its limits are the argument after [`WORKER`].
pub(crate) fn run(limits: Option<OsString>) -> ! {
    let limits: Limits = worker::limits(limits);
    let watch = Watch::new(Duration::from_millis(limits.milliseconds));
    let seen = watch.clone();
    let confinement = Confinement {
        memory: limits.memory,
        stack: STACK,
        time: None,
    };
    let Ok(evaluation) = confinement.work(move || serve(limits, &seen)) else {
        worker::broken();
    };
    watch.keep(|| evaluation.is_finished());
    if evaluation.is_finished() {
        // It has failed or panicked.
        worker::broken();
    }
    // Nobody asks any more.
    process::exit(0)
}

/// Answers until the input ends, and with it the process.
fn serve(limits: Limits, watch: &Watch) -> io::Result<()> {
    let mut programs = Programs::default();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = watch.during(|| answer(&line, &limits, &mut programs));
        io::stdout().lock().write_all(&reply?)?;
        line.clear();
    }
    process::exit(0)
}

/// The line that answers `line`.
fn answer(line: &[u8], limits: &Limits, programs: &mut Programs) -> io::Result<Vec<u8>> {
    let reply = worker::line(&evaluate(line, limits, programs))?;
    if reply.len() <= limits.result {
        return Ok(reply);
    }
    worker::line(&Reply::Err(Limit::Result(limits.result).into()))
}

fn evaluate(line: &[u8], limits: &Limits, programs: &mut Programs) -> Reply {
    let request: Request<'_> =
        serde_json::from_slice(line).map_err(|_| ExpressionError::Limit(Limit::Depth))?;
    let (names, values) = json::inputs(request.variables.into_owned());
    let result = programs
        .get(&request.expression, names)?
        .run(values, limits)?;
    json::output(&result, limits)
}
