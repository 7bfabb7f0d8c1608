//! The tools, resources and prompts that exist, and where they come from.

mod change;
mod discovered;
mod error;
mod found_resource;
mod live;
mod services;
mod snapshot;
mod source;

pub use change::Change;
pub use discovered::Discovered;
pub(crate) use discovered::Item;
pub use error::CatalogError;
pub use found_resource::FoundResource;
pub use live::Catalog;
pub use snapshot::Snapshot;
pub use source::ToolSource;
