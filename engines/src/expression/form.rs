//! [`Form`]: what the text of an author is.

use serde::{Deserialize, Serialize};

/// The form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// One expression, whose value is the result.
    Expression,
    /// Statements, the last of which is `result = …`.
    Statements,
}
