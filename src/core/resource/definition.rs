//! [`ResourceDef`]: what a resource says about itself.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use crate::core::variables::Variable;

/// What a resource says about itself. It serialises to the protocol's `Resource` or `ResourceTemplate`.
#[derive(Debug, Clone)]
pub struct ResourceDef {
    uri: String,
    name: String,
    title: Option<String>,
    description: String,
    mime_type: Option<String>,
    tags: BTreeSet<String>,
    variables: Vec<Variable>,
}

impl ResourceDef {
    /// A resource at a URI or at a template of URIs.
    pub fn new(
        uri: impl Into<String>,
        name: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: description.into(),
            mime_type: None,
            tags: BTreeSet::new(),
            variables: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What its contents are, for instance `text/plain`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// A word to find it by.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// A variable of its template.
    #[must_use]
    pub fn variable(mut self, variable: Variable) -> Self {
        self.variables.push(variable);
        self
    }

    /// The same resource elsewhere, as a mounted server's is.
    #[must_use]
    pub fn moved(&self, uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            ..self.clone()
        }
    }

    /// Its URI or its template.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
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

    /// What it is about.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What its contents are, where it says.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// Whether its URI has variables.
    #[must_use]
    pub fn is_template(&self) -> bool {
        self.uri.contains('{')
    }
}

impl Serialize for ResourceDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(
            if self.is_template() {
                "uriTemplate"
            } else {
                "uri"
            },
            &self.uri,
        )?;
        map.serialize_entry("name", &self.name)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &self.description)?;
        if let Some(mime_type) = &self.mime_type {
            map.serialize_entry("mimeType", mime_type)?;
        }
        if !self.tags.is_empty() {
            map.serialize_entry("_meta", &json!({"toolwright/tags": self.tags}))?;
        }
        map.end()
    }
}
