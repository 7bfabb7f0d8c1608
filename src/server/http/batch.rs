//! A batch of messages, which only 2025-03-26 has.

use std::sync::Arc;

use axum::http::{Response, StatusCode};

use super::{
    endpoint::Endpoint,
    http_session::HttpSession,
    mcp_headers::HeaderGate,
    request_source::Sender,
    response::{self, Refused},
    response_body::Payload,
};
use crate::server::{
    dispatch::{Channel, Gate as _},
    peer::NoOutbox,
    protocol::{Message, Reply, Revision, Unreadable},
};

impl Endpoint {
    /// A batch, which only 2025-03-26 has: the answers come together.
    pub(super) async fn take_batch(
        self: &Arc<Self>,
        batch: Vec<Result<Message, Unreadable>>,
        sender: &Sender,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<Payload>, Refused> {
        let gate = HeaderGate::new(sender.headers.clone());
        let handshake = session
            .as_ref()
            .and_then(|session| session.session().handshake());
        let revision = handshake
            .map(|handshake| handshake.revision)
            .or_else(|| gate.version().and_then(Revision::parse))
            .unwrap_or(Revision::UNSAID);
        if !revision.has_batches() {
            return Err(response::json(&Reply::no_batches(revision), false).into());
        }
        let mut replies = Vec::new();
        for message in batch {
            let reply = match message {
                Ok(message) => {
                    self.answer_in_batch(message, sender, session.as_ref())
                        .await
                }
                Err(unreadable) => Some(Reply::refusal(unreadable.id.as_ref(), &unreadable.error)),
            };
            replies.extend(reply);
        }
        if replies.is_empty() {
            return Ok(response::empty(StatusCode::ACCEPTED));
        }
        Ok(response::json_array(&replies))
    }

    async fn answer_in_batch(
        &self,
        message: Message,
        sender: &Sender,
        session: Option<&Arc<HttpSession>>,
    ) -> Option<Reply> {
        let known = session.map(|session| session.session());
        let request = self
            .dispatcher
            .absorb(message, known.map(|known| &**known))?;
        let outbox = Arc::new(NoOutbox);
        let channel = match known {
            Some(session) => Channel::in_session(session, &request, outbox, sender.arrival),
            None => Channel::alone(outbox, sender.arrival),
        };
        let gate = HeaderGate::new(sender.headers.clone());
        Some(
            self.dispatcher
                .handle(&request, &channel, Some(&gate))
                .await,
        )
    }
}
