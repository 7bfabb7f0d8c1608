//! [`CatalogItem`]: what can be added to a catalogue.

use std::sync::Arc;

use super::{change::Change, error::CatalogError, snapshot::Snapshot};
use crate::core::{prompt::Prompt, resource::Resource, tool::Tool};

/// A tool, a resource or a prompt, or a list of them, as `tools![…]` returns it.
///
/// [`Catalog::add`](super::Catalog::add) takes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to a catalogue",
    note = "add `tools![…]`, `resources![…]`, `prompts![…]` or one of their items"
)]
pub trait CatalogItem {
    /// The change to announce.
    const CHANGE: Change;

    /// Adds it to a snapshot.
    ///
    /// # Errors
    /// Fails if the snapshot does not accept it.
    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError>;

    /// Returns the names of the tools among it.
    fn tool_names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl CatalogItem for Arc<dyn Tool> {
    const CHANGE: Change = Change::Tools;

    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
        snapshot.add_tool(self)
    }

    fn tool_names(&self) -> Vec<String> {
        vec![self.definition().name().to_owned()]
    }
}

macro_rules! items {
    ($($item:ty, $change:ident, $add:ident;)*) => {$(
        impl CatalogItem for $item {
            const CHANGE: Change = Change::$change;

            fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
                snapshot.$add(self)
            }
        }
    )*};
}
items! {
    Arc<dyn Resource>, Resources, add_resource;
    Arc<dyn Prompt>, Prompts, add_prompt;
}

impl<T: CatalogItem> CatalogItem for Vec<T> {
    const CHANGE: Change = T::CHANGE;

    fn add_to(self, snapshot: &mut Snapshot) -> Result<(), CatalogError> {
        self.into_iter().try_for_each(|item| item.add_to(snapshot))
    }

    fn tool_names(&self) -> Vec<String> {
        self.iter().flat_map(CatalogItem::tool_names).collect()
    }
}
