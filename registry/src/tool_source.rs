//! The registry as a source of the catalogue.

use std::sync::Arc;

use toolwright::{
    BoxFuture, Tool,
    catalog::{Change, ToolSource},
};

use crate::registry::Registry;

impl ToolSource for Registry {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.inner.state.borrow().tools().cloned().collect()
    }

    fn replaces(&self) -> Vec<String> {
        self.inner.state.borrow().replaced()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(async {
            // The sender is in the same struct, so there will always be another change to wait for.
            let _ = self.inner.seen.lock().await.changed().await;
            Change::Tools
        })
    }
}
