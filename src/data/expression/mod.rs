//! Python expressions that anybody may write: [`Expressions::evaluate`].
//!
//! The interpreter is `monty`, which can reach no file, network, clock or environment. What it cannot do is stop in the middle of one long
//! operation (`pow(3, (1 << 100_000) - 1, (1 << 100_000) - 1)` takes it seconds), count all the memory that it uses, or survive a stack
//! that overflows. So it runs in a process of its own, [`sandbox`], that the kernel and a watch end when they go too far:
//!
//! ```text
//! Expressions ── one line of JSON ──▶ Worker ── pipe ──▶ sandbox: compile, run, result as JSON
//!            ◀── one line of JSON ──        ◀── pipe ──           ended at its limit of memory or time
//! ```
//!
//! A worker is this same program under another name (`toolwright worker expression`). It is started when it is first needed, answers one
//! expression after the other in some 40 µs each, and goes when nobody needs it any more.

mod engine;
mod error;
mod limits;
mod request;
pub(crate) mod sandbox;
mod worker;

pub(crate) use self::{engine::Expressions, error::ExpressionError, limits::Limits};
