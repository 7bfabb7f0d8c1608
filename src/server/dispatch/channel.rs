//! [`Channel`]: where a request came from, and what its transport knows about it.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    core::Snapshot,
    server::{
        outbox::Outbox,
        protocol::{Params, Request, RpcError},
        session::Session,
    },
};

/// Where a request came from.
pub(crate) struct Channel {
    /// The client's session, where it has one.
    pub(crate) session: Option<Arc<Session>>,
    /// Where messages go while the request runs.
    pub(crate) outbox: Arc<dyn Outbox>,
    /// Fires when the client takes the request back or goes away.
    pub(crate) cancellation: CancellationToken,
    /// What the transport says of a modern request beside its body.
    pub(crate) gate: Option<Box<dyn Gate>>,
}

/// What a transport says of a request beside its body, and whether the two agree.
pub(crate) trait Gate: Send + Sync {
    /// The revision that the transport names.
    fn version(&self) -> Option<&str>;

    /// Whether the method is the one in the body.
    fn check_method(&self, request: &Request) -> Result<(), RpcError>;

    /// Whether names and parameters are those in the body.
    fn check_names(
        &self,
        request: &Request,
        params: &Params<'_>,
        snapshot: &Snapshot,
    ) -> Result<(), RpcError>;
}

impl Channel {
    pub(super) fn check_method(&self, request: &Request) -> Result<(), RpcError> {
        self.gate
            .as_ref()
            .map_or(Ok(()), |gate| gate.check_method(request))
    }

    pub(super) fn check_names(
        &self,
        request: &Request,
        params: &Params<'_>,
        snapshot: &Snapshot,
    ) -> Result<(), RpcError> {
        self.gate
            .as_ref()
            .map_or(Ok(()), |gate| gate.check_names(request, params, snapshot))
    }
}
