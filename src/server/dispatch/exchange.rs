//! [`Exchange`]: one request on its way through the dispatcher.

use std::sync::Arc;

use super::{channel::Channel, era::Era, mirrored_headers::Gate};
use crate::{core::Snapshot, server::protocol::Request};

/// One request on its way: what its methods need.
pub(super) struct Exchange<'a> {
    pub(super) request: &'a Request,
    pub(super) era: Era,
    pub(super) channel: &'a Channel,
    pub(super) gate: Option<&'a dyn Gate>,
    /// What exists while the request runs.
    pub(super) snapshot: Arc<Snapshot>,
}
