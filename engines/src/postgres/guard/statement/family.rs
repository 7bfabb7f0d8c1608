//! [`Family`]: the kinds of functions and relations that are denied, and why.

use std::fmt;

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
