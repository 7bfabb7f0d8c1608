//! [`Services`]: the values that a server shares with its calls.

use super::state::States;

/// The values that a server shares with all of its calls: its states and its catalogue.
///
/// A call reaches them through its [`Context`](crate::Context); the hooks of a server get them
/// whole.
#[derive(Debug, Clone)]
pub struct Services {
    states: States,
}

impl Services {
    /// Creates services from states that include the catalogue.
    pub(in crate::core) const fn of(states: States) -> Self {
        Self { states }
    }

    /// The states that the server was built with.
    #[must_use]
    pub const fn states(&self) -> &States {
        &self.states
    }
}
