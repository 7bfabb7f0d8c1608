//! The limits of schemas and of values, and [`TooCostly`].

use std::fmt;

use crate::core::schema::pattern_cost::BACKTRACK_LIMIT;

/// The most subschemas that a schema may apply to one value, without those of its parts.
pub(super) const MAX_WIDTH: u64 = 10_000;

/// The most bytes of the JSON pointers of all keywords. The library that validates keeps each of them.
pub(super) const MAX_POINTERS: usize = 16 * 1024 * 1024;

/// The most schemas that all references may lead to, and addresses that are looked at to find them.
pub(super) const MAX_TARGETS: usize = 1_000_000;

/// The most different patterns of a schema.
pub(super) const MAX_PATTERNS: usize = 200;

/// The longest pattern, in bytes. Compiling it takes some hundred times as much memory.
pub(super) const MAX_PATTERN_BYTES: usize = 32 * 1024;

/// The most bytes that are read to compile all different patterns: some tenths of a second.
pub(super) const MAX_COMPILING: u64 = 4_000_000;

/// The most parts of all different patterns after they were compiled: about 12 MB.
pub(super) const MAX_COMPILED: u64 = 250_000;

/// The largest pattern, with its counted repetitions multiplied.
pub(super) const MAX_PATTERN_WEIGHT: u64 = 50_000;

/// The most steps in which a value is validated: some tenths of a second.
pub(super) const MAX_STEPS: u64 = 10_000_000;

/// The most subschemas within each other that are applied to a value and its parts. Each takes some
/// hundred bytes of the stack.
pub(super) const MAX_LEVELS: u32 = 1_000;

/// A value that takes too long to validate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooCostly {
    /// Whether most of its steps are those of patterns that go back.
    pub(super) goes_back: bool,
}

impl fmt::Display for TooCostly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value that can be checked in {MAX_STEPS} steps: ")?;
        if self.goes_back {
            return write!(
                f,
                "a pattern of its schema goes back, since it has a look-around or a back-reference, and \
                 takes up to {BACKTRACK_LIMIT} steps for each text"
            );
        }
        f.write_str("this one is too large or too deep for its schema")
    }
}

impl std::error::Error for TooCostly {}
