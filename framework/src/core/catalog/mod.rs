//! The tools, resources and prompts that exist, and where they come from.
//!
//! A [`Catalog`] is live and shared; a [`Snapshot`] is what it held at one moment. Items come from
//! the server's builder, from a [`ToolSource`], or from a [`Registration`] that the macros leave in
//! the binary.

mod change;
mod error;
mod found_resource;
mod item;
mod live;
mod registration;
mod resource_reader;
mod services;
mod snapshot;
mod source;

pub use change::Change;
pub use error::CatalogError;
pub use found_resource::FoundResource;
pub use item::CatalogItem;
pub use live::Catalog;
pub(crate) use registration::RegisteredItem;
pub use registration::Registration;
pub(crate) use resource_reader::{ReadResource, ResourceReader};
pub use snapshot::Snapshot;
pub use source::ToolSource;
