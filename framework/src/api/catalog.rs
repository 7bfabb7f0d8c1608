//! The tools, resources and prompts that exist now, and how they change while a server runs.
//!
//! A [`Catalog`] is shared and changeable. Readers take a [`Snapshot`] of it, which never changes.
//! Every change publishes a new snapshot and tells the connected clients.
//!
//! ```
//! # use toolwright::prelude::*;
//! use toolwright::catalog::Change;
//!
//! /// Add two numbers.
//! #[tool]
//! async fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # fn main() -> toolwright::Result<()> {
//! let server = Server::new("demo").tools(tools![add]).build()?;
//! let mut changes = server.catalog().changes();
//! assert!(server.catalog().remove_tool("add"));
//! assert_eq!(changes.try_recv(), Ok(Change::Tools));
//! assert_eq!(server.snapshot().tools().len(), 0);
//! # Ok(())
//! # }
//! ```
//!
//! A [`ToolSource`] brings tools that come and go by themselves, such as those of another server.

pub use crate::core::{
    Catalog, CatalogError, CatalogItem, Change, FoundResource, Snapshot, ToolSource,
};
