//! [`Problems`]: everything that is wrong with a text, each with its place.

use std::{cell::RefCell, error, fmt};

use serde::Serialize;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The path of the value, such as `tools[3].config.query`. Empty for the whole text.
    pub path: String,
    /// The problem, and the expected value.
    pub message: String,
}

/// A text that is not accepted, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Invalid {
    /// The name of the file.
    pub(crate) file: String,
    /// The problems, in the order of the text.
    pub problems: Vec<Misfit>,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            let Misfit { line, column, .. } = problem;
            write!(f, "{}:{line}:{column}: ", self.file)?;
            if !problem.path.is_empty() {
                write!(f, "{}: ", problem.path)?;
            }
            f.write_str(&problem.message)?;
        }
        Ok(())
    }
}

impl error::Error for Invalid {}

/// Collects the problems of one text.
#[derive(Debug)]
pub struct Problems<'a> {
    text: &'a str,
    found: RefCell<Vec<(usize, Misfit)>>,
}

impl<'a> Problems<'a> {
    /// Creates an empty collection for `text`.
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            found: RefCell::new(Vec::new()),
        }
    }

    /// Adds a problem of the value at `path`, which starts at the byte `offset`.
    pub fn add(&self, offset: usize, path: String, message: impl Into<String>) {
        let (line, column) = self.place(offset);
        let problem = Misfit {
            line,
            column,
            path,
            message: message.into(),
        };
        self.found.borrow_mut().push((offset, problem));
    }

    /// Returns how many problems were found so far.
    pub(crate) fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// Returns `value`, or all problems if there are any. `file` is the name of the text.
    pub fn into_result<T>(self, file: &str, value: Option<T>) -> Result<T, Invalid> {
        let mut found = self.found.into_inner();
        found.sort_by_key(|(offset, _)| *offset);
        // A value that is read twice, as a field and as JSON, has its problems twice.
        found.dedup();
        match value {
            Some(value) if found.is_empty() => Ok(value),
            _ => Err(Invalid {
                file: file.to_owned(),
                problems: found.into_iter().map(|(_, problem)| problem).collect(),
            }),
        }
    }

    fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}
