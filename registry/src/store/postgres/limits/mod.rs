//! Rate limits that all servers of a database hold together.
//!
//! A server takes calls ahead: tokens, which are calls that it may begin, and slots, which are calls
//! that it may run at once. So the usual call asks nobody. The database has the calls that count and
//! the tokens and slots of every server, and gives no more than the limit leaves: a call counts as a
//! token before it is told and as a call after, so no minute has more calls than the limit says. Fewer
//! are possible, by the tokens that other servers have taken and not used yet.
//!
//! | what | how much |
//! |---|---|
//! | tokens that a server takes ahead | at most a tenth of the limit, divided by the servers; at least one |
//! | slots that a server keeps free | at most a quarter of the limit, divided by the servers |
//! | time that they are kept without a call | a second |
//!
//! While the database is away, each server admits its part of the limit: the limit divided by the
//! servers that there were.

mod exchange;
mod postgres_limits;
mod report;
mod share;
mod share_state;

pub use self::postgres_limits::PostgresLimits;
