//! `POST /mcp` with a batch of messages, which only 2025-03-26 supports.

use std::sync::Arc;

use axum::http::{Response, StatusCode};

use super::{
    endpoint::Endpoint,
    http_session::HttpSession,
    mcp_headers::McpHeaders,
    request_source::RequestSource,
    response::{self, Rejection},
    response_body::ResponseBody,
};
use crate::server::{
    dispatch::{Channel, MirroredHeaders as _},
    peer::NoOutbox,
    protocol::{InvalidMessage, Message, Reply, Revision},
};

impl Endpoint {
    /// Handles the messages of a batch one after the other, and responds with all replies together.
    pub(super) async fn handle_batch(
        self: &Arc<Self>,
        batch: Vec<Result<Message, InvalidMessage>>,
        source: &RequestSource,
        session: Option<Arc<HttpSession>>,
    ) -> Result<Response<ResponseBody>, Rejection> {
        let headers = McpHeaders::new(source.head.headers());
        let handshake = session
            .as_ref()
            .and_then(|session| session.session().handshake());
        let revision = handshake
            .map(|handshake| handshake.revision)
            .or_else(|| headers.version().and_then(Revision::parse))
            .unwrap_or(Revision::ASSUMED);
        if !revision.has_batches() {
            return Err(response::json(&Reply::no_batches(revision), false).into());
        }
        let mut replies = Vec::new();
        for message in batch {
            let reply = match message {
                Ok(message) => {
                    self.answer_in_batch(message, source, session.as_ref())
                        .await
                }
                Err(invalid) => Some(Reply::refusal(invalid.id.as_ref(), &invalid.error)),
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
        source: &RequestSource,
        session: Option<&Arc<HttpSession>>,
    ) -> Option<Reply> {
        let known = session.map(|session| session.session());
        let request = self
            .dispatcher
            .accept_message(message, known.map(|known| &**known))?;
        let outbox = Arc::new(NoOutbox);
        let channel = match known {
            Some(session) => Channel::in_session(session, &request, outbox, source.arrival.clone()),
            None => Channel::without_session(outbox, source.arrival.clone()),
        };
        let channel = channel.with_head(source.head.clone());
        let headers = McpHeaders::new(source.head.headers());
        Some(
            self.dispatcher
                .handle(&request, &channel, Some(&headers))
                .await,
        )
    }
}
