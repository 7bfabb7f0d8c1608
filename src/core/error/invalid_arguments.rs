//! [`InvalidArguments`]: an error that a model can mend its call with.

use std::fmt;

use serde_json::Value;

/// The arguments of a call do not fit: where, what came, what is wanted, and a call that would work.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InvalidArguments {
    /// The tool.
    pub tool: String,
    /// All that does not fit.
    pub problems: Vec<Problem>,
    /// Arguments that would work: those that came and fit, and examples for the rest.
    pub example: Value,
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// Where, for instance `items[2].price`.
    pub path: String,
    /// What came, shortened.
    pub got: String,
    /// What is wanted.
    pub wanted: String,
}

impl Problem {
    /// At `path`, `got` came and something else was `wanted`.
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

/// A value as people read it in a message: not all of it where it is long.
pub(in crate::core) fn shorten(value: &Value) -> String {
    const MOST: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    format!("{}…", text.chars().take(MOST).collect::<String>())
}
