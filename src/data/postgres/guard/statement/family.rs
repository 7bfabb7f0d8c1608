//! The kinds of functions and relations that a read may not touch, each with its reason and what to do instead.

use std::fmt;

/// Why a function or a relation is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Family {
    /// Settings of the session, which outlive the statement or open what they guard.
    Session,
    /// SQL in a text, which nobody checks.
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
    /// Doing nothing, and keeping a connection for it.
    Sleep,
    /// The write-ahead log, backups, replication and recovery.
    Replication,
    /// Resetting what the server counted.
    Statistics,
    /// Upkeep: it writes, though nobody sees a difference.
    Maintenance,
    /// Sequences.
    Sequences,
    /// Transaction numbers and snapshots.
    Transactions,
    /// Pages and records as they are on the disk, under all privileges.
    RawStorage,
    /// Other servers.
    Remote,
    /// Jobs that run later.
    Jobs,
    /// Passwords, and columns that privileges would hide.
    Secrets,
}

impl Family {
    /// What the family does.
    fn does(self) -> &'static str {
        match self {
            Self::Session => "it changes the session",
            Self::SqlText => "it runs SQL that is given as text",
            Self::Files => "it reaches the server's files",
            Self::LargeObjects => "it reaches large objects",
            Self::Signals => "it acts on other sessions or on the server",
            Self::AdvisoryLocks => "it holds or frees locks that outlive the statement",
            Self::Messages => "it sends a message to other sessions",
            Self::Sleep => "it keeps a connection waiting",
            Self::Replication => "it acts on the log, backups or replication",
            Self::Statistics => "it resets the server's statistics",
            Self::Maintenance => "it writes to the server's storage",
            Self::Sequences => "it moves a sequence",
            Self::Transactions => "it takes a transaction number or keeps a snapshot",
            Self::RawStorage => "it reads storage under all privileges",
            Self::Remote => "it reaches another server",
            Self::Jobs => "it plans work for later",
            Self::Secrets => "it may hold passwords or what privileges hide",
        }
    }

    /// What a caller can do instead.
    fn instead(self) -> &'static str {
        match self {
            Self::Session => "settings are read with `SHOW` or `current_setting`",
            Self::SqlText => "write that query as the statement itself",
            Self::Sleep => "ask again later",
            Self::Signals | Self::AdvisoryLocks => {
                "sessions and locks are seen in `pg_stat_activity` and `pg_locks`"
            }
            Self::Replication => "its state is seen in `pg_stat_replication` and `pg_stat_wal`",
            Self::Statistics => "counters are read in the `pg_stat_…` views",
            Self::Sequences => "a sequence is read with `SELECT last_value FROM …`",
            Self::Secrets => "roles are seen in `pg_roles`, statistics in `pg_stats`",
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
        write!(formatter, "{}; {}", self.does(), self.instead())
    }
}
