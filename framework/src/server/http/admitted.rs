//! [`Admitted`]: who makes a request that is let in, and where it goes to.

use std::{sync::Arc, time::Instant};

use super::http_session::SessionOwner;
use crate::{
    core::{Identity, Origin, VirtualServer},
    server::dispatch::Arrival,
};

/// The sender of a request that is let in, and the part of the server that it goes to.
pub(super) struct Admitted {
    pub(super) identity: Option<Arc<Identity>>,
    pub(super) virtual_server: Option<Arc<VirtualServer>>,
}

impl Admitted {
    /// Returns the arrival of the request at `received`.
    pub(super) fn into_arrival(self, origin: Origin, received: Instant) -> Arrival {
        Arrival {
            origin,
            identity: self.identity,
            virtual_server: self.virtual_server,
            received,
        }
    }

    /// Returns who a session of the request belongs to.
    pub(super) fn session_owner(&self) -> SessionOwner {
        let part = self.virtual_server.as_ref();
        SessionOwner {
            identity: self.identity.clone(),
            part: part.map(|part| Arc::clone(part.shared_name())),
        }
    }
}
