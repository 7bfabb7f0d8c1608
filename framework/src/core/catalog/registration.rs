//! [`Registration`]: what the macros leave in the binary for
//! [`Server::discover`](crate::Server::discover).

use std::{fmt, sync::Arc};

use crate::core::{prompt::Prompt, resource::Resource, tool::Tool};

/// An annotated function that is linked into the binary.
pub struct Registration {
    module: &'static str,
    pub(crate) item: RegisteredItem,
}

pub(crate) enum RegisteredItem {
    Tool(fn() -> Arc<dyn Tool>),
    Resource(fn() -> Arc<dyn Resource>),
    Prompt(fn() -> Arc<dyn Prompt>),
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.item {
            RegisteredItem::Tool(_) => "Registration::tool",
            RegisteredItem::Resource(_) => "Registration::resource",
            RegisteredItem::Prompt(_) => "Registration::prompt",
        })
    }
}

impl Registration {
    /// Registers a tool of `module`.
    #[must_use]
    pub const fn tool(module: &'static str, make: fn() -> Arc<dyn Tool>) -> Self {
        let item = RegisteredItem::Tool(make);
        Self { module, item }
    }

    /// Registers a resource of `module`.
    #[must_use]
    pub const fn resource(module: &'static str, make: fn() -> Arc<dyn Resource>) -> Self {
        let item = RegisteredItem::Resource(make);
        Self { module, item }
    }

    /// Registers a prompt of `module`.
    #[must_use]
    pub const fn prompt(module: &'static str, make: fn() -> Arc<dyn Prompt>) -> Self {
        let item = RegisteredItem::Prompt(make);
        Self { module, item }
    }

    /// Returns whether it belongs to the framework or to the `toolwright` server, which are linked into
    /// programs that have tools of their own.
    pub(crate) fn is_built_in(&self) -> bool {
        let name = self.module.split("::").next();
        matches!(name, Some("toolwright" | "toolwright_server"))
    }
}

inventory::collect!(Registration);
