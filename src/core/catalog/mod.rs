//! The tools, resources and prompts that exist, and where they come from.

mod change;
mod registration;
mod error;
mod found_resource;
mod live;
mod services;
mod snapshot;
mod source;

pub use change::Change;
pub use registration::Registration;
pub(crate) use registration::RegisteredItem;
pub use error::CatalogError;
pub use found_resource::FoundResource;
pub use live::Catalog;
pub use snapshot::Snapshot;
pub use source::ToolSource;
