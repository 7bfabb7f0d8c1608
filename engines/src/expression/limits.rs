//! [`ExpressionLimits`]: the limits of an expression.

use serde::{Deserialize, Serialize};

/// The most bytes of an expression, wherever it is written.
pub(super) const MOST_BYTES: usize = 10 * 1024;

/// The limits of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpressionLimits {
    /// The most bytes of an expression.
    pub(crate) expression: usize,
    /// The most bytes of variables as JSON.
    pub(crate) variables: usize,
    /// The most bytes of a result as JSON.
    pub(crate) result: usize,
    /// The most milliseconds of processor time for one expression, from the text to the JSON of the
    /// result. Time on the clock does not count: no expression fails because the machine is busy.
    pub(crate) milliseconds: u64,
    /// The most bytes of memory for values. A worker also has its stack
    /// ([`STACK`](super::sandbox::STACK)) and its code.
    pub(crate) memory: u64,
    /// How many expressions are evaluated at once. Further ones wait.
    pub(crate) workers: usize,
}

impl Default for ExpressionLimits {
    /// Two workers together stay below 64 MB: 2 × (16 MB of values + 8 MB of stack + 6 MB of code).
    fn default() -> Self {
        Self {
            expression: MOST_BYTES,
            variables: 1024 * 1024,
            result: 256 * 1024,
            milliseconds: 200,
            memory: 16 * 1024 * 1024,
            workers: 2,
        }
    }
}
