//! [`Problems`]: everything that is wrong with a text, each with its place.

use std::{
    cell::{Cell, RefCell},
    error, fmt,
};

use serde::{Serialize, Serializer};
use toolwright_base::CodedText;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The path of the value, such as `tools[3].config.query`. Empty for the whole text.
    pub path: String,
    /// The problem, and the expected value. As JSON it is its sentence: the API has the code beside it.
    #[serde(serialize_with = "as_sentence")]
    pub message: CodedText,
}

fn as_sentence<S: Serializer>(message: &CodedText, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(message.as_str())
}

/// A text that is not accepted, with everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Invalid {
    /// The name of the file.
    pub(crate) file: String,
    /// The first problems, in the order of the text.
    pub problems: Vec<Misfit>,
    /// How many more there are.
    pub more: usize,
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
            write!(f, "{}", problem.message)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\n{}: there are {more} more problems", self.file),
        }
    }
}

impl error::Error for Invalid {}

/// The most problems that are told.
const MAX_TOLD: usize = 100;

/// The most problems that are kept until the first ones are known.
const MAX_KEPT: usize = 10_000;

/// Collects the problems of one text.
#[derive(Debug)]
pub struct Problems<'a> {
    text: &'a str,
    found: RefCell<Vec<Found>>,
    count: Cell<usize>,
    /// Whether the definition that is being read was accepted before, with the same text.
    is_accepted: Cell<bool>,
}

/// A problem. Its line is only counted if it is told.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    offset: usize,
    path: String,
    message: CodedText,
}

impl<'a> Problems<'a> {
    /// Creates an empty collection for `text`.
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            found: RefCell::new(Vec::new()),
            count: Cell::new(0),
            is_accepted: Cell::new(false),
        }
    }

    /// Says whether what is read from now on was accepted before. Then the checks that take long, those
    /// of schemas, are left out.
    pub(crate) fn set_accepted(&self, is_accepted: bool) {
        self.is_accepted.set(is_accepted);
    }

    /// Returns whether what is read now was accepted before.
    pub(crate) const fn is_accepted(&self) -> bool {
        self.is_accepted.get()
    }

    /// Adds a problem of the value at `path`, which starts at the byte `offset`.
    pub fn add(&self, offset: usize, path: String, message: impl Into<CodedText>) {
        self.count.update(|count| count + 1);
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_KEPT {
            found.push(Found {
                offset,
                path,
                message: message.into(),
            });
        }
    }

    /// Returns how many problems were found so far.
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// Returns `value`, or all problems if there are any. `file` is the name of the text.
    pub fn into_result<T>(self, file: &str, value: Option<T>) -> Result<T, Invalid> {
        let (text, mut found) = (self.text, self.found.into_inner());
        let left_out = self.count.get() - found.len();
        found.sort_by_key(|problem| problem.offset);
        // A value that is read twice, as a field and as JSON, has its problems twice.
        found.dedup();
        match value {
            Some(value) if found.is_empty() => Ok(value),
            _ => Err(Invalid {
                file: file.to_owned(),
                more: left_out + found.len().saturating_sub(MAX_TOLD),
                problems: found
                    .into_iter()
                    .take(MAX_TOLD)
                    .map(|one| one.told(text))
                    .collect(),
            }),
        }
    }
}

impl Found {
    /// Returns the problem with its place in the text.
    fn told(self, text: &str) -> Misfit {
        let (line, column) = place(text, self.offset);
        Misfit {
            line,
            column,
            path: self.path,
            message: self.message,
        }
    }
}

fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    (line, before[line_start..].chars().count() + 1)
}
