//! The tools, resources and prompts that exist, and where they come from.

mod discovered;
mod live;
mod snapshot;
mod source;

pub use discovered::Discovered;
pub(crate) use discovered::Item;
pub use live::{Catalog, Change};
pub use snapshot::{CatalogError, Snapshot};
pub use source::ToolSource;
