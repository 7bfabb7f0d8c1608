//! [`VirtualServers`]: finds the virtual server that a client connects to.

use std::sync::Arc;

use super::{client_profile::ClientProfile, virtual_server::VirtualServer};

/// The virtual servers of a server, which may change while it runs.
pub trait VirtualServers: Send + Sync {
    /// Returns the one of this name as it is now, or `None` if there is none for this client. It is asked
    /// for each request, so it should be quick, and return the same value until something changes.
    fn find(&self, name: &str, client: &ClientProfile) -> Option<Arc<VirtualServer>>;
}
