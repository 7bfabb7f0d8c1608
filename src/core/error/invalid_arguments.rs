//! [`InvalidArguments`]: the error by which a model can mend its call.

use std::fmt;

use serde_json::Value;

/// The arguments of a call do not fit its schema.
///
/// The error says for each problem where it is, what was sent and what is wanted, and shows
/// arguments that would work.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InvalidArguments {
    /// The tool.
    pub tool: String,
    /// Everything that does not fit.
    pub problems: Vec<Problem>,
    /// Arguments that would work: those that were sent and fit, and examples for the rest.
    pub example: Value,
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// The path to the value, such as `items[2].price`.
    pub path: String,
    /// The value that was sent, shortened.
    pub got: String,
    /// A description of the values that fit.
    pub wanted: String,
}

impl Problem {
    /// Creates the problem that `got` was sent at `path` and something else is `wanted`.
    pub fn new(path: impl Into<String>, got: Option<&Value>, wanted: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            got: got.map_or_else(|| "nothing".into(), shorten),
            wanted: wanted.into(),
        }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid arguments for `{}`:", self.tool)?;
        for problem in &self.problems {
            write!(
                f,
                "\n- `{}`: got {}, wanted {}",
                problem.path, problem.got, problem.wanted
            )?;
        }
        write!(f, "\nexample: {}", self.example)
    }
}

/// Returns a value as JSON for a message, cut off if it is long.
pub(in crate::core) fn shorten(value: &Value) -> String {
    const MOST: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    format!("{}…", text.chars().take(MOST).collect::<String>())
}
