//! [`PromptDef`]: what a prompt says about itself.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use crate::core::variables::Variable;

/// What a prompt says about itself. It serialises to the protocol's `Prompt`.
#[derive(Debug, Clone)]
pub struct PromptDef {
    name: String,
    title: Option<String>,
    description: String,
    tags: BTreeSet<String>,
    arguments: Vec<Variable>,
}

impl PromptDef {
    /// A prompt by its name and by what people read about it.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            tags: BTreeSet::new(),
            arguments: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// A word to find it by.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// An argument.
    #[must_use]
    pub fn argument(mut self, argument: Variable) -> Self {
        self.arguments.push(argument);
        self
    }

    /// The same prompt under another name, as a mounted server's is.
    #[must_use]
    pub fn renamed(&self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self.clone()
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people, if there is one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What people read about it.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(&self) -> &[Variable] {
        &self.arguments
    }
}

impl Serialize for PromptDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &self.description)?;
        if !self.arguments.is_empty() {
            map.serialize_entry("arguments", &self.arguments)?;
        }
        if !self.tags.is_empty() {
            map.serialize_entry("_meta", &json!({"toolwright/tags": self.tags}))?;
        }
        map.end()
    }
}
