//! [`Query`]: a statement, and the messages that run it in a read-only transaction.
//!
//! Every statement goes through the extended query protocol, which runs exactly one statement. The
//! simple query protocol, which would run several, is not used anywhere.

use std::{io, sync::Arc};

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::{bind::bind, pooling_mode::PoolingMode, statement_cache::Preparation};
use crate::postgres::guard::ReadStatement;

/// How often the server sends `ReadyForQuery` in response to [`Query::write`].
pub(super) const READY_COUNT: u8 = 2;

/// A statement with its parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Query<'a> {
    /// The statement.
    pub(in crate::postgres) sql: Sql<'a>,
    /// The texts for `$1`, `$2`, …, or `None` for null.
    pub(in crate::postgres) parameters: &'a [Option<&'a str>],
    /// The maximum number of rows.
    pub(in crate::postgres) max_rows: usize,
}

/// SQL that may be sent to the server. There is no variant for unchecked SQL.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sql<'a> {
    /// A caller's statement that passed the check.
    Checked(&'a ReadStatement),
    /// A constant of this program.
    Constant(&'static str),
}

impl<'a> Sql<'a> {
    /// Returns the text.
    pub(in crate::postgres) fn text(self) -> &'a str {
        match self {
            Self::Checked(statement) => statement.sql(),
            Self::Constant(text) => text,
        }
    }
}

impl Query<'_> {
    /// Writes everything from `BEGIN READ ONLY` to `ROLLBACK`, so that one round trip is enough.
    ///
    /// If `BEGIN` fails, the server skips all messages up to the first `Sync`, so that nothing runs
    /// outside a transaction. The `ROLLBACK` has its own `Sync`, so that it also runs after a
    /// statement that failed.
    pub(super) fn write(
        &self,
        preparation: &Preparation,
        dropped: &[Arc<str>],
        mode: &PoolingMode,
        out: &mut BytesMut,
    ) -> io::Result<()> {
        for name in dropped {
            frontend::close(b'S', name, out)?;
        }
        mode.begin(out)?;
        let name = match preparation {
            Preparation::Unnamed => "",
            Preparation::New(name) | Preparation::Existing(name, _) => name,
        };
        let is_new = !matches!(preparation, Preparation::Existing(..));
        if is_new {
            frontend::parse(name, self.sql.text(), [], out)?;
        }
        bind(name, self.parameters, out)?;
        if is_new {
            frontend::describe(b'P', "", out)?;
        }
        // One more row than wanted shows whether there are more. All rows are requested at once:
        // the server restarts its statement timeout with each `Execute`.
        let max_rows = self.max_rows.saturating_add(1);
        frontend::execute("", i32::try_from(max_rows).unwrap_or(i32::MAX), out)?;
        frontend::sync(out);
        mode.rollback(out)?;
        frontend::sync(out);
        Ok(())
    }
}
