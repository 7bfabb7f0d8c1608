//! [`ServerSettings`]: the settings of the dispatcher.

use std::time::Duration;

use crate::core::Implementation;

/// The settings of the dispatcher, as plain values.
#[derive(Debug, Clone)]
pub(crate) struct ServerSettings {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    /// The largest number of entries on a page of a list.
    pub(crate) page_size: usize,
    /// How long a client may cache a list.
    pub(crate) list_ttl: Duration,
}
