//! [`Change`]: a change of a catalogue.

/// A change of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools changed.
    Tools,
    /// The list of prompts changed.
    Prompts,
    /// The list of resources changed.
    Resources,
    /// The contents of the resource at this URI changed.
    Resource(String),
}
