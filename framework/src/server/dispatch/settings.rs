//! [`ServerSettings`]: the settings of the dispatcher.

use std::{sync::Arc, time::Duration};

use crate::{access::Authentication, core::Implementation};

/// The settings of the dispatcher.
#[derive(Debug, Clone)]
pub(crate) struct ServerSettings {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    /// The largest number of entries on a page of a list.
    pub(crate) page_size: usize,
    /// How long a client may cache a list.
    pub(crate) list_ttl: Duration,
    /// Finds out who makes a request over HTTP.
    pub(crate) authentication: Arc<Authentication>,
}
