//! [`Refusal`]: why a statement is refused: for a syntax error, or for a name of a denied
//! [`Family`].

use std::fmt;

use super::scanner::Token;

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

/// The kind of a denied function or relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Settings of the session. They outlive the statement, and some are guards.
    Session,
    /// SQL in an argument, which is not checked.
    SqlText,
    /// Files of the server.
    Files,
    /// Large objects.
    LargeObjects,
    /// Other sessions and the server itself.
    Signals,
    /// Advisory locks, which a rollback does not free.
    AdvisoryLocks,
    /// Messages to other sessions.
    Messages,
    /// Waiting, which occupies a connection.
    Sleep,
    /// The write-ahead log, backups, replication and recovery.
    Replication,
    /// Resetting the server's statistics.
    Statistics,
    /// Maintenance, which writes although no data changes.
    Maintenance,
    /// Sequences.
    Sequences,
    /// Transaction IDs and snapshots.
    Transactions,
    /// Pages and records as they are stored, which bypasses privileges.
    RawStorage,
    /// Other servers.
    Remote,
    /// Jobs that run later.
    Jobs,
    /// All settings, of which some contain passwords.
    Settings,
    /// Passwords, and data that privileges would hide.
    Secrets,
}

impl Family {
    /// Returns why the family is denied.
    fn reason(self) -> &'static str {
        match self {
            Self::Session => "it changes the session",
            Self::SqlText => "it runs SQL from its arguments",
            Self::Files => "it accesses the server's files",
            Self::LargeObjects => "it accesses large objects",
            Self::Signals => "it acts on other sessions or on the server",
            Self::AdvisoryLocks => "it takes or releases locks that outlive the statement",
            Self::Messages => "it sends a message to other sessions",
            Self::Sleep => "it keeps a connection waiting",
            Self::Replication => "it acts on the write-ahead log, backups or replication",
            Self::Statistics => "it resets the server's statistics",
            Self::Maintenance => "it writes to the server's storage",
            Self::Sequences => "it advances a sequence",
            Self::Transactions => "it assigns a transaction ID or keeps a snapshot",
            Self::RawStorage => "it reads storage and bypasses privileges",
            Self::Remote => "it connects to another server",
            Self::Jobs => "it schedules work",
            Self::Settings => "it shows settings that may contain passwords",
            Self::Secrets => "it may contain passwords or data that privileges hide",
        }
    }

    /// Returns what a caller can do instead.
    fn instead(self) -> &'static str {
        match self {
            Self::Session | Self::Settings => "read settings with `SHOW` or `current_setting`",
            Self::SqlText => "send that query as the statement",
            Self::Sleep => "query again later",
            Self::Signals | Self::AdvisoryLocks => {
                "see `pg_stat_activity` and `pg_locks` for sessions and locks"
            }
            Self::Replication => "see `pg_stat_replication` and `pg_stat_wal` for its state",
            Self::Statistics => "see the `pg_stat_…` views for counters",
            Self::Sequences => "read a sequence with `SELECT last_value FROM …`",
            Self::Secrets => "see `pg_roles` for roles and `pg_stats` for statistics",
            Self::Files
            | Self::LargeObjects
            | Self::Messages
            | Self::Maintenance
            | Self::Transactions
            | Self::RawStorage
            | Self::Remote
            | Self::Jobs => "read tables and views",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}; {}", self.reason(), self.instead())
    }
}

/// Creates the refusal of a syntax error at `position`, in bytes.
pub(super) fn refusal(sql: &str, tokens: &[Token<'_>], message: &str, position: usize) -> Refusal {
    let significant = tokens.iter().filter(|token| token.is_significant());
    let near = significant
        .clone()
        .find(|token| token.start + token.text.len() > position);
    let start = near.map_or(sql.len(), |token| token.start);
    refusal_near(sql, message, near.map(|token| token.text), start)
}

/// Creates the refusal of a syntax error in the text `near` that starts at `start`, in bytes.
pub(super) fn refusal_near(sql: &str, message: &str, near: Option<&str>, start: usize) -> Refusal {
    let before = &sql[..start];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let has_lines = sql.trim_end().contains('\n');
    Refusal::Syntax {
        message: message.to_owned(),
        near_text: near.map(ToOwned::to_owned),
        line: if has_lines {
            before.matches('\n').count() + 1
        } else {
            0
        },
        column: before[line_start..].chars().count() + 1,
    }
}
