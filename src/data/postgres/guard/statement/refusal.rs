//! Why a statement is not run, in words that tell what would be.

use super::family::Family;

/// What may be run, for the end of a sentence.
const READS: &str = "`SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` without `ANALYZE` are allowed";

/// Why a statement is not run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Refusal {
    /// Nothing, or comments alone.
    #[error("the statement is empty; {READS}")]
    Empty,
    /// More than is ever parsed.
    #[error("the statement has {bytes} bytes; at most {most} are allowed")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// Brackets in brackets, or very long chains of operators.
    #[error("the statement is nested too deeply; write it with `WITH`, or a long `OR` as `IN (…)`")]
    TooDeep,
    /// A character that no statement can have.
    #[error("the statement has a zero character; leave it out")]
    Zero,
    /// Two statements in one text.
    #[error("only one statement is run at a time; send the one after `;` by itself")]
    Several,
    /// Some other statement, here or inside of another.
    #[error("`{statement}` is not allowed, since only reads are; {READS}")]
    NotARead {
        /// Its first words.
        statement: String,
    },
    /// `SELECT … INTO` makes a table.
    #[error("`SELECT … INTO` is not allowed, since it makes a table; leave out `INTO`")]
    Into,
    /// A locking clause.
    #[error("`{clause}` is not allowed, since it locks rows; leave it out")]
    Lock {
        /// The clause.
        clause: String,
    },
    /// An option of `EXPLAIN` that is not known to be harmless, above all `ANALYZE`, which runs the statement.
    #[error(
        "`EXPLAIN` with `{option}` is not allowed; `VERBOSE`, `COSTS`, `BUFFERS`, `SETTINGS`, `SUMMARY`, `MEMORY`, `GENERIC_PLAN` and `FORMAT` are"
    )]
    ExplainOption {
        /// The option.
        option: String,
    },
    /// A function of a denied family.
    #[error("`{name}` is not allowed: {family}. An administrator may allow single functions")]
    Function {
        /// Its name.
        name: String,
        /// Its family.
        family: Family,
    },
    /// A table or view of a denied family.
    #[error("`{name}` is not allowed: {family}")]
    Relation {
        /// Its name.
        name: String,
        /// Its family.
        family: Family,
    },
    /// `TREAT(… AS name)`, which calls the function of that name.
    #[error("`TREAT` is not allowed, since it calls functions by the name of a type; use `CAST`")]
    Treat,
    /// A name in Unicode escapes.
    #[error("`{name}` is not allowed; write the name's letters instead of escapes")]
    UnicodeName {
        /// The name as it is written.
        name: String,
    },
    /// What PostgreSQL would not parse either, in its words.
    #[error("{what} {}{}", near(near_text.as_deref()), place(*line, *column))]
    Syntax {
        /// What is wrong.
        what: String,
        /// The word where the parser stopped; none at the end.
        near_text: Option<String>,
        /// The line, from 1. Zero where the statement has only one.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// It may be right, but the gate cannot tell what it does.
    #[error("the statement was not run, since it could not be checked: {why}")]
    Unchecked {
        /// Why.
        why: &'static str,
    },
}

fn near(text: Option<&str>) -> String {
    text.map_or_else(
        || "at end of input".to_owned(),
        |text| format!("at or near \"{text}\""),
    )
}

fn place(line: usize, column: usize) -> String {
    match line {
        0 => String::new(),
        _ => format!(" (line {line}, column {column})"),
    }
}
