//! Rounds of questions: what a request brings from earlier rounds, and what it leaves for the next.

use std::{collections::BTreeMap, sync::Arc};

use bytestring::ByteString;
use serde_json::{Value, json};

use super::{dispatcher::Dispatcher, era::Era, exchange::Exchange};
use crate::{
    core::{Context, Peer},
    server::{
        client_state::Binding,
        peer::{Questions, RequestPeer, SessionPeer},
        protocol::{Outcome, RequestMeta, RpcError},
    },
};

/// The client of an exchange, as the call will see it.
pub(super) enum Caller {
    /// It has a session and can be asked at any time.
    Session(Arc<SessionPeer>),
    /// It is there for this request only.
    Request(Arc<RequestPeer>),
}

impl Caller {
    pub(super) fn peer(&self) -> Arc<dyn Peer> {
        match self {
            Self::Session(peer) => Arc::clone(peer) as Arc<dyn Peer>,
            Self::Request(peer) => Arc::clone(peer) as Arc<dyn Peer>,
        }
    }
}

impl Dispatcher {
    /// The client of an exchange; its request is the one of `binding`.
    pub(super) fn caller(
        &self,
        exchange: &Exchange<'_>,
        binding: &Binding<'_>,
        can_background: bool,
    ) -> Result<Caller, RpcError> {
        let token = exchange
            .request
            .params
            .meta
            .as_ref()
            .and_then(|meta| meta.progress_token.clone());
        let outbox = Arc::clone(&exchange.channel.outbox);
        match (&exchange.era, &exchange.channel.session) {
            (Era::Legacy { client, .. }, Some(session)) => {
                let peer = SessionPeer::new(Arc::clone(client), Arc::clone(session), outbox, token);
                Ok(Caller::Session(Arc::new(peer)))
            }
            (Era::Legacy { client, .. }, None) => Ok(Caller::Request(Arc::new(RequestPeer::new(
                (**client).clone(),
                outbox,
                None,
                token,
            )))),
            (Era::Modern { client, log_level }, _) => {
                let questions = Questions::new(self.earlier_answers(exchange, binding)?);
                let peer = RequestPeer::new(client.clone(), outbox, *log_level, token)
                    .with_questions(questions);
                let peer = if can_background {
                    peer.allow_background()
                } else {
                    peer
                };
                Ok(Caller::Request(Arc::new(peer)))
            }
        }
    }

    /// A context for a call of this client.
    pub(super) fn context(&self, exchange: &Exchange<'_>, caller: &Caller) -> Context {
        let meta = exchange.request.params.meta.as_ref();
        Context::new(
            caller.peer(),
            Arc::clone(&self.services),
            exchange.channel.cancellation.clone(),
            exchange.channel.arrival.received,
        )
        .continued(exchange.request.params.request_state.is_some())
        .within_trace(meta.and_then(RequestMeta::trace))
    }

    /// The answers of all earlier rounds, and those that came with this request.
    fn earlier_answers(
        &self,
        exchange: &Exchange<'_>,
        binding: &Binding<'_>,
    ) -> Result<BTreeMap<String, Value>, RpcError> {
        let mut answers = match exchange.request.params.request_state.as_deref() {
            Some(state) => self.seal.open(state, binding).ok_or_else(|| {
                RpcError::invalid_params("`requestState` is not one that this server gave for this request, or it is too old")
            })?,
            None => BTreeMap::new(),
        };
        answers.extend(read_responses(
            exchange.request.params.input_responses.as_ref(),
        )?);
        Ok(answers)
    }

    /// The questions that are open, and the state that the client brings back with the answers.
    pub(super) fn input_required(
        &self,
        peer: &RequestPeer,
        binding: &Binding<'_>,
    ) -> Result<Outcome, RpcError> {
        let questions = peer.questions();
        let result = json!({
            "inputRequests": questions.open(),
            "requestState": self.seal.seal(questions.used(), binding),
        });
        Outcome::of_type("input_required", &result)
    }
}

/// Answers by key. `null` is none.
pub(super) fn read_responses(
    json: Option<&ByteString>,
) -> Result<BTreeMap<String, Value>, RpcError> {
    let Some(json) = json else {
        return Ok(BTreeMap::new());
    };
    serde_json::from_str(json)
        .map_err(|_| RpcError::invalid_params("`inputResponses` must be an object"))
}
