//! [`ResourceReader`]: how a call reads the resources of its own server.

use std::{fmt, sync::Arc};

use crate::core::{call::Context, error::ToolError, future::BoxFuture, resource::ResourceOutput};

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
