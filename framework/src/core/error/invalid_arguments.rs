//! [`InvalidArguments`]: the error by which a model can mend its call.

use std::{fmt, io};

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
    /// The first 20 things that do not fit.
    pub problems: Vec<Problem>,
    /// How many more were found.
    pub more: usize,
    /// Whether everything was looked at, so that there are not more than were found.
    pub(in crate::core) is_all: bool,
    /// Arguments that would work: those that were sent and fit, and examples for the rest. `None`
    /// if none could be made.
    pub example: Option<Value>,
}

/// One thing that does not fit.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    /// The path to the value, such as `items[2].price`.
    pub path: String,
    /// The value that was sent, shortened.
    pub got: String,
    /// A description of the values that fit, or of the names if there is no argument of this one.
    pub wanted: String,
    is_unknown: bool,
}

impl Problem {
    /// Creates the problem that `got` was sent at `path` and something else is `wanted`.
    ///
    /// ```
    /// use toolwright::tool::Problem;
    ///
    /// let problem = Problem::new("limit", Some(&serde_json::json!(500)), "a number up to 100");
    /// assert_eq!(problem.got, "500");
    /// ```
    pub fn new(path: impl Into<String>, got: Option<&Value>, wanted: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            got: got.map_or_else(|| "nothing".into(), shorten),
            wanted: wanted.into(),
            is_unknown: false,
        }
    }

    /// Creates the problem that there is no argument or member at `path`, to which `got` was sent.
    /// `known` describes those that there are.
    pub(crate) fn unknown(
        path: impl Into<String>,
        got: Option<&Value>,
        known: impl Into<String>,
    ) -> Self {
        Self {
            is_unknown: true,
            ..Self::new(path, got, known)
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path, got, wanted, ..
        } = self;
        match self.is_unknown {
            true => write!(f, "unknown argument `{path}`, expected {wanted}"),
            false => write!(f, "`{path}`: got {got}, wanted {wanted}"),
        }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid arguments for `{}`:", self.tool)?;
        for problem in &self.problems {
            write!(f, "\n- {problem}")?;
        }
        match self.more {
            0 => {}
            1 if self.is_all => f.write_str("\n- and 1 more problem")?,
            more if self.is_all => write!(f, "\n- and {more} more problems")?,
            more => write!(f, "\n- and {more} or more other problems")?,
        }
        match &self.example {
            Some(example) => write!(f, "\nexample: {example}"),
            None => Ok(()),
        }
    }
}

impl InvalidArguments {
    /// The most problems that one error tells.
    pub(in crate::core) const MAX_PROBLEMS: usize = 20;

    /// The most problems that are counted. Looking for more would cost more than it helps.
    pub(crate) const MAX_FOUND: usize = 100;

    /// Says that only a part of the arguments was searched, so that there may be more problems.
    #[cfg(feature = "governance")]
    pub(crate) const fn of_an_excerpt(mut self) -> Self {
        self.is_all = false;
        self
    }
}

/// Returns a value as JSON for a message, cut off if it is long.
pub(in crate::core) fn shorten(value: &Value) -> String {
    const MAX_SHOWN: usize = 80;
    // One character more than is shown, of up to four bytes each.
    let (start, is_whole) = Start::of(value, 4 * (MAX_SHOWN + 1));
    let text = String::from_utf8_lossy(&start.bytes);
    if is_whole && text.chars().count() <= MAX_SHOWN {
        return text.into_owned();
    }
    format!("{}…", text.chars().take(MAX_SHOWN).collect::<String>())
}

/// Whether `value` has at most `most` bytes of JSON.
pub(in crate::core) fn is_short(value: &Value, most: usize) -> bool {
    Start::of(value, most).1
}

/// The first bytes of JSON. Writing more fails, so that a long value is not written to its end.
struct Start {
    bytes: Vec<u8>,
    most: usize,
}

impl Start {
    /// Returns the start of `value` as JSON, and whether it is all of it.
    fn of(value: &Value, most: usize) -> (Self, bool) {
        let mut start = Self {
            bytes: Vec::new(),
            most,
        };
        let is_whole = serde_json::to_writer(&mut start, value).is_ok();
        (start, is_whole)
    }
}

impl io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
        let taken = room.min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_value_is_cut_after_eighty_characters() {
        assert_eq!(shorten(&json!([1, "a"])), r#"[1,"a"]"#);
        let exact = "é".repeat(78);
        assert_eq!(shorten(&json!(exact)), format!("\"{exact}\""));
        let long = "😀".repeat(1_000);
        assert_eq!(shorten(&json!(long)), format!("\"{}…", "😀".repeat(79)));
    }

    #[test]
    fn a_short_value_has_at_most_so_many_bytes() {
        assert!(is_short(&json!("abcd"), 6));
        assert!(!is_short(&json!("abcd"), 5));
    }
}
