//! The audience of a tool: who may call it.

use std::{collections::BTreeSet, sync::Arc};

use super::definition::ToolDef;

impl ToolDef {
    /// Adds a scope that the caller must have.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.insert(scope.into());
        self
    }

    /// Makes the tool private: only this user and admins see and call it.
    ///
    /// ```
    /// use toolwright::ToolDef;
    ///
    /// let mine = ToolDef::new("mine", "A tool of Ada's own.").private_to("ada");
    /// assert_eq!(mine.owner(), Some("ada"));
    /// ```
    #[must_use]
    pub fn private_to(mut self, user: impl Into<Arc<str>>) -> Self {
        self.owner = Some(user.into());
        self
    }

    /// The only user who may call the tool, beside admins. `None` if everybody may.
    #[must_use]
    pub fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// The scopes that the caller must have.
    #[must_use]
    pub const fn scopes(&self) -> &BTreeSet<String> {
        &self.scopes
    }
}
