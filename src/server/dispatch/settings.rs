//! What a server says about itself, and how it answers.

use std::time::Duration;

use crate::core::Implementation;

/// What a server says about itself, and how it answers.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    /// The most entries of a list in one answer.
    pub(crate) page_size: usize,
    /// How long a client may keep a list.
    pub(crate) list_ttl: Duration,
    /// How long a prompt or a resource may take.
    pub(crate) timeout: Duration,
}
