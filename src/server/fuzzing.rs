//! What the fuzz targets in `tests/fuzz` see of the inside. Built for them alone (`--cfg fuzzing`), and no part of the crate's face.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use bytestring::ByteString;
use futures_util::FutureExt as _;
use serde_json::{Value, json};

use super::{
    builder::Server,
    client_state::Session,
    dispatch::{Arrival, Channel, Dispatcher},
    peer::Outbox,
    protocol::{Message, Reply, Request, Unreadable},
};
use crate::core::{BoxFuture, Origin, lock};

/// A message as it was read.
#[derive(Debug, PartialEq)]
pub enum Read {
    /// It wants an answer.
    Request {
        /// Its id.
        id: Value,
        /// Its method.
        method: String,
        /// The text of its arguments.
        arguments: Option<Bytes>,
    },
    /// It wants none.
    Notification {
        /// Its method.
        method: String,
    },
    /// It answers.
    Response {
        /// The id of what it answers.
        id: Value,
    },
}

/// Why a message was not read.
#[derive(Debug, PartialEq)]
pub struct Refused {
    /// The id of the refusal.
    pub id: Option<Value>,
    /// The code of the refusal.
    pub code: i64,
}

/// Reads one message.
///
/// # Errors
/// When it is none.
pub fn read(bytes: &Bytes) -> Result<Read, Refused> {
    shown(Message::parse(bytes))
}

/// Reads a batch, if it is one.
#[must_use]
pub fn read_batch(bytes: &Bytes) -> Option<Result<Vec<Result<Read, Refused>>, Refused>> {
    let batch = Message::parse_batch(bytes)?;
    Some(match batch {
        Ok(messages) => Ok(messages.into_iter().map(shown).collect()),
        Err(unreadable) => Err(refused(&unreadable)),
    })
}

fn shown(message: Result<Message, Unreadable>) -> Result<Read, Refused> {
    match message {
        Ok(Message::Request(request)) => Ok(Read::Request {
            id: json!(request.id),
            method: request.method,
            arguments: request.params.arguments.map(ByteString::into_bytes),
        }),
        Ok(Message::Notification { method, .. }) => Ok(Read::Notification { method }),
        Ok(Message::Response { id, .. }) => Ok(Read::Response { id: json!(id) }),
        Err(unreadable) => Err(refused(&unreadable)),
    }
}

fn refused(unreadable: &Unreadable) -> Refused {
    Refused {
        id: unreadable.id.as_ref().map(|id| json!(id)),
        code: unreadable.error.code,
    }
}

/// A server without a transport.
#[derive(Debug)]
pub struct Bare {
    dispatcher: Arc<Dispatcher>,
    session: Arc<Session>,
}

/// What a server said to a message.
#[derive(Debug, Default)]
pub struct Said {
    /// Before its answer.
    pub before: Vec<Bytes>,
    /// Its answer; none to what wants none, and none to what waits for something.
    pub answer: Option<Bytes>,
}

impl Bare {
    /// This server.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn new(server: Server) -> super::Result<Self> {
        let dispatcher = Arc::clone(server.build()?.dispatcher());
        let session = Arc::new(Session::new(dispatcher.services().catalog().changes()));
        Ok(Self {
            dispatcher,
            session,
        })
    }

    /// The same server with a new session.
    #[must_use]
    pub fn anew(&self) -> Self {
        let changes = self.dispatcher.services().catalog().changes();
        Self {
            dispatcher: Arc::clone(&self.dispatcher),
            session: Arc::new(Session::new(changes)),
        }
    }

    /// What it says to a message, in its session or by itself, without waiting for anything.
    #[must_use]
    pub fn hear(&self, bytes: &Bytes, in_session: bool) -> Said {
        let session = in_session.then_some(&self.session);
        let request = match Message::parse(bytes) {
            Ok(message) => self
                .dispatcher
                .absorb(message, session.map(|session| &**session)),
            Err(unreadable) => return Said::only(refusal(&unreadable)),
        };
        request.map_or_else(Said::default, |request| self.answer(&request, session))
    }

    fn answer(&self, request: &Request, session: Option<&Arc<Session>>) -> Said {
        let heard = Arc::new(Ear::default());
        let outbox = Arc::clone(&heard) as Arc<_>;
        let arrival = Arrival::now(Origin::Local);
        let channel = match session {
            Some(session) => Channel::in_session(session, request, outbox, arrival),
            None => Channel::alone(outbox, arrival),
        };
        let reply = self.dispatcher.handle(request, &channel, None);
        let reply = reply.now_or_never();
        Said {
            before: std::mem::take(&mut *lock(&heard.0)),
            answer: reply.map(|reply| reply.body),
        }
    }
}

impl Said {
    fn only(answer: Bytes) -> Self {
        Self {
            before: Vec::new(),
            answer: Some(answer),
        }
    }
}

fn refusal(unreadable: &Unreadable) -> Bytes {
    Reply::refusal(unreadable.id.as_ref(), &unreadable.error).body
}

#[derive(Debug, Default)]
struct Ear(Mutex<Vec<Bytes>>);

impl Outbox for Ear {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        lock(&self.0).push(message);
        Box::pin(std::future::ready(true))
    }

    fn send_now(&self, message: Bytes) {
        lock(&self.0).push(message);
    }
}
