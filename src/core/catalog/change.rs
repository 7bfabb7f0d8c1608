//! [`Change`]: what changed in a catalogue.

/// Something in a catalogue changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The list of resources.
    Resources,
    /// The contents of the resource at this URI.
    Resource(String),
}
