//! [`Connection`]: one conversation with the server, and how far it got.

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
    cancel,
    error::{ConnectError, ServerError},
    login::{self, Key},
    message_stream::Link,
    pooling_mode::Frame,
    query::{self, Question},
    startup_parameters::Greeting,
    statement_cache::{Plan, Statements},
    tls_negotiation::{self, Security, strange},
};
use crate::data::postgres::render::Description;

/// The server's word for: no transaction is open.
const IDLE: u8 = b'I';

/// How long a request to cancel has to work before there is another one; twice as long for each after that, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(160);

/// One conversation with the server.
#[derive(Debug)]
pub(in crate::data::postgres) struct Connection {
    link: Link,
    address: Arc<Address>,
    security: Security,
    key: Key,
    frame: Frame,
    statements: Statements,
    out: BytesMut,
    /// How often the server will still say that it is ready.
    awaited: u8,
    /// What it said about the transaction when it was ready.
    transaction: u8,
    is_broken: bool,
}

/// What the server says.
#[derive(Debug)]
pub(in crate::data::postgres) enum Heard {
    /// It is ready for more.
    Ready,
    /// Something is wrong.
    Error(Box<ServerError>),
    /// Another message, of this kind.
    Message(u8),
}

impl Connection {
    /// Connects, secures the connection as the address says, logs in and prepares what frames each statement.
    ///
    /// Where the one before `was_lent` by a pooler, this one is not told first what that refuses.
    pub(in crate::data::postgres) async fn open(
        address: Address,
        settings: &[(&str, String)],
        was_lent: bool,
        patience: Duration,
    ) -> Result<Self, ConnectError> {
        let address = Arc::new(address);
        let attempts = async {
            let mut security = Security::AsWanted;
            let mut greeting = match was_lent {
                true => Greeting::Short,
                false => Greeting::Whole,
            };
            loop {
                let attempt = Self::attempt(&address, security, greeting, settings, patience);
                match attempt.await {
                    Err(error) if security.may_be_less(&address, &error) => {
                        security = Security::Plain;
                    }
                    Err(error) if greeting.may_be_shorter(&error) => greeting = Greeting::Short,
                    outcome => return outcome,
                }
            }
        };
        timeout(patience, attempts).await.unwrap_or_else(|_| {
            Err(ConnectError::TimedOut {
                place: address.place(),
                waited: patience,
            })
        })
    }

    async fn attempt(
        address: &Arc<Address>,
        security: Security,
        greeting: Greeting,
        settings: &[(&str, String)],
        patience: Duration,
    ) -> Result<Self, ConnectError> {
        let socket = tls_negotiation::open(address, security, patience).await?;
        let mut link = Link::new(socket);
        let told = greeting.of(settings);
        let session = login::log_in(&mut link, address, &told).await?;
        let frame = match greeting {
            Greeting::Whole if session.has_settings => Frame::Prepared,
            _ => Frame::spelled(settings),
        };
        let mut connection = Self {
            link,
            address: Arc::clone(address),
            security,
            key: session.key,
            frame,
            statements: Statements::new(),
            out: BytesMut::new(),
            awaited: 0,
            transaction: IDLE,
            is_broken: false,
        };
        if connection.frame.keeps_statements() {
            let prepared = connection.prepare_frame().await;
            prepared.map_err(|error| strange(address, &error))?;
        }
        Ok(connection)
    }

    async fn prepare_frame(&mut self) -> io::Result<()> {
        Frame::prepare(&mut self.out)?;
        self.flush(1).await?;
        while self.awaited > 0 {
            if let Heard::Error(error) = self.next().await? {
                return Err(io::Error::other(error));
            }
        }
        Ok(())
    }

    /// Writes a whole guarded statement.
    ///
    /// # Errors
    /// `InvalidInput` when it cannot be written down; then nothing was sent. Others mean that the connection is lost.
    pub(in crate::data::postgres) async fn send(
        &mut self,
        question: &Question<'_>,
        is_cached: bool,
    ) -> io::Result<Plan> {
        let dropped = self.statements.take_dropped();
        let plan = match is_cached && self.frame.keeps_statements() {
            true => self.statements.plan(question.sql),
            false => Plan::Once,
        };
        self.out.clear();
        query::statement(question, &plan, &dropped, &self.frame, &mut self.out)?;
        self.flush(query::READY_AFTER_STATEMENT).await?;
        Ok(plan)
    }

    async fn flush(&mut self, ready: u8) -> io::Result<()> {
        self.awaited = ready;
        let sent = self.link.send(&self.out).await;
        self.out.clear();
        self.broken_if(sent)
    }

    /// The next thing that the server says, apart from what it says at any time.
    pub(in crate::data::postgres) async fn next(&mut self) -> io::Result<Heard> {
        loop {
            let tag = self.link.next().await;
            let heard = match self.broken_if(tag)? {
                // A setting, a notice, a notification: none is asked for.
                b'S' | b'N' | b'A' => continue,
                b'Z' => self.ready().await.map(|()| Heard::Ready),
                b'E' => self.error().await.map(Heard::Error),
                tag => Ok(Heard::Message(tag)),
            };
            return self.broken_if(heard);
        }
    }

    async fn ready(&mut self) -> io::Result<()> {
        self.transaction = self.link.take(1).await?[0];
        self.awaited = self.awaited.saturating_sub(1);
        Ok(())
    }

    async fn error(&mut self) -> io::Result<Box<ServerError>> {
        let error = self.link.error().await?;
        self.is_broken |= error.is_fatal;
        Ok(error)
    }

    /// Notes that a failure of the socket is the end of the connection.
    fn broken_if<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        self.is_broken |= result.is_err();
        result
    }

    /// The connection is in a state that nobody can go on from.
    pub(in crate::data::postgres) fn give_up(&mut self) {
        self.is_broken = true;
    }

    /// The rest of the message at hand.
    pub(in crate::data::postgres) fn link(&mut self) -> &mut Link {
        &mut self.link
    }

    /// How often the server will still say that it is ready.
    pub(in crate::data::postgres) fn awaited(&self) -> u8 {
        self.awaited
    }

    /// Whether a transaction is open, by the server's last word.
    pub(in crate::data::postgres) fn is_in_transaction(&self) -> bool {
        self.transaction != IDLE
    }

    /// Whether anything came since the last statement was sent.
    pub(in crate::data::postgres) fn has_heard(&self) -> bool {
        self.link.heard()
    }

    /// The text is now prepared under this name.
    pub(in crate::data::postgres) fn prepared(
        &mut self,
        sql: &str,
        name: &Arc<str>,
        columns: &Arc<Description>,
    ) {
        self.statements.prepared(sql, name, columns);
    }

    /// The text is to be sent as if it had never been seen.
    pub(in crate::data::postgres) fn forget(&mut self, sql: &str) {
        self.statements.forget(sql);
    }

    /// Whether the session is lent for one transaction at a time.
    pub(in crate::data::postgres) const fn is_lent(&self) -> bool {
        !self.frame.keeps_statements()
    }

    /// Whether the next statement may be sent.
    pub(in crate::data::postgres) fn is_idle(&self) -> bool {
        self.can_be_mended() && self.awaited == 0 && self.transaction == IDLE
    }

    /// Whether it makes sense to read on.
    pub(in crate::data::postgres) fn can_be_mended(&self) -> bool {
        !self.is_broken && !self.link.is_writing()
    }

    /// Whether the next statement may be sent, and the connection still stands, as far as can be seen without asking the server.
    pub(in crate::data::postgres) fn still_stands(&self) -> bool {
        self.is_idle() && self.link.seems_open()
    }

    /// Ends what the server is doing for this connection, and reads the rest of it.
    ///
    /// # Errors
    /// When that is not certain. Then the connection is of no use: a late request to cancel would end somebody else's query.
    pub(in crate::data::postgres) async fn mend(&mut self) -> io::Result<()> {
        let address = Arc::clone(&self.address);
        let (security, key) = (self.security, self.key);
        let mut drained = pin!(self.drain());
        let mut pause = FIRST_PAUSE;
        loop {
            let cancelled = cancel::cancel(&address, security, key);
            let (cancelled, drained) = tokio::join!(cancelled, timeout(pause, &mut drained));
            cancelled?;
            if let Ok(drained) = drained {
                return drained;
            }
            // A request that comes between two messages is ignored, so there is another one.
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    /// Reads and forgets what the server still has to say.
    async fn drain(&mut self) -> io::Result<()> {
        while self.awaited > 0 {
            self.next().await?;
            if self.is_broken {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
        Ok(())
    }

    /// Says goodbye, and waits until the server has gone too.
    pub(in crate::data::postgres) async fn close(&mut self) {
        self.say_goodbye();
        let socket = self.link.socket();
        if socket.shutdown().await.is_ok() {
            let mut rest = [0; 4096];
            while socket.read(&mut rest).await.is_ok_and(|count| count > 0) {}
        }
    }

    /// So that the server does not take it for an accident. It need not arrive.
    fn say_goodbye(&mut self) {
        if self.link.is_writing() {
            return;
        }
        let mut goodbye = BytesMut::new();
        frontend::terminate(&mut goodbye);
        let _ = self.link.send(&goodbye).now_or_never();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.say_goodbye();
    }
}
