//! [`Channel`]: where a request came from, and what its transport knows about it.

use std::{sync::Arc, time::Instant};

use tokio_util::sync::CancellationToken;

use crate::{
    core::Origin,
    server::{
        client_state::{Running, Session},
        peer::Outbox,
        protocol::{Request, RpcError},
    },
};

/// Where a request came from.
pub(crate) struct Channel {
    /// The client's session, where it has one.
    pub(crate) session: Option<Arc<Session>>,
    /// Where messages go while the request runs.
    pub(crate) outbox: Arc<dyn Outbox>,
    /// Who is at its other end, and since when the request is here.
    pub(crate) arrival: Arrival,
    /// Fires when the client takes the request back or goes away.
    pub(crate) cancellation: CancellationToken,
    /// Its place on the session's list, or why it has none.
    place: Result<Option<Running>, RpcError>,
}

/// Whom a request came from, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrival {
    pub(crate) origin: Origin,
    /// When all of it was here.
    pub(crate) received: Instant,
}

impl Arrival {
    pub(crate) fn now(origin: Origin) -> Self {
        Self {
            origin,
            received: Instant::now(),
        }
    }
}

impl Channel {
    /// The channel of a request that belongs to no session.
    pub(crate) fn alone(outbox: Arc<dyn Outbox>, arrival: Arrival) -> Self {
        Self {
            session: None,
            outbox,
            arrival,
            cancellation: CancellationToken::new(),
            place: Ok(None),
        }
    }

    /// The channel of a request in a session. From now on, and not only when the request runs, the client can take it back.
    pub(crate) fn in_session(
        session: &Arc<Session>,
        request: &Request,
        outbox: Arc<dyn Outbox>,
        arrival: Arrival,
    ) -> Self {
        let cancellation = CancellationToken::new();
        let place = session.run(&request.id, cancellation.clone());
        Self {
            session: Some(Arc::clone(session)),
            cancellation,
            place: place.map(Some),
            ..Self::alone(outbox, arrival)
        }
    }

    /// Refuses a request whose id is in use.
    pub(super) fn check_place(&self) -> Result<(), RpcError> {
        self.place.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Waits until the client of a session will not say anything any more.
    pub(super) async fn closed(&self) {
        match &self.session {
            Some(session) => session.closed().await,
            None => std::future::pending().await,
        }
    }
}
