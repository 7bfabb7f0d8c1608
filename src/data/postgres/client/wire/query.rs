//! What is written: one guarded statement, from `BEGIN READ ONLY` to `ROLLBACK`, in one piece.
//!
//! Every statement goes through the extended protocol, in which a text is one statement. There is no simple query here at all.

use std::{io, sync::Arc};

use bytes::BytesMut;
use postgres_protocol::{
    IsNull,
    message::frontend::{self, BindError},
};

use super::{pooling_mode::Frame, statement_cache::Plan};

/// How often the server says that it is ready, after [`statement`].
pub(super) const READY_AFTER_STATEMENT: u8 = 2;

/// A statement with its values.
#[derive(Debug, Clone, Copy)]
pub(in crate::data::postgres) struct Question<'a> {
    /// The statement.
    pub(in crate::data::postgres) sql: &'a str,
    /// What stands for `$1`, `$2`, …, as texts.
    pub(in crate::data::postgres) values: &'a [&'a str],
    /// How many rows are wanted.
    pub(in crate::data::postgres) most_rows: usize,
}

/// The whole conversation about one statement.
///
/// If `BEGIN` fails, the server skips everything up to the first `Sync`, so that nothing runs outside of a transaction. The
/// `ROLLBACK` has a `Sync` of its own, since it must come also after a statement that failed.
pub(super) fn statement(
    question: &Question<'_>,
    plan: &Plan,
    dropped: &[Arc<str>],
    frame: &Frame,
    out: &mut BytesMut,
) -> io::Result<()> {
    for name in dropped {
        frontend::close(b'S', name, out)?;
    }
    frame.open(out)?;
    match plan {
        Plan::Once => frontend::parse("", question.sql, [], out)?,
        Plan::Prepare(name) => frontend::parse(name, question.sql, [], out)?,
        Plan::Reuse(..) => {}
    }
    let name = match plan {
        Plan::Once => "",
        Plan::Prepare(name) | Plan::Reuse(name, _) => name,
    };
    bind(name, question.values, out)?;
    if !matches!(plan, Plan::Reuse(..)) {
        frontend::describe(b'P', "", out)?;
    }
    // One more than wanted tells whether there are more. All in one go: asking for rows in parts would give the server's
    // timeout a new start with each part.
    let most = question.most_rows.saturating_add(1);
    frontend::execute("", i32::try_from(most).unwrap_or(i32::MAX), out)?;
    frontend::sync(out);
    frame.end(out)?;
    frontend::sync(out);
    Ok(())
}

/// Values and results are texts.
pub(super) fn bind(statement: &str, values: &[&str], out: &mut BytesMut) -> io::Result<()> {
    let write = |value: &&str, out: &mut BytesMut| {
        out.extend_from_slice(value.as_bytes());
        Ok(IsNull::No)
    };
    frontend::bind("", statement, [], values, write, [], out).map_err(|error| match error {
        BindError::Serialization(error) => error,
        BindError::Conversion(error) => io::Error::other(error),
    })
}
