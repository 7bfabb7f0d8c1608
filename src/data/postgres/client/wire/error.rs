//! Why there is no connection, and why there is no answer. Never with the password in it.

use std::{io, time::Duration};

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    /// Nobody listens there, or nobody can get there.
    #[error("cannot reach PostgreSQL at `{place}`: {source}")]
    Unreachable {
        /// Where.
        place: String,
        /// Why.
        source: io::Error,
    },
    /// The name has no address.
    #[error("cannot reach PostgreSQL at `{place}`: the host's name has no address")]
    UnknownHost {
        /// Where.
        place: String,
        /// What the resolver says.
        source: io::Error,
    },
    /// It takes too long.
    #[error("PostgreSQL at `{place}` did not take a connection within {waited:?}")]
    TimedOut {
        /// Where.
        place: String,
        /// For how long it was waited.
        waited: Duration,
    },
    /// What listens there speaks another language, or hangs up.
    #[error("what listens at `{place}` does not answer as PostgreSQL does: {what}")]
    Strange {
        /// Where.
        place: String,
        /// What it does.
        what: String,
    },
    /// The server wants a password that is not there, or a way to log in that is not known here.
    #[error("PostgreSQL at `{place}` wants user `{user}` to log in with {wanted}")]
    Login {
        /// Where.
        place: String,
        /// Who.
        user: String,
        /// What is wanted.
        wanted: &'static str,
    },
    /// The login is refused.
    #[error("PostgreSQL at `{place}` refuses user `{user}` for database `{database}`: {error}")]
    Refused {
        /// Where.
        place: String,
        /// Who.
        user: String,
        /// For which database.
        database: String,
        /// What the server says.
        error: Box<ServerError>,
    },
    /// There is no such database.
    #[error("PostgreSQL at `{place}` has no database `{database}` (user `{user}`)")]
    NoDatabase {
        /// Where.
        place: String,
        /// Who.
        user: String,
        /// Which database.
        database: String,
    },
    /// The server has no connection left.
    #[error(
        "PostgreSQL at `{place}` has no connection left for user `{user}` and database `{database}`"
    )]
    TooMany {
        /// Where.
        place: String,
        /// Who.
        user: String,
        /// For which database.
        database: String,
    },
    /// The server cannot take connections now: it starts, stops or recovers.
    #[error("PostgreSQL at `{place}` takes no connections now: {error}")]
    NotNow {
        /// Where.
        place: String,
        /// What the server says.
        error: Box<ServerError>,
    },
    /// TLS is wanted, and the server has none.
    #[error("PostgreSQL at `{place}` does not offer TLS, and the settings want it")]
    NoTls {
        /// Where.
        place: String,
    },
    /// TLS fails: for instance the certificate is for another host.
    #[error("no secure connection to PostgreSQL at `{place}`: {what}")]
    Tls {
        /// Where.
        place: String,
        /// Why.
        what: String,
    },
    /// There is no server to connect to: an embedded one did not start.
    #[error("the embedded database did not start: {0}")]
    NotStarted(String),
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QueryError {
    /// There is no connection.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// All connections are in use, and none came back in time.
    #[error("all {most} connections to the database are in use, for {waited:?} and more")]
    Busy {
        /// How many there may be.
        most: usize,
        /// For how long it was waited.
        waited: Duration,
    },
    /// The server refuses the statement, or ends it.
    #[error(transparent)]
    Server(#[from] Box<ServerError>),
    /// The deadline passed. The query is cancelled on the server.
    #[error("the query did not end in time and was cancelled")]
    Timeout,
    /// The connection broke in the middle of it.
    #[error("the connection to the database was lost: {0}")]
    Lost(io::Error),
    /// The answer is not in PostgreSQL's protocol.
    #[error("the database's answer is not in PostgreSQL's protocol: {0}")]
    Protocol(String),
    /// The statement cannot be sent at all.
    #[error("the statement cannot be sent: {0}")]
    Unsendable(io::Error),
    /// The statement wants to copy a file through the connection.
    #[error("`COPY` is not a query")]
    Copy,
    /// There is nothing but comments and spaces in the text.
    #[error("there is no statement in the text")]
    Empty,
    /// An answer that should be small is not.
    #[error("the answer has more than {most} bytes or {rows} rows")]
    TooLarge {
        /// The bytes that there may be.
        most: usize,
        /// The rows that there may be.
        rows: usize,
    },
    /// The pool is closed.
    #[error("the database is being stopped")]
    Stopped,
}

impl QueryError {
    /// What a failure to read or to write means.
    pub(in crate::data::postgres) fn of_socket(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => Self::Protocol(error.to_string()),
            _ => Self::Lost(error),
        }
    }
}

/// What the server says went wrong, each part of at most a few kilobytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}{}", after("; ", detail.as_deref()), after("; hint: ", hint.as_deref()))]
pub(crate) struct ServerError {
    /// SQLSTATE, five characters.
    pub(crate) code: String,
    /// What is wrong, in the server's language.
    pub(crate) message: String,
    /// More about it.
    pub(crate) detail: Option<String>,
    /// What may help.
    pub(crate) hint: Option<String>,
    /// Where in the statement, counted in characters from 1.
    pub(crate) position: Option<u32>,
    /// Whether the server ends the connection with it.
    pub(crate) is_fatal: bool,
}

impl ServerError {
    /// The prepared statement's columns have other types now.
    pub(in crate::data::postgres) const PLAN_CHANGED: &str = "0A000";
    /// The prepared statement is gone.
    pub(in crate::data::postgres) const NO_STATEMENT: &str = "26000";

    /// Whether the server has cancelled the statement: it took too long, or somebody wanted it.
    pub(in crate::data::postgres) fn is_cancelled(&self) -> bool {
        self.code == "57014"
    }

    /// Whether the server goes away: it is shut down, restarted or crashed, or ends this connection.
    pub(in crate::data::postgres) fn is_going(&self) -> bool {
        self.is_fatal && self.code.starts_with("57P")
    }
}

fn after(mark: &str, text: Option<&str>) -> String {
    text.map(|text| format!("{mark}{text}")).unwrap_or_default()
}
