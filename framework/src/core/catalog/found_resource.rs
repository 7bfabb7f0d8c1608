//! [`FoundResource`]: a resource that was found for a URI.

use std::{fmt, sync::Arc};

use crate::core::{
    call::Context,
    error::ToolError,
    resource::{Resource, ResourceDef, ResourceOutput},
    variables::Variables,
};

/// A resource that was found for a URI, with the values of its variables.
#[derive(Clone)]
pub struct FoundResource {
    resource: Arc<dyn Resource>,
    variables: Variables,
}

impl fmt::Debug for FoundResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoundResource")
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}

impl FoundResource {
    /// Creates a resource with the values of its variables.
    #[must_use]
    pub const fn new(resource: Arc<dyn Resource>, variables: Variables) -> Self {
        Self {
            resource,
            variables,
        }
    }

    /// Returns the definition of the resource.
    #[must_use]
    pub fn definition(&self) -> &ResourceDef {
        self.resource.definition()
    }

    /// The URI that was found.
    #[must_use]
    pub fn uri(&self) -> &str {
        self.variables.uri()
    }

    /// Reads the resource.
    ///
    /// # Errors
    /// Returns the error of the resource.
    pub async fn read(self, context: Context) -> Result<ResourceOutput, ToolError> {
        self.resource.read(context, self.variables).await
    }
}
