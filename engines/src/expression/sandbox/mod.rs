//! The worker's side of evaluating, in its own process: reads a line, evaluates, writes a line.
//!
//! ```text
//! thread "expression"   read, compile (or find), run, result as JSON, write    memory is limited by the kernel
//! first thread          checks the processor time every 5 ms                   ends the process
//! ```
//!
//! Nothing here is stopped gently: a process that exits takes everything with it, and the next one
//! starts in a millisecond.

mod json;
mod program;
mod time_limit;

use std::{
    ffi::OsString,
    io::{self, BufRead as _, Write as _},
    process,
    time::Duration,
};

use time_limit::TimeLimit;

use self::program::ProgramCache;
use super::{
    error::{ExpressionError, ExpressionLimits, Limit},
    request::{Reply, Request},
};
use crate::supervise::{
    json_line,
    role::{self, Role},
    worker::Confinement,
};

/// The role of a worker that evaluates expressions.
pub const ROLE: Role = Role::new("expression");

/// The bytes of stack of the thread that evaluates. 2 MB are too few for an unoptimised parser and
/// 10 KB of `lambda x=lambda x=…`.
pub(crate) const STACK: usize = 8 * 1024 * 1024;

/// Evaluates expressions until standard input ends. `limits` is the argument after the role.
pub fn run(limits: Option<OsString>) -> ! {
    let limits: ExpressionLimits = role::argument(limits);
    let time_limit = TimeLimit::new(Duration::from_millis(limits.milliseconds));
    let applied = time_limit.clone();
    let confinement = Confinement {
        memory: limits.memory,
        stack: STACK,
        time: None,
    };
    let Ok(evaluation) = confinement.work(move || serve(limits, &applied)) else {
        role::fail();
    };
    time_limit.enforce(|| evaluation.is_finished());
    if evaluation.is_finished() {
        // It has failed or panicked.
        role::fail();
    }
    // There was no request for long.
    process::exit(0)
}

/// Replies to requests until the input ends, and exits.
fn serve(limits: ExpressionLimits, time_limit: &TimeLimit) -> io::Result<()> {
    let mut programs = ProgramCache::default();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let reply = time_limit.apply(|| reply(&line, &limits, &mut programs));
        io::stdout().lock().write_all(&reply?)?;
        line.clear();
    }
    process::exit(0)
}

/// Returns the line that answers `line`.
fn reply(
    line: &[u8],
    limits: &ExpressionLimits,
    programs: &mut ProgramCache,
) -> io::Result<Vec<u8>> {
    let reply = json_line::encode(&evaluate(line, limits, programs))?;
    if reply.len() <= limits.result {
        return Ok(reply);
    }
    json_line::encode(&Reply::Err(Limit::Result(limits.result).into()))
}

fn evaluate(line: &[u8], limits: &ExpressionLimits, programs: &mut ProgramCache) -> Reply {
    let request: Request<'_> =
        serde_json::from_slice(line).map_err(|_| ExpressionError::Limit(Limit::Depth))?;
    let (names, values) = json::inputs(request.variables.into_owned());
    let result = programs
        .get(&request.expression, names, request.form)?
        .run(values, limits)?;
    json::output(&result, limits)
}
