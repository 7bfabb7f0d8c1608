//! [`Services`]: what a server offers to all of its calls.

use super::state::States;
use crate::core::catalog::Catalog;

/// What a server offers to all of its calls.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Services {
    /// The values it was built with.
    pub states: States,
    /// The tools, resources and prompts that exist now.
    pub catalog: Catalog,
}

impl Services {
    /// These states and this catalogue.
    #[must_use]
    pub const fn new(states: States, catalog: Catalog) -> Self {
        Self { states, catalog }
    }
}
