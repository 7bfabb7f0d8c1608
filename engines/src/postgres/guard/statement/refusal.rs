//! [`Refusal`]: why a statement is refused: for a syntax error, or for a name of a denied
//! [`Family`].

use std::fmt;

use toolwright_base::CodedText;

use super::scanner::Token;
use crate::texts::statements as texts;

/// The reason why a statement is not run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The text contains only comments and white space.
    Empty,
    /// The text is longer than the parser gets to see.
    TooLong {
        /// The length of the statement.
        bytes: usize,
        /// The limit.
        max: usize,
    },
    /// Brackets are nested too deeply, or a chain of operators is too long.
    TooDeep,
    /// The text contains a zero character, which cannot be sent.
    Zero,
    /// The text contains several statements.
    Several,
    /// The statement, or one inside it, is not a read.
    NotARead {
        /// The first words of the statement.
        statement: String,
    },
    /// `SELECT … INTO` creates a table.
    Into,
    /// A locking clause.
    Lock {
        /// The clause.
        clause: String,
    },
    /// An option of `EXPLAIN` is not known to be harmless. `ANALYZE`, for one, runs the statement.
    ExplainOption {
        /// The option.
        option: String,
    },
    /// The function belongs to a denied family.
    Function {
        /// The name.
        name: String,
        /// The family.
        family: Family,
    },
    /// The table or view belongs to a denied family.
    Relation {
        /// The name.
        name: String,
        /// The family.
        family: Family,
    },
    /// `TREAT(… AS name)` calls the function of that name.
    Treat,
    /// A setting that may contain a password.
    SecretSetting {
        /// The name.
        name: String,
    },
    /// `SHOW ALL` shows settings that contain passwords too.
    AllSettings,
    /// The name of a setting is not a plain literal.
    UnknownSetting,
    /// A name contains Unicode escapes.
    UnicodeName {
        /// The name as written.
        name: String,
    },
    /// PostgreSQL would not parse the statement either. The message is worded like its own.
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
    Unchecked {
        /// The reason.
        reason: &'static str,
    },
}

impl Refusal {
    /// Returns what is said about it.
    pub fn text(&self) -> CodedText {
        match self {
            Self::Empty => texts::statement_empty(),
            Self::TooLong { bytes, max } => texts::statement_too_long(*bytes, *max),
            Self::TooDeep => texts::statement_too_deep(),
            Self::Zero => texts::statement_has_zero(),
            Self::Several => texts::several_statements(),
            Self::NotARead { statement } => texts::not_a_read(statement),
            Self::Into => texts::select_into(),
            Self::Lock { clause } => texts::locks_rows(clause),
            Self::ExplainOption { option } => texts::explain_option(option),
            Self::Function { name, family } => {
                texts::denied_function(name, family.reason(), family.instead())
            }
            Self::Relation { name, family } => {
                texts::denied_relation(name, family.reason(), family.instead())
            }
            Self::Treat => texts::treat(),
            Self::SecretSetting { name } => texts::secret_setting(name),
            Self::AllSettings => texts::all_settings(),
            Self::UnknownSetting => texts::unknown_setting(),
            Self::UnicodeName { name } => texts::unicode_name(name),
            Self::Syntax {
                message,
                near_text,
                line,
                column,
            } => syntax_text(message, near_text.as_deref(), *line, *column),
            Self::Unchecked { reason } => texts::statement_unchecked(*reason),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Refusal {}

fn syntax_text(message: &str, near: Option<&str>, line: usize, column: usize) -> CodedText {
    match (near, line) {
        (Some(near), 0) => texts::syntax_near(message, near),
        (Some(near), line) => texts::syntax_near_at(message, near, line, column),
        (None, 0) => texts::syntax_at_end(message),
        (None, line) => texts::syntax_at_end_at(message, line, column),
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
    fn reason(self) -> CodedText {
        match self {
            Self::Session => texts::denied_session(),
            Self::SqlText => texts::denied_sql_text(),
            Self::Files => texts::denied_files(),
            Self::LargeObjects => texts::denied_large_objects(),
            Self::Signals => texts::denied_signals(),
            Self::AdvisoryLocks => texts::denied_advisory_locks(),
            Self::Messages => texts::denied_messages(),
            Self::Sleep => texts::denied_sleep(),
            Self::Replication => texts::denied_replication(),
            Self::Statistics => texts::denied_statistics(),
            Self::Maintenance => texts::denied_maintenance(),
            Self::Sequences => texts::denied_sequences(),
            Self::Transactions => texts::denied_transactions(),
            Self::RawStorage => texts::denied_raw_storage(),
            Self::Remote => texts::denied_remote(),
            Self::Jobs => texts::denied_jobs(),
            Self::Settings => texts::denied_settings(),
            Self::Secrets => texts::denied_secrets(),
        }
    }

    /// Returns what a caller can do instead.
    fn instead(self) -> CodedText {
        match self {
            Self::Session | Self::Settings => texts::instead_show(),
            Self::SqlText => texts::instead_send(),
            Self::Sleep => texts::instead_query_later(),
            Self::Signals | Self::AdvisoryLocks => texts::instead_activity(),
            Self::Replication => texts::instead_replication(),
            Self::Statistics => texts::instead_counters(),
            Self::Sequences => texts::instead_last_value(),
            Self::Secrets => texts::instead_roles(),
            Self::Files
            | Self::LargeObjects
            | Self::Messages
            | Self::Maintenance
            | Self::Transactions
            | Self::RawStorage
            | Self::Remote
            | Self::Jobs => texts::instead_tables(),
        }
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
