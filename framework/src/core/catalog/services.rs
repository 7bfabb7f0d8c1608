//! The catalogue as one of a server's [`Services`], and as a call reaches it.

use std::{fmt, sync::Arc};

use super::live::Catalog;
use crate::core::{
    call::{Context, Services, States},
    content::ResourceContents,
    error::ToolError,
    future::BoxFuture,
    resource::ResourceOutput,
};

impl Services {
    /// Creates the services of a server from its states and its catalogue.
    ///
    /// ```
    /// use toolwright::{Catalog, call::{Services, States}};
    ///
    /// let mut states = States::default();
    /// states.insert(7_u32);
    /// let services = Services::new(states, Catalog::default());
    /// assert_eq!(services.states().get_ref::<u32>(), Some(&7));
    /// ```
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
    /// The catalogue of the server: to add or remove items, or to announce that a resource changed.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.services().catalog()
    }

    /// Reads a resource of this server, as its client could: what the policy denies does not exist.
    ///
    /// # Errors
    /// Fails if there is no such resource, or if reading it fails.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Count the words of a resource.
    /// #[tool(read_only)]
    /// async fn count_words(ctx: Context, uri: String) -> Result<usize, ToolError> {
    ///     let parts = ctx.read_resource(&uri).await?;
    ///     let texts = parts.iter().filter_map(|part| part.text.as_deref());
    ///     Ok(texts.flat_map(str::split_whitespace).count())
    /// }
    /// ```
    pub async fn read_resource(&self, uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
        let output = match self.services().states().get_ref::<ResourceReader>() {
            Some(reader) => reader.0.read_resource(self.child(), uri).await?,
            None => {
                let found = self.catalog().snapshot().find_resource(uri)?;
                found.read(self.clone()).await?
            }
        };
        Ok(output.contents)
    }
}

/// Reads a resource by its URI, with everything that the server does around it.
pub(crate) trait ReadResource: Send + Sync {
    /// Reads the resource at `uri`.
    fn read_resource<'a>(
        &'a self,
        context: Context,
        uri: &'a str,
    ) -> BoxFuture<'a, Result<ResourceOutput, ToolError>>;
}

/// How a call reads the resources of its own server: a state that every server has.
#[derive(Clone)]
pub(crate) struct ResourceReader(pub(crate) Arc<dyn ReadResource>);

impl fmt::Debug for ResourceReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResourceReader")
    }
}
