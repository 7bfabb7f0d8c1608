//! The catalogue as one of a server's [`Services`], and as a call reaches it.

use super::live::Catalog;
use crate::core::{
    call::{Context, Services, States},
    content::ResourceContents,
    error::ToolError,
};

impl Services {
    /// Creates the services of a server from its states and its catalogue.
    #[must_use]
    pub fn new(mut states: States, catalog: Catalog) -> Self {
        states.insert(catalog);
        Self::of(states)
    }

    /// The tools, resources and prompts that exist now.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        let catalog = self.states().get_ref();
        catalog.expect("services are created with a catalogue")
    }
}

impl Default for Services {
    fn default() -> Self {
        Self::new(States::default(), Catalog::default())
    }
}

impl Context {
    /// The tools, resources and prompts that exist now: to add one, to remove one, to tell that a resource changed.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.services().catalog()
    }

    /// Reads a resource of this server.
    ///
    /// # Errors
    /// When there is none, or reading it fails.
    pub async fn read_resource(&self, uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
        let found = self.catalog().snapshot().find_resource(uri)?;
        Ok(found.read(self.clone()).await?.contents)
    }
}
