//! Rounds of questions: reads the answers of earlier rounds from a request, and ends a round with
//! `input_required`.

use std::{collections::BTreeMap, sync::Arc};

use bytestring::ByteString;
use serde_json::{Value, json};

use super::{
    dispatcher::Dispatcher,
    era::{Era, Exchange},
};
use crate::{
    core::{Context, Peer},
    server::{
        client_state::{RequestBinding, SessionSource},
        peer::{InputRequests, RequestPeer, SessionPeer},
        protocol::{Outcome, RequestMeta, RpcError},
    },
};

/// The client of an exchange, as a call sees it.
pub(super) enum ClientPeer {
    /// A client with a session, which can be asked at any time.
    Session(Arc<SessionPeer>),
    /// A client of this request alone.
    Request {
        peer: Arc<RequestPeer>,
        /// Whether the request continues an earlier one, which was counted.
        is_continued: bool,
    },
}

impl ClientPeer {
    fn request(peer: RequestPeer, is_continued: bool) -> Self {
        Self::Request {
            peer: Arc::new(peer),
            is_continued,
        }
    }

    pub(super) fn peer(&self) -> Arc<dyn Peer> {
        match self {
            Self::Session(peer) => Arc::clone(peer) as Arc<dyn Peer>,
            Self::Request { peer, .. } => Arc::clone(peer) as Arc<dyn Peer>,
        }
    }

    const fn is_continued(&self) -> bool {
        matches!(
            self,
            Self::Request {
                is_continued: true,
                ..
            }
        )
    }
}

impl Dispatcher {
    /// Creates the peer for the client of an exchange. `binding` describes its request.
    pub(super) fn client_peer(
        &self,
        exchange: &Exchange<'_>,
        binding: &RequestBinding<'_>,
        can_background: bool,
    ) -> Result<ClientPeer, RpcError> {
        let meta = exchange.request.params.meta.as_ref();
        let token = meta.and_then(|meta| meta.progress_token.clone());
        let outbox = Arc::clone(&exchange.channel.outbox);
        let (id, head) = (&exchange.request.id, exchange.channel.take_head());
        let (client, log_level) = match (&exchange.era, &exchange.channel.session) {
            (Era::Legacy { client, .. }, Some(session)) => {
                let peer = SessionPeer::new(Arc::clone(client), Arc::clone(session), outbox, token)
                    .with_request_id(id)
                    .with_head(head);
                return Ok(ClientPeer::Session(Arc::new(peer)));
            }
            (Era::Legacy { client, .. }, None) => ((**client).clone(), None),
            (Era::Modern { client, log_level }, _) => (client.clone(), *log_level),
        };
        let peer = RequestPeer::new(client, outbox, log_level, token)
            .with_request_id(id)
            .with_head(head)
            .with_sessions(self.sessions_of(exchange));
        if !exchange.era.is_modern() {
            return Ok(ClientPeer::request(peer, false));
        }
        let (answers, is_continued) = self.earlier_answers(exchange, binding)?;
        let peer = peer.with_input_requests(InputRequests::new(answers));
        let peer = if can_background {
            peer.allow_background()
        } else {
            peer
        };
        Ok(ClientPeer::request(peer, is_continued))
    }

    /// Returns where the session of a client is found that has none of its own.
    fn sessions_of(&self, exchange: &Exchange<'_>) -> SessionSource {
        let channel = exchange.channel;
        if exchange.era.client().identity.is_some() {
            return SessionSource::User(Arc::clone(&self.user_sessions));
        }
        match (&channel.values, &channel.session) {
            (Some(values), _) => SessionSource::Kept(Arc::clone(values)),
            (None, Some(session)) => SessionSource::Connection(Arc::clone(session)),
            (None, None) => SessionSource::None,
        }
    }

    /// Creates the context of a call by this client.
    pub(super) fn context(&self, exchange: &Exchange<'_>, client: &ClientPeer) -> Context {
        let meta = exchange.request.params.meta.as_ref();
        Context::new(
            client.peer(),
            Arc::clone(&self.services),
            exchange.channel.cancellation.clone(),
            exchange.channel.arrival.received,
        )
        .with_continued(client.is_continued())
        .with_trace(meta.and_then(RequestMeta::trace))
        .with_meta(meta.and_then(RequestMeta::others))
    }

    /// Creates the context of a request that cannot ask its client.
    pub(super) fn context_without_questions(&self, exchange: &Exchange<'_>) -> Context {
        let outbox = Arc::clone(&exchange.channel.outbox);
        let peer = RequestPeer::new(exchange.era.client().clone(), outbox, None, None)
            .with_request_id(&exchange.request.id)
            .with_head(exchange.channel.take_head())
            .with_sessions(self.sessions_of(exchange));
        self.context(exchange, &ClientPeer::request(peer, false))
    }

    /// Returns the answers of all earlier rounds and those of this request, and whether the request
    /// continues an earlier one: its state was opened, for the first time.
    fn earlier_answers(
        &self,
        exchange: &Exchange<'_>,
        binding: &RequestBinding<'_>,
    ) -> Result<(BTreeMap<String, Value>, bool), RpcError> {
        let (mut answers, is_continued) = match exchange.request.params.request_state.as_deref() {
            Some(state) => {
                let opened = self.seal.open(state, binding).ok_or_else(|| {
                    RpcError::invalid_params(
                        "`requestState` is invalid or expired for this request",
                    )
                })?;
                (opened.answers, opened.is_first_use)
            }
            None => (BTreeMap::new(), false),
        };
        answers.extend(read_responses(
            exchange.request.params.input_responses.as_ref(),
        )?);
        Ok((answers, is_continued))
    }

    /// Returns the open questions, and the state that the client sends back with the answers.
    pub(super) fn input_required(
        &self,
        peer: &RequestPeer,
        binding: &RequestBinding<'_>,
    ) -> Result<Outcome, RpcError> {
        let input_requests = peer.input_requests();
        let result = json!({
            "inputRequests": input_requests.open(),
            "requestState": self.seal.seal(input_requests.used(), binding),
        });
        Outcome::of_type("input_required", &result)
    }
}

/// Parses the answers by key. An absent member or `null` means that there are none.
pub(super) fn read_responses(
    json: Option<&ByteString>,
) -> Result<BTreeMap<String, Value>, RpcError> {
    let Some(json) = json else {
        return Ok(BTreeMap::new());
    };
    serde_json::from_str(json)
        .map_err(|_| RpcError::invalid_params("`inputResponses` must be an object"))
}
