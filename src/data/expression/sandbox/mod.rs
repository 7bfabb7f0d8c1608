//! What a worker does, in its own process: reads a line, evaluates, writes a line.
//!
//! ```text
//! thread "expression"   read ▶ compile (or find) ▶ run ▶ result as JSON ▶ write       values and stack are bounded by the kernel
//! first thread          looks every few milliseconds how long it takes                ends the process
//! ```
//!
//! Nothing here needs to be stopped gently: a process that ends takes everything with it, and the next one is there in a millisecond.

mod confinement;
mod failure;
mod json;
mod program;
mod programs;
mod watch;

use std::{
    ffi::OsString,
    io::{self, BufRead as _, Write as _},
    process,
    sync::mpsc,
    thread,
    time::Duration,
};

use super::{
    error::{ExpressionError, Limit},
    exchange::{self, Reply, Request},
    limits::Limits,
};
use programs::Programs;
use watch::Watch;

pub(super) use watch::OUT_OF_TIME;

/// The argument after `worker`, which makes a program a worker of this engine.
pub(crate) const WORKER: &str = "expression";

/// The stack of the thread that evaluates. 2 MB are too few for an unoptimised parser and 10 KB of `lambda x=lambda x=…`.
pub(crate) const STACK: usize = 8 * 1024 * 1024;

/// The end of a worker that cannot work.
const BROKEN: i32 = 70;

/// Is a worker until its input ends. Its limits are the argument after [`WORKER`].
pub(crate) fn run(limits: Option<OsString>) -> ! {
    let limits = limits.and_then(|limits| serde_json::from_slice(limits.as_encoded_bytes()).ok());
    let Some::<Limits>(limits) = limits else {
        process::exit(BROKEN);
    };
    let watch = Watch::new(Duration::from_millis(limits.milliseconds));
    let seen = watch.clone();
    // A confined process gets no new thread, and a thread must not work before it is confined.
    let (confined, ready) = mpsc::channel();
    let evaluation = thread::Builder::new()
        .name("expression".into())
        .stack_size(STACK)
        .spawn(move || match ready.recv() {
            Ok(()) => serve(limits, &seen),
            Err(never) => Err(io::Error::other(never)),
        });
    let (Ok(evaluation), Ok(())) = (evaluation, confinement::enter(&limits)) else {
        process::exit(BROKEN);
    };
    // It fails only when the thread is gone, which the watch sees.
    let _ = confined.send(());
    watch.keep(|| evaluation.is_finished());
    // A thread that is finished has failed or panicked; otherwise nobody asks any more.
    process::exit(if evaluation.is_finished() { BROKEN } else { 0 })
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
    let reply = exchange::line(&evaluate(line, limits, programs))?;
    if reply.len() <= limits.result {
        return Ok(reply);
    }
    exchange::line(&Reply::Err(Limit::Result(limits.result).into()))
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
