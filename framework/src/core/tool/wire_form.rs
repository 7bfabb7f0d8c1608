//! The definition of a tool in the form of the protocol's `Tool`, its audience, who may call it, and its crate.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{definition::ToolDef, hints::Hints};
use crate::core::content::with_tags;

impl Serialize for ToolDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name())?;
        if let Some(title) = self.title() {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", self.description())?;
        map.serialize_entry("inputSchema", self.input_schema())?;
        if let Some(schema) = self.output_schema() {
            map.serialize_entry("outputSchema", schema)?;
        }
        if self.hints() != Hints::default() {
            map.serialize_entry("annotations", &self.hints())?;
        }
        if !self.icons.is_empty() {
            map.serialize_entry("icons", &self.icons)?;
        }
        let meta = with_tags(&self.meta, self.tags());
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}

impl ToolDef {
    /// Sets the version of the crate that has written it, which is the version of a server that sets
    /// none.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_crate(mut self, version: Option<&'static str>) -> Self {
        self.crate_version = version;
        self
    }

    /// Returns the version of the crate that has written it, if it is known.
    pub(crate) const fn crate_version(&self) -> Option<&'static str> {
        self.crate_version
    }

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
