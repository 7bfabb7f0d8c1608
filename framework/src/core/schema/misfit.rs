//! [`Misfit`]: a value that does not fit its schema.

use serde_json::Value;

use crate::core::error::Problem;

/// A value that does not fit, and a description of those that would.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Misfit<'v> {
    /// The path to the value, such as `items[2].price`; empty for the whole.
    pub(crate) path: String,
    pub(super) got: Option<&'v Value>,
    pub(in crate::core) wanted: String,
    /// Whether there is no member of this name, and `wanted` describes those that there are.
    pub(in crate::core) is_unknown: bool,
}

impl Misfit<'_> {
    /// Returns the problem, with the whole `path` to the value.
    pub(crate) fn into_problem(self, path: String) -> Problem {
        match self.is_unknown {
            true => Problem::unknown(path, self.got, self.wanted),
            false => Problem::new(path, self.got, self.wanted),
        }
    }
}

/// The problems that were found so far. No more are made than are wanted.
pub(super) struct Findings<'v> {
    pub(super) found: Vec<Misfit<'v>>,
    pub(super) most: usize,
}

impl<'v> Findings<'v> {
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    pub(super) fn add(&mut self, make: impl FnOnce() -> Misfit<'v>) {
        if !self.is_full() {
            self.found.push(make());
        }
    }
}
