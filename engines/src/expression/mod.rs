//! Python expressions from untrusted authors: [`Expressions::evaluate`].
//!
//! The interpreter is `monty`, which has no access to files, network, clock or environment. But it
//! cannot stop in the middle of one long operation, such as
//! `pow(3, (1 << 100_000) - 1, (1 << 100_000) - 1)`, which takes seconds. It does not count all
//! memory that it uses, and a stack overflow kills it. So it runs in a confined worker process
//! ([`sandbox`]), which the kernel and a time limit end:
//!
//! ```text
//! Expressions ── one line of JSON ──▶ worker ── pipe ──▶ sandbox: compile, run, result as JSON
//!             ◀── one line of JSON ──       ◀── pipe ──           killed at a limit of memory or time
//! ```
//!
//! A worker is this same program (`toolwright worker expression`). It is started when it is needed,
//! evaluates one expression after the other in some 40 µs each, and exits after being idle for a
//! while. For whole Python programs, which may use the machine, see
//! [`supervise::run`](super::supervise::run).

mod analysis;
mod engine;
mod error;
mod request;
pub mod sandbox;
mod worker;

pub use self::{
    analysis::Analysis,
    engine::Expressions,
    error::{ExpressionError, ExpressionLimits},
    request::Form,
};
