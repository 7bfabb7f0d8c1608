//! Requests to a [`Registry`](crate::Registry) become the changes of its store.

use std::sync::Arc;

use crate::{
    registry::RegistryInner,
    request::{Action, Request},
    spec::ToolSpec,
    store::{ChangeKind, Edit, Expected, StoreError, Version},
};

impl RegistryInner {
    /// Returns the change as the store takes it.
    pub(super) async fn edit(&self, request: Request) -> Result<Edit, StoreError> {
        let Request {
            action,
            expected,
            by,
        } = request;
        let (name, spec, expected, change) = match action {
            Action::Put(spec) => {
                let state = Arc::clone(&self.state.borrow());
                let (spec, change) = state.put(spec, &by, &self.engines)?;
                (spec.name().to_owned(), Some(spec), expected, change)
            }
            Action::Remove(name) => {
                let expected = match expected {
                    Expected::Any => Expected::Present,
                    other => other,
                };
                (name, None, expected, ChangeKind::Remove)
            }
            Action::Restore(name) => {
                let spec = self.version(&name, None).await?;
                (name, Some(spec), Expected::Absent, ChangeKind::Restore)
            }
            Action::Rollback(name, revision) => {
                let spec = self.version(&name, Some(revision)).await?;
                let spec = self.state.borrow().with_present_owner(spec);
                (name, Some(spec), expected, ChangeKind::Rollback)
            }
        };
        Ok(Edit {
            name,
            spec,
            expected,
            change,
            by,
        })
    }

    /// Returns the definition of a version, or of the latest one that has a definition.
    async fn version(
        &self,
        name: &str,
        revision: Option<u64>,
    ) -> Result<Arc<ToolSpec>, StoreError> {
        let versions = self.store.history(name.to_owned()).await?;
        let json = Version::find_definition(versions, "tool", name, revision)?;
        Ok(Arc::new(ToolSpec::of_json(name, &json, &self.engines)?))
    }
}
