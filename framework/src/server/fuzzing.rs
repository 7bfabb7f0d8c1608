//! Access to internals for the fuzz targets in `tests/fuzz`.
//!
//! It exists only with the feature `fuzzing` and is not part of the public API.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use bytestring::ByteString;
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use toolwright_base::lock;

use super::{
    builder::Server,
    client_state::Session,
    dispatch::{Arrival, Channel, Dispatcher},
    peer::Outbox,
    protocol::{InvalidMessage, Message, Reply, Request},
};
use crate::core::{BoxFuture, Origin};

/// A parsed message.
#[derive(Debug, PartialEq)]
pub enum ParsedMessage {
    /// A request.
    Request {
        /// Its id.
        id: Value,
        /// Its method.
        method: String,
        /// The JSON text of its arguments.
        arguments: Option<Bytes>,
    },
    /// A notification.
    Notification {
        /// Its method.
        method: String,
    },
    /// A response.
    Response {
        /// The id of the request that it answers.
        id: Value,
    },
}

/// The error for a message that cannot be parsed.
#[derive(Debug, PartialEq)]
pub struct ParseFailure {
    /// The id of the message, if it could be read.
    pub id: Option<Value>,
    /// The JSON-RPC error code.
    pub code: i64,
}

/// Parses a message.
///
/// # Errors
/// When it is invalid.
pub fn parse(bytes: &Bytes) -> Result<ParsedMessage, ParseFailure> {
    parsed(Message::parse(bytes))
}

/// Parses a batch. Returns `None` if the text is not an array.
#[must_use]
pub fn parse_batch(
    bytes: &Bytes,
) -> Option<Result<Vec<Result<ParsedMessage, ParseFailure>>, ParseFailure>> {
    let batch = Message::parse_batch(bytes)?;
    Some(match batch {
        Ok(messages) => Ok(messages.into_iter().map(parsed).collect()),
        Err(invalid) => Err(failure(&invalid)),
    })
}

fn parsed(message: Result<Message, InvalidMessage>) -> Result<ParsedMessage, ParseFailure> {
    match message {
        Ok(Message::Request(request)) => Ok(ParsedMessage::Request {
            id: json!(request.id),
            method: request.method,
            arguments: request.params.arguments.map(ByteString::into_bytes),
        }),
        Ok(Message::Notification { method, .. }) => Ok(ParsedMessage::Notification { method }),
        Ok(Message::Response { id, .. }) => Ok(ParsedMessage::Response { id: json!(id) }),
        Err(invalid) => Err(failure(&invalid)),
    }
}

fn failure(invalid: &InvalidMessage) -> ParseFailure {
    ParseFailure {
        id: invalid.id.as_ref().map(|id| json!(id)),
        code: invalid.error.code,
    }
}

/// A server without a transport.
#[derive(Debug)]
pub struct BareServer {
    dispatcher: Arc<Dispatcher>,
    session: Arc<Session>,
}

/// The output of a server for a message.
#[derive(Debug, Default)]
pub struct ServerOutput {
    /// The messages before the reply.
    pub messages: Vec<Bytes>,
    /// The reply, if there is one without waiting.
    pub reply: Option<Bytes>,
}

impl BareServer {
    /// Builds a server with a session.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn new(server: Server) -> super::Result<Self> {
        let dispatcher = Arc::clone(server.build()?.dispatcher());
        let session = Arc::new(dispatcher.new_session());
        Ok(Self {
            dispatcher,
            session,
        })
    }

    /// Returns the same server with a new session.
    #[must_use]
    pub fn with_new_session(&self) -> Self {
        Self {
            dispatcher: Arc::clone(&self.dispatcher),
            session: Arc::new(self.dispatcher.new_session()),
        }
    }

    /// Handles a message, in the session or without one, and returns the output that needs no
    /// waiting.
    #[must_use]
    pub fn handle(&self, bytes: &Bytes, in_session: bool) -> ServerOutput {
        let session = in_session.then_some(&self.session);
        let request = match Message::parse(bytes) {
            Ok(message) => self
                .dispatcher
                .accept_message(message, session.map(|session| &**session)),
            Err(invalid) => return ServerOutput::only(refusal(&invalid)),
        };
        request.map_or_else(ServerOutput::default, |request| {
            self.reply(&request, session)
        })
    }

    fn reply(&self, request: &Request, session: Option<&Arc<Session>>) -> ServerOutput {
        let recorder = Arc::new(RecordingOutbox::default());
        let outbox = Arc::clone(&recorder) as Arc<_>;
        let arrival = Arrival::now(Origin::Local);
        let channel = match session {
            Some(session) => Channel::in_session(session, request, outbox, arrival),
            None => Channel::without_session(outbox, arrival),
        };
        let reply = self.dispatcher.handle(request, &channel, None);
        let reply = reply.now_or_never();
        ServerOutput {
            messages: std::mem::take(&mut *lock(&recorder.0)),
            reply: reply.map(|reply| reply.body),
        }
    }
}

impl ServerOutput {
    fn only(reply: Bytes) -> Self {
        Self {
            messages: Vec::new(),
            reply: Some(reply),
        }
    }
}

fn refusal(invalid: &InvalidMessage) -> Bytes {
    Reply::refusal(invalid.id.as_ref(), &invalid.error).body
}

#[derive(Debug, Default)]
struct RecordingOutbox(Mutex<Vec<Bytes>>);

impl Outbox for RecordingOutbox {
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool> {
        lock(&self.0).push(message);
        Box::pin(std::future::ready(true))
    }

    fn send_now(&self, message: Bytes) {
        lock(&self.0).push(message);
    }
}
