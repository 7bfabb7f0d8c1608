//! What the macros leave in the binary for [`Server::discover`](crate::Server::discover).

use std::{fmt, sync::Arc};

use super::{prompt::Prompt, resource::Resource, tool::Tool};

/// One annotated function that was linked into the binary.
pub struct Discovered(pub(crate) Item);

pub(crate) enum Item {
    Tool(fn() -> Arc<dyn Tool>),
    Resource(fn() -> Arc<dyn Resource>),
    Prompt(fn() -> Arc<dyn Prompt>),
}

impl fmt::Debug for Discovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Item::Tool(_) => "Discovered::tool",
            Item::Resource(_) => "Discovered::resource",
            Item::Prompt(_) => "Discovered::prompt",
        })
    }
}

impl Discovered {
    /// A tool.
    #[must_use]
    pub const fn tool(make: fn() -> Arc<dyn Tool>) -> Self {
        Self(Item::Tool(make))
    }

    /// A resource.
    #[must_use]
    pub const fn resource(make: fn() -> Arc<dyn Resource>) -> Self {
        Self(Item::Resource(make))
    }

    /// A prompt.
    #[must_use]
    pub const fn prompt(make: fn() -> Arc<dyn Prompt>) -> Self {
        Self(Item::Prompt(make))
    }
}

inventory::collect!(Discovered);
