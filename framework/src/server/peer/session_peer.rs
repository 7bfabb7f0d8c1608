//! [`SessionPeer`]: the client behind a session, and the messages that are sent to it while a request runs.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::{
    core::{
        AskError, BoxFuture, ClientProfile, ClientSession, InputRequest, LogLevel, Notice, Peer,
        RequestHead,
    },
    server::{
        client_state::Session,
        protocol::{RequestId, notification, request},
    },
};

/// The client of a session. A question is sent to it while the call waits for the answer.
pub(crate) struct SessionPeer {
    client: Arc<ClientProfile>,
    session: Arc<Session>,
    outbox: Arc<dyn Outbox>,
    progress_token: Option<RequestId>,
    head: Option<Box<RequestHead>>,
    request_id: Option<RequestId>,
}

impl SessionPeer {
    pub(crate) fn new(
        client: Arc<ClientProfile>,
        session: Arc<Session>,
        outbox: Arc<dyn Outbox>,
        progress_token: Option<RequestId>,
    ) -> Self {
        Self {
            client,
            session,
            outbox,
            progress_token,
            head: None,
            request_id: None,
        }
    }

    /// Sets the id of the request.
    pub(crate) fn with_request_id(mut self, id: &RequestId) -> Self {
        self.request_id = Some(id.clone());
        self
    }

    /// Sets the head of the HTTP request.
    pub(crate) fn with_head(mut self, head: Option<Box<RequestHead>>) -> Self {
        self.head = head;
        self
    }
}

/// An open request to the client. Dropping it before the response arrives cancels the request.
struct OpenRequest<'p> {
    peer: &'p SessionPeer,
    id: i64,
}

impl Drop for OpenRequest<'_> {
    fn drop(&mut self) {
        let unanswered = self.peer.session.close_request(self.id).is_some();
        if unanswered {
            let params = json!({"requestId": self.id, "reason": "the call has ended"});
            let cancelled = notification("notifications/cancelled", &params);
            self.peer.outbox.send_now(cancelled);
        }
    }
}

impl Peer for SessionPeer {
    fn client(&self) -> &ClientProfile {
        &self.client
    }

    fn log_level(&self) -> Option<LogLevel> {
        Some(self.session.log_level())
    }

    fn wants_progress(&self) -> bool {
        self.progress_token.is_some()
    }

    fn notify(&self, notice: Notice) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Some(message) = message(notice, self.progress_token.as_ref()) {
                self.outbox.send(message).await;
            }
        })
    }

    fn request(
        &self,
        _key: String,
        wanted: InputRequest,
    ) -> BoxFuture<'_, Result<Value, AskError>> {
        Box::pin(async move {
            let (id, answer) = self.session.open_request();
            let _open = OpenRequest { peer: self, id };
            if !self
                .outbox
                .send(request(id, wanted.method(), &wanted.params()))
                .await
            {
                return Err(AskError::Failed("the client disconnected".into()));
            }
            match answer.await {
                Ok(Ok(value)) if wanted.is_answered_by(&value) => Ok(value),
                Ok(Ok(_)) => Err(AskError::Invalid(format!(
                    "not a valid response to `{}`",
                    wanted.method()
                ))),
                Ok(Err(error)) => Err(AskError::Failed(error.message)),
                Err(_) => Err(AskError::Failed("the client disconnected".into())),
            }
        })
    }

    fn request_head(&self) -> Option<&RequestHead> {
        self.head.as_deref()
    }

    fn request_id(&self) -> Option<String> {
        self.request_id.as_ref().map(ToString::to_string)
    }

    fn session(&self) -> Option<&ClientSession> {
        Some(self.session.values())
    }

    /// Releases the stream if the client can resume it. Older clients have no event id to resume
    /// with, and would never get the response.
    fn release_stream(&self) {
        let handshake = self.session.handshake();
        if handshake.is_some_and(|handshake| handshake.revision.resumes_streams()) {
            self.outbox.release();
        }
    }
}

/// Sends messages to a client while its request runs. Each transport implements it.
pub(crate) trait Outbox: Send + Sync {
    /// Sends a message, and waits if the client reads slowly. Returns whether the client is still
    /// connected.
    fn send(&self, message: Bytes) -> BoxFuture<'_, bool>;

    /// Sends a message if there is room for it now, and drops it otherwise.
    fn send_now(&self, _message: Bytes) {}

    /// Closes the stream for now. The client resumes it later for the rest.
    fn release(&self) {}
}

/// An outbox that drops all messages, for requests whose client reads nothing but the response.
#[derive(Debug, Default)]
pub(crate) struct NoOutbox;

impl Outbox for NoOutbox {
    fn send(&self, _: Bytes) -> BoxFuture<'_, bool> {
        Box::pin(std::future::ready(false))
    }
}

/// Serialises `notice`. Returns `None` for progress if the client sent no progress token.
pub(super) fn message(notice: Notice, progress_token: Option<&RequestId>) -> Option<Bytes> {
    match notice {
        Notice::Progress {
            progress,
            total,
            message,
        } => {
            let mut params = json!({"progressToken": progress_token?, "progress": progress});
            if let Some(total) = total {
                params["total"] = json!(total);
            }
            if let Some(message) = message {
                params["message"] = Value::String(message);
            }
            Some(notification("notifications/progress", &params))
        }
        Notice::Log {
            level,
            logger,
            data,
        } => {
            let mut params = json!({"level": level, "data": data});
            if let Some(logger) = logger {
                params["logger"] = Value::String(logger);
            }
            Some(notification("notifications/message", &params))
        }
    }
}
