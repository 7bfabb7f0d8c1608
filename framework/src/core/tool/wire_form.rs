//! The definition of a tool in the form of the protocol's `Tool`, and its audience: who may call it.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use super::{definition::ToolDef, hints::Hints};
use crate::core::content::Meta;

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
        let meta = meta(self);
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}

fn meta(definition: &ToolDef) -> Meta {
    let mut meta = definition.meta.clone();
    if !definition.tags().is_empty() {
        meta.insert("toolwright/tags".into(), json!(definition.tags()));
    }
    meta
}

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
