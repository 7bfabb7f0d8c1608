//! [`Limits`]: how far an expression may go.

use serde::{Deserialize, Serialize};

/// How far an expression may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// The longest expression, in bytes.
    pub(crate) expression: usize,
    /// The longest variables, in bytes of JSON.
    pub(crate) variables: usize,
    /// The longest result, in bytes of JSON.
    pub(crate) result: usize,
    /// The most time for one expression, from the text to the JSON of its result, in milliseconds of one processor. Not of the clock on the
    /// wall: on an idle machine they are the same, and on a busy one nobody fails because others work.
    pub(crate) milliseconds: u64,
    /// The most memory for values, in bytes. Beside it a worker has its stack ([`super::sandbox::STACK`]) and its code.
    pub(crate) memory: u64,
    /// How many expressions run at a time; the others wait.
    pub(crate) workers: usize,
}

impl Default for Limits {
    /// Two workers together stay below 64 MB: 2 × (16 MB of values + 8 MB of stack + 6 MB of code).
    fn default() -> Self {
        Self {
            expression: 10 * 1024,
            variables: 1024 * 1024,
            result: 256 * 1024,
            milliseconds: 200,
            memory: 16 * 1024 * 1024,
            workers: 2,
        }
    }
}
