//! The tools, resources and prompts that exist, and where they come from.
//!
//! A [`Catalog`] is live and shared; a [`Snapshot`] is what it held at one moment. Items come from
//! the server's builder, from a [`ToolSource`], or from a [`Registration`] that the macros leave in
//! the binary.

mod live;
mod registration;
mod services;
mod snapshot;
mod source;

pub use live::Catalog;
pub(crate) use registration::RegisteredItem;
pub use registration::Registration;
pub(crate) use services::{ReadResource, ResourceReader};
pub use snapshot::{CatalogError, CatalogItem, FoundResource, Snapshot};
pub use source::{Change, ToolSource};
