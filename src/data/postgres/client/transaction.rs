//! One guarded statement, asked and answered: one write and one round trip, from `BEGIN READ ONLY` to `ROLLBACK`.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use super::wire::{
    Connection, Heard, Plan, Question,
    error::{QueryError, ServerError},
};
use crate::data::postgres::render::{Catalogue, Description, ReadLimits, Rows, Store};

/// A connection that was dead before it was used says so at once.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The connection was dead before anything came. Another may live.
    Dead(QueryError),
    /// It is the answer.
    Final(QueryError),
}

/// Asks, and reads the answer within the limits.
///
/// Where the answer is longer than the limits, the rest of it is still on the connection when this returns. The rows are written as
/// JSON if the catalogue knows the types of all columns; without a catalogue they stay as they came.
pub(super) async fn converse(
    connection: &mut Connection,
    question: &Question<'_>,
    limits: &ReadLimits,
    catalogue: Option<&Catalogue>,
) -> Result<Rows, Failure> {
    let first = Conversation::new(question, limits, catalogue);
    match first.run(connection, true).await {
        Err(Broken::Stale) => {
            connection.forget(question.sql);
            let second = Conversation::new(question, limits, catalogue);
            second
                .run(connection, false)
                .await
                .map_err(Broken::into_failure)
        }
        other => other.map_err(Broken::into_failure),
    }
}

enum Broken {
    /// The statement was prepared when its columns had other types.
    Stale,
    Failed(Failure),
}

impl Broken {
    fn into_failure(self) -> Failure {
        match self {
            Self::Failed(failure) => failure,
            Self::Stale => Failure::Final(QueryError::Protocol("a plan is stale".into())),
        }
    }
}

impl From<QueryError> for Broken {
    fn from(error: QueryError) -> Self {
        Self::Failed(Failure::Final(error))
    }
}

/// What is known of the answer so far.
struct Conversation<'a> {
    question: &'a Question<'a>,
    limits: &'a ReadLimits,
    catalogue: Option<&'a Catalogue>,
    since: Instant,
    plan: Plan,
    rows: Option<Rows>,
    error: Option<Box<ServerError>>,
    is_empty: bool,
    /// How many messages came, so that a last word of the server is told from an answer.
    messages: usize,
}

impl<'a> Conversation<'a> {
    fn new(
        question: &'a Question<'a>,
        limits: &'a ReadLimits,
        catalogue: Option<&'a Catalogue>,
    ) -> Self {
        Self {
            question,
            limits,
            catalogue,
            since: Instant::now(),
            plan: Plan::Once,
            rows: None,
            error: None,
            is_empty: false,
            messages: 0,
        }
    }

    async fn run(mut self, connection: &mut Connection, is_cached: bool) -> Result<Rows, Broken> {
        self.plan = match connection.send(self.question, is_cached).await {
            Ok(plan) => plan,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                return Err(QueryError::Unsendable(error).into());
            }
            Err(error) => return Err(self.lost(connection, error)),
        };
        if let Plan::Reuse(_, description) = &self.plan {
            self.rows = Some(self.rows_of(Arc::clone(description)));
        }
        match self.listen(connection).await {
            Ok(()) => self.conclude(connection),
            Err(Stopped::Socket(error)) => Err(self.lost(connection, error)),
            Err(Stopped::Copy) => Err(QueryError::Copy.into()),
        }
    }

    async fn listen(&mut self, connection: &mut Connection) -> Result<(), Stopped> {
        loop {
            if let Some(rows) = &mut self.rows {
                while let Some(body) = connection.link().next_if(b'D') {
                    rows.take(body)?;
                    if rows.is_full() {
                        return Ok(());
                    }
                }
            }
            let heard = connection.next().await?;
            self.messages += 1;
            match heard {
                Heard::Ready if connection.awaited() == 0 => return Ok(()),
                Heard::Ready => self.check_transaction(connection),
                Heard::Error(error) => self.fail(error),
                Heard::Message(tag) => self.message(tag, connection).await?,
            }
            if self.rows.as_ref().is_some_and(Rows::is_full) {
                return Ok(());
            }
        }
    }

    /// The statement must still be inside of the transaction. If it got out, nobody knows what else it did.
    fn check_transaction(&self, connection: &mut Connection) {
        if self.error.is_none() && !connection.is_in_transaction() {
            connection.give_up();
        }
    }

    fn fail(&mut self, error: Box<ServerError>) {
        self.rows = None;
        self.error.get_or_insert(error);
    }

    async fn message(&mut self, tag: u8, connection: &mut Connection) -> Result<(), Stopped> {
        match tag {
            b'T' => {
                let description = Description::parse(connection.link().whole().await?)?;
                self.describe(Arc::new(description), connection);
            }
            b'n' => self.describe(Arc::default(), connection),
            b'D' => match &mut self.rows {
                Some(rows) => rows.take_from(connection.link()).await?,
                None => return Err(self.strange(connection)),
            },
            b'I' => self.is_empty = true,
            b'G' | b'H' | b'W' => {
                connection.give_up();
                return Err(Stopped::Copy);
            }
            // Parsed, bound, closed, complete, suspended: as expected, and nothing to do.
            b'1' | b'2' | b'3' | b'C' | b's' => {}
            _ => return Err(self.strange(connection)),
        }
        Ok(())
    }

    fn strange(&self, connection: &mut Connection) -> Stopped {
        connection.give_up();
        let what = "a message that does not belong here";
        Stopped::Socket(io::Error::new(io::ErrorKind::InvalidData, what))
    }

    fn describe(&mut self, description: Arc<Description>, connection: &mut Connection) {
        if let Plan::Prepare(name) = &self.plan {
            connection.prepared(self.question.sql, name, &description);
        }
        self.rows = Some(self.rows_of(description));
    }

    fn rows_of(&self, description: Arc<Description>) -> Rows {
        let types = self
            .catalogue
            .and_then(|catalogue| catalogue.find_all(description.type_numbers()));
        let store = match types {
            Some(types) => Store::json(types.into_iter().map(|known| known.shape).collect()),
            None => Store::raw(),
        };
        Rows::new(description, *self.limits, store)
    }

    fn conclude(self, connection: &mut Connection) -> Result<Rows, Broken> {
        match (self.error, self.rows) {
            (Some(error), _) => Err(refused(error, &self.plan, connection)),
            (None, _) if self.is_empty => Err(QueryError::Empty.into()),
            (None, Some(rows)) => Ok(rows),
            (None, None) => {
                connection.give_up();
                Err(QueryError::Protocol("there is no answer in it".into()).into())
            }
        }
    }

    /// What it means that the connection broke.
    fn lost(self, connection: &mut Connection, error: io::Error) -> Broken {
        connection.give_up();
        let is_quick = self.since.elapsed() < AT_ONCE;
        let is_silent = !connection.has_heard();
        let is_last_word = self.messages == 1 && self.error.as_ref().is_some_and(|e| e.is_going());
        let failure = match self.error {
            Some(error) => QueryError::Server(error),
            None => QueryError::of_socket(error),
        };
        match is_quick && (is_silent || is_last_word) {
            true => Broken::Failed(Failure::Dead(failure)),
            false => Broken::Failed(Failure::Final(failure)),
        }
    }
}

fn refused(error: Box<ServerError>, plan: &Plan, connection: &mut Connection) -> Broken {
    match error.code.as_str() {
        ServerError::PLAN_CHANGED if matches!(plan, Plan::Reuse(..)) => Broken::Stale,
        // Somebody made the server forget what was prepared, perhaps also what opens a transaction.
        ServerError::NO_STATEMENT => {
            connection.give_up();
            Broken::Failed(Failure::Dead(QueryError::Server(error)))
        }
        _ => QueryError::Server(error).into(),
    }
}

/// Why the answer was not read to its end.
enum Stopped {
    Socket(io::Error),
    Copy,
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Socket(error)
    }
}
