//! [`Refusal`]: the reason why a statement is not run, with what is allowed instead.

use super::family::Family;

/// The statements that are allowed, as the end of a message.
const READS: &str = "`SELECT`, `WITH … SELECT`, `VALUES`, `TABLE`, `SHOW` and `EXPLAIN` without `ANALYZE` are allowed";

/// The reason why a statement is not run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The text contains only comments and white space.
    #[error("the statement is empty; {READS}")]
    Empty,
    /// The text is longer than the parser gets to see.
    #[error("the statement has {bytes} bytes; at most {max} are allowed")]
    TooLong {
        /// The length of the statement.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// Brackets are nested too deeply, or a chain of operators is too long.
    #[error("the statement is nested too deeply; use `WITH`, or `IN (…)` for a long `OR`")]
    TooDeep,
    /// The text contains a zero character, which cannot be sent.
    #[error("the statement contains a zero character; remove it")]
    Zero,
    /// The text contains several statements.
    #[error("only one statement can be run at a time; send the one after `;` separately")]
    Several,
    /// The statement, or one inside it, is not a read.
    #[error("`{statement}` is not allowed, since it does not only read; {READS}")]
    NotARead {
        /// The first words of the statement.
        statement: String,
    },
    /// `SELECT … INTO` creates a table.
    #[error("`SELECT … INTO` is not allowed, since it creates a table; remove `INTO`")]
    Into,
    /// A locking clause.
    #[error("`{clause}` is not allowed, since it locks rows; remove it")]
    Lock {
        /// The clause.
        clause: String,
    },
    /// An option of `EXPLAIN` is not known to be harmless. `ANALYZE`, for one, runs the statement.
    #[error(
        "`EXPLAIN` with `{option}` is not allowed; `VERBOSE`, `COSTS`, `BUFFERS`, `SETTINGS`, `SUMMARY`, `MEMORY`, `GENERIC_PLAN` and `FORMAT` are"
    )]
    ExplainOption {
        /// The option.
        option: String,
    },
    /// The function belongs to a denied family.
    #[error("`{name}` is not allowed: {family}. An administrator may allow single functions")]
    Function {
        /// The name.
        name: String,
        /// The family.
        family: Family,
    },
    /// The table or view belongs to a denied family.
    #[error("`{name}` is not allowed: {family}")]
    Relation {
        /// The name.
        name: String,
        /// The family.
        family: Family,
    },
    /// `TREAT(… AS name)` calls the function of that name.
    #[error("`TREAT` is not allowed, since it calls functions by the name of a type; use `CAST`")]
    Treat,
    /// A setting that may contain a password.
    #[error("the setting `{name}` is not shown, since it may contain a password")]
    SecretSetting {
        /// The name.
        name: String,
    },
    /// `SHOW ALL` shows settings that contain passwords too.
    #[error("`SHOW ALL` is not allowed, since some settings contain passwords; name the setting")]
    AllSettings,
    /// The name of a setting is not a plain literal.
    #[error(
        "`current_setting` is allowed only with the name as a plain literal, such as `current_setting('TimeZone')`"
    )]
    UnknownSetting,
    /// A name contains Unicode escapes.
    #[error("`{name}` is not allowed; write the name without Unicode escapes")]
    UnicodeName {
        /// The name as written.
        name: String,
    },
    /// PostgreSQL would not parse the statement either. The message is worded like its own.
    #[error("{message} {}{}", near(near_text.as_deref()), position(*line, *column))]
    Syntax {
        /// The beginning of the message, such as `syntax error`.
        message: String,
        /// The token where the parser stopped, or `None` at the end.
        near_text: Option<String>,
        /// The line, from 1, or 0 if the statement has only one.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The statement may be valid, but what it does could not be determined.
    #[error("the statement was not run, since it could not be checked: {reason}")]
    Unchecked {
        /// The reason.
        reason: &'static str,
    },
}

fn near(text: Option<&str>) -> String {
    text.map_or_else(
        || "at end of input".to_owned(),
        |text| format!("at or near \"{text}\""),
    )
}

fn position(line: usize, column: usize) -> String {
    match line {
        0 => String::new(),
        _ => format!(" (line {line}, column {column})"),
    }
}
