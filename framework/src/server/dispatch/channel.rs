//! [`Channel`]: the way back to the client of a request.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use tokio_util::sync::CancellationToken;
use toolwright_base::lock;

use crate::{
    core::{ClientSession, Identity, Origin, RequestHead, VirtualServer},
    server::{
        client_state::{PooledBytes, RunningRequest, Session},
        peer::Outbox,
        protocol::{Request, RpcError},
    },
};

/// The way back to the client of a request: its session, its outbox, and its cancellation.
///
/// Each transport creates one per request. It is not a channel of messages like those of `tokio`.
pub(crate) struct Channel {
    /// The session of the client, if it has one.
    pub(crate) session: Option<Arc<Session>>,
    /// Sends messages to the client while the request runs.
    pub(crate) outbox: Arc<dyn Outbox>,
    /// The sender of the request and its time of arrival.
    pub(crate) arrival: Arrival,
    /// Cancelled when the client cancels the request or ends its session.
    pub(crate) cancellation: CancellationToken,
    /// The store of values of a client in memory.
    pub(super) values: Option<Arc<ClientSession>>,
    /// The head of the HTTP request, until a call takes it.
    head: Mutex<Option<Box<RequestHead>>>,
    /// The bytes of a large body, which are counted until the request is handled or its task ends.
    counted_body: Mutex<Option<PooledBytes>>,
    /// The registration of the request in its session, or the error if its id is in use.
    registration: Result<Option<RunningRequest>, RpcError>,
}

/// The sender of a request and its time of arrival.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    pub(crate) origin: Origin,
    /// The identity that the request proved, if the server asks for one.
    pub(crate) identity: Option<Arc<Identity>>,
    /// The part of the server that the request was sent to, if it is not all of it.
    pub(crate) virtual_server: Option<Arc<VirtualServer>>,
    /// The time at which the whole request had arrived.
    pub(crate) received: Instant,
}

impl Arrival {
    pub(crate) fn now(origin: Origin) -> Self {
        Self {
            origin,
            identity: None,
            virtual_server: None,
            received: Instant::now(),
        }
    }
}

impl Channel {
    /// Creates the channel of a request without a session.
    pub(crate) fn without_session(outbox: Arc<dyn Outbox>, arrival: Arrival) -> Self {
        Self {
            session: None,
            values: None,
            outbox,
            arrival,
            cancellation: CancellationToken::new(),
            head: Mutex::default(),
            counted_body: Mutex::default(),
            registration: Ok(None),
        }
    }

    /// Creates the channel of a request in a session, and registers the request. The client can
    /// cancel it from now on, even before it runs.
    pub(crate) fn in_session(
        session: &Arc<Session>,
        request: &Request,
        outbox: Arc<dyn Outbox>,
        arrival: Arrival,
    ) -> Self {
        let cancellation = CancellationToken::new();
        let registration = session.register(&request.id, cancellation.clone());
        Self {
            session: Some(Arc::clone(session)),
            cancellation,
            registration: registration.map(Some),
            ..Self::without_session(outbox, arrival)
        }
    }

    /// Sets where values are kept for a client in memory.
    pub(crate) fn with_values(mut self, values: Arc<ClientSession>) -> Self {
        self.values = Some(values);
        self
    }

    /// Sets the head of the HTTP request, which [`Context::request`](crate::Context::request)
    /// returns.
    pub(crate) fn with_head(mut self, head: Box<RequestHead>) -> Self {
        self.head = Mutex::new(Some(head));
        self
    }

    /// Takes the head of the HTTP request, for the peer of its call.
    pub(super) fn take_head(&self) -> Option<Box<RequestHead>> {
        lock(&self.head).take()
    }

    /// Sets the bytes of a large body.
    pub(crate) fn with_counted_body(mut self, bytes: Option<PooledBytes>) -> Self {
        self.counted_body = Mutex::new(bytes);
        self
    }

    /// Takes the bytes of a large body, for a task that goes on after the request.
    pub(super) fn take_counted_body(&self) -> Option<PooledBytes> {
        lock(&self.counted_body).take()
    }

    /// Returns an error if the id of the request is in use.
    pub(super) fn check_registration(&self) -> Result<(), RpcError> {
        self.registration.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Waits until the client of the session will send nothing more. Without a session, waits
    /// forever.
    pub(super) async fn closed(&self) {
        match &self.session {
            Some(session) => session.closed().await,
            None => std::future::pending().await,
        }
    }
}
