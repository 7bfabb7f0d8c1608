//! The limits of schemas and of values, and [`TooCostly`].

use std::fmt;

/// The most subschemas that a schema may apply to one value, without those of its parts.
pub(super) const MAX_WIDTH: u64 = 10_000;

/// The most different patterns of a schema. Each may take a megabyte.
pub(super) const MAX_PATTERNS: usize = 200;

/// The largest pattern, with its counted repetitions multiplied.
pub(super) const MAX_PATTERN_WEIGHT: u64 = 50_000;

/// The most steps in which a value is validated: some tenths of a second.
pub(super) const MAX_STEPS: u64 = 10_000_000;

/// The most subschemas within each other that are applied to a value and its parts. Each takes some
/// hundred bytes of the stack.
pub(super) const MAX_LEVELS: u32 = 1_000;

/// A value that takes too long to validate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooCostly;

impl fmt::Display for TooCostly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a value that can be checked in {MAX_STEPS} steps: this one is too large or too deep for its schema"
        )
    }
}

impl std::error::Error for TooCostly {}
