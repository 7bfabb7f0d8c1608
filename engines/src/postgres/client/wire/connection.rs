//! [`Connection`]: one connection to the server, and how far its current query got.

use std::{io, pin::pin, sync::Arc, time::Duration};

use bytes::BytesMut;
use futures_util::FutureExt as _;
use postgres_protocol::message::frontend;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::timeout,
};

use super::{
    address::Address,
    cancel, description,
    error::{ConnectError, ServerError},
    login::{self, CancelKey},
    message_stream::MessageStream,
    pooling_mode::{PoolingMode, StartupParameters},
    query::{self, Preparation, Query, Sql, StatementCache},
    tls_negotiation::{self, Encryption, not_postgres},
};
use crate::postgres::render::Columns;

/// The transaction status of the server while no transaction is open.
const IDLE: u8 = b'I';

/// How long a request to cancel has to work before the next one. Each pause is twice the last one.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const MAX_PAUSE: Duration = Duration::from_millis(160);

/// One connection to the server.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: MessageStream,
    address: Arc<Address>,
    encryption: Encryption,
    key: CancelKey,
    mode: PoolingMode,
    statements: StatementCache,
    out: BytesMut,
    /// How many `ReadyForQuery` messages are still to come.
    pending_ready: u8,
    /// The transaction status in the last `ReadyForQuery` message.
    transaction_status: u8,
    is_broken: bool,
}

/// A message of the server.
#[derive(Debug)]
pub(crate) enum ServerMessage {
    /// `ReadyForQuery`.
    Ready,
    /// `ErrorResponse`.
    Error(Box<ServerError>),
    /// Another message, with this tag. Its body is not read yet.
    Other(u8),
}

impl Connection {
    /// Connects, encrypts the connection as the address says, logs in, and prepares the statements
    /// that begin and end each transaction.
    ///
    /// If `behind_pooler`, only the settings that a pooler accepts are sent. Otherwise all of them
    /// are sent first.
    pub(in crate::postgres) async fn open(
        address: Address,
        settings: &[(&str, String)],
        behind_pooler: bool,
        time: Duration,
    ) -> Result<Self, ConnectError> {
        let address = Arc::new(address);
        let attempts = async {
            let mut encryption = Encryption::AsConfigured;
            let mut parameters = match behind_pooler {
                true => StartupParameters::ForPooler,
                false => StartupParameters::All,
            };
            loop {
                let attempt = Self::attempt(&address, encryption, parameters, settings, time);
                match attempt.await {
                    Err(error) if encryption.can_fall_back(&address, &error) => {
                        encryption = Encryption::Disabled;
                    }
                    Err(error) if parameters.is_rejected(&error) => {
                        parameters = StartupParameters::ForPooler;
                    }
                    outcome => return outcome,
                }
            }
        };
        timeout(time, attempts).await.unwrap_or_else(|_| {
            Err(ConnectError::TimedOut {
                location: address.location(),
                waited: time,
            })
        })
    }

    async fn attempt(
        address: &Arc<Address>,
        encryption: Encryption,
        parameters: StartupParameters,
        settings: &[(&str, String)],
        time: Duration,
    ) -> Result<Self, ConnectError> {
        let socket = tls_negotiation::open(address, encryption, time).await?;
        let mut stream = MessageStream::new(socket);
        let sent = parameters.select(settings);
        let session = login::log_in(&mut stream, address, &sent).await?;
        let mode = match parameters {
            StartupParameters::All if session.has_settings => PoolingMode::Session,
            _ => PoolingMode::transaction(settings),
        };
        let mut connection = Self {
            stream,
            address: Arc::clone(address),
            encryption,
            key: session.key,
            mode,
            statements: StatementCache::new(),
            out: BytesMut::new(),
            pending_ready: 0,
            transaction_status: IDLE,
            is_broken: false,
        };
        if connection.mode.keeps_statements() {
            let prepared = connection.prepare_transaction().await;
            prepared.map_err(|error| not_postgres(address, &error))?;
        }
        Ok(connection)
    }

    async fn prepare_transaction(&mut self) -> io::Result<()> {
        PoolingMode::prepare(&mut self.out)?;
        self.flush(1).await?;
        while self.pending_ready > 0 {
            if let ServerMessage::Error(error) = self.next().await? {
                return Err(io::Error::other(error));
            }
        }
        Ok(())
    }

    /// Sends a query in a transaction of its own, and returns how its statement was prepared.
    ///
    /// # Errors
    /// `InvalidInput` if the query cannot be encoded; then nothing was sent. Any other error means
    /// that the connection is lost.
    pub(in crate::postgres) async fn send(
        &mut self,
        query: &Query<'_>,
        may_prepare: bool,
    ) -> io::Result<Preparation> {
        let dropped = self.statements.take_dropped();
        let preparation = match may_prepare && self.mode.keeps_statements() {
            true => self.statements.get(query.sql.text()),
            false => Preparation::Unnamed,
        };
        self.out.clear();
        query.write(&preparation, &dropped, &self.mode, &mut self.out)?;
        self.flush(query::READY_COUNT).await?;
        Ok(preparation)
    }

    /// Sends a statement to be parsed and described, but not run.
    pub(in crate::postgres) async fn send_description(&mut self, sql: Sql<'_>) -> io::Result<()> {
        self.out.clear();
        description::write(sql, &self.mode, &mut self.out)?;
        self.flush(description::READY_COUNT).await
    }

    async fn flush(&mut self, ready_count: u8) -> io::Result<()> {
        self.pending_ready = ready_count;
        let sent = self.stream.send(&self.out).await;
        self.out.clear();
        self.broken_if_err(sent)
    }

    /// Returns the next message, apart from those that the server may send at any time.
    pub(in crate::postgres) async fn next(&mut self) -> io::Result<ServerMessage> {
        loop {
            let tag = self.stream.next().await;
            let message = match self.broken_if_err(tag)? {
                // `ParameterStatus`, `NoticeResponse` and `NotificationResponse`.
                b'S' | b'N' | b'A' => continue,
                b'Z' => self.ready().await.map(|()| ServerMessage::Ready),
                b'E' => self.error().await.map(ServerMessage::Error),
                tag => Ok(ServerMessage::Other(tag)),
            };
            return self.broken_if_err(message);
        }
    }

    async fn ready(&mut self) -> io::Result<()> {
        self.transaction_status = self.stream.take(1).await?[0];
        self.pending_ready = self.pending_ready.saturating_sub(1);
        Ok(())
    }

    async fn error(&mut self) -> io::Result<Box<ServerError>> {
        let error = self.stream.server_error().await?;
        self.is_broken |= error.is_fatal;
        Ok(error)
    }

    fn broken_if_err<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.is_broken |= result.is_err();
        result
    }

    /// Marks the connection as unusable.
    pub(in crate::postgres) fn mark_broken(&mut self) {
        self.is_broken = true;
    }

    /// Returns the stream, to read the body of the current message.
    pub(in crate::postgres) fn stream(&mut self) -> &mut MessageStream {
        &mut self.stream
    }

    /// Returns how many `ReadyForQuery` messages are still to come.
    pub(in crate::postgres) fn pending_ready(&self) -> u8 {
        self.pending_ready
    }

    /// Returns whether a transaction was open at the last `ReadyForQuery` message.
    pub(in crate::postgres) fn is_in_transaction(&self) -> bool {
        self.transaction_status != IDLE
    }

    /// Returns whether anything arrived since the last query was sent.
    pub(in crate::postgres) fn has_received(&self) -> bool {
        self.stream.has_received()
    }

    /// Notes that the statement is now prepared under this name.
    pub(in crate::postgres) fn cache_statement(
        &mut self,
        sql: Sql<'_>,
        name: &Arc<str>,
        columns: &Arc<Columns>,
    ) {
        self.statements.insert(sql.text(), name, columns);
    }

    /// Forgets the statement, so that it is parsed again.
    pub(in crate::postgres) fn forget_statement(&mut self, sql: Sql<'_>) {
        self.statements.remove(sql.text());
    }

    /// Returns whether the session changes with each transaction.
    pub(in crate::postgres) const fn is_behind_pooler(&self) -> bool {
        !self.mode.keeps_statements()
    }

    /// Returns whether a query may be sent.
    pub(in crate::postgres) fn is_idle(&self) -> bool {
        self.can_be_drained() && self.pending_ready == 0 && self.transaction_status == IDLE
    }

    /// Returns whether the rest of the current result can still be read.
    pub(in crate::postgres) fn can_be_drained(&self) -> bool {
        !self.is_broken && !self.stream.is_writing()
    }

    /// Returns whether a query may be sent and the server has not closed the connection, as far as
    /// can be seen without a round trip.
    pub(in crate::postgres) fn is_alive(&self) -> bool {
        self.is_idle() && self.stream.seems_open()
    }

    /// Cancels the current query, and reads the rest of its result.
    ///
    /// # Errors
    /// If it is not certain that the request to cancel was delivered. Then the connection must not
    /// be used again, since a late request would cancel its next query.
    pub(in crate::postgres) async fn cancel_and_drain(&mut self) -> io::Result<()> {
        let address = Arc::clone(&self.address);
        let (encryption, key) = (self.encryption, self.key);
        let mut drained = pin!(self.drain());
        let mut pause = FIRST_PAUSE;
        loop {
            let cancelled = cancel::cancel(&address, encryption, key);
            let (cancelled, drained) = tokio::join!(cancelled, timeout(pause, &mut drained));
            cancelled?;
            if let Ok(drained) = drained {
                return drained;
            }
            // The server ignores a request that arrives between two messages.
            pause = MAX_PAUSE.min(pause * 2);
        }
    }

    async fn drain(&mut self) -> io::Result<()> {
        while self.pending_ready > 0 {
            self.next().await?;
            if self.is_broken {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
        Ok(())
    }

    /// Closes the connection, and waits until the server has closed it too.
    pub(in crate::postgres) async fn close(&mut self) {
        self.send_terminate();
        let socket = self.stream.socket();
        if socket.shutdown().await.is_ok() {
            let mut rest = [0; 4096];
            while socket.read(&mut rest).await.is_ok_and(|count| count > 0) {}
        }
    }

    /// Sends `Terminate` without waiting, so that the server does not log a lost connection.
    fn send_terminate(&mut self) {
        if self.stream.is_writing() {
            return;
        }
        let mut message = BytesMut::new();
        frontend::terminate(&mut message);
        let _ = self.stream.send(&message).now_or_never();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.send_terminate();
    }
}
