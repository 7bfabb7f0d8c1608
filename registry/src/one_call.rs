//! The part of a [`Registry`] for a program that makes one call: the definition of its tool, out of thousands.

use crate::{
    registry::Registry,
    store::{Record, StoreError},
};

impl Registry {
    /// Reads what a program needs that calls the tool of this name and ends: its definition, or all of them if
    /// there is no such tool. Without the versions of definitions, nothing can be changed.
    ///
    /// # Errors
    /// If the store cannot be read, or a definition that was read is not valid.
    pub async fn reload_for_call(&self, name: &str) -> Result<(), StoreError> {
        let found = self.inner.store.load_only(name.to_owned()).await?;
        match found.filter(|spec| spec.is_active()) {
            Some(spec) => {
                let _writer = self.inner.writer.lock().await;
                self.inner.publish_records(vec![Record::unversioned(spec)]);
            }
            None if self.is_reserved(name) => return Ok(()),
            None => return self.reload().await,
        }
        self.inner.ask_new_scripts().await;
        Ok(())
    }
}
