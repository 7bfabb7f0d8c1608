//! Changes to all tools of a user.

use std::sync::Arc;

use super::{
    registry::Registry,
    request::{Action, Request},
    store::{Expected, StoreError},
};

impl Registry {
    /// Switches the tools of `owner` off, for example because the user is removed. An admin can give
    /// them to another one. Returns their names.
    ///
    /// # Errors
    /// If a tool changes meanwhile, or the change cannot be stored. Then nothing changes.
    pub async fn switch_off_tools_of(
        &self,
        owner: &str,
        by: &str,
    ) -> Result<Vec<String>, StoreError> {
        let records = self.records().into_iter();
        let active = records.filter(|record| record.spec.is_active());
        let requests: Vec<_> = active
            .filter(|record| record.spec.owner() == Some(owner))
            .map(|record| Request {
                action: Action::Put(Arc::new(record.spec.switched(false))),
                expected: Expected::Revision(record.revision),
                by: by.to_owned(),
            })
            .collect();
        let names = requests.iter().map(|request| request.name().to_owned());
        let names = names.collect();
        if !requests.is_empty() {
            self.change(requests).await?;
        }
        Ok(names)
    }
}
