//! [`Exchange`]: a request while the dispatcher handles it.

use std::sync::Arc;

use super::{channel::Channel, era::Era, mirrored_headers::MirroredHeaders};
use crate::{core::Snapshot, server::protocol::Request};

/// A request with all that its method needs to know.
pub(super) struct Exchange<'a> {
    pub(super) request: &'a Request,
    pub(super) era: Era,
    pub(super) channel: &'a Channel,
    pub(super) headers: Option<&'a dyn MirroredHeaders>,
    /// The tools, prompts and resources that exist while the request runs.
    pub(super) snapshot: Arc<Snapshot>,
}
