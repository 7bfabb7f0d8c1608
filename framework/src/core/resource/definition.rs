//! [`ResourceDef`]: the definition of a resource.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

use crate::core::{
    belonging::Belonging,
    content::{Meta, with_tags},
    variables::Variable,
};

/// The definition of a resource: its URI or template, its name and its description.
///
/// It serialises to the protocol's `Resource` or `ResourceTemplate`.
///
/// ```
/// use toolwright::ResourceDef;
///
/// let users = ResourceDef::new("users://{id}", "user", "The profile of a user.")
///     .with_mime_type("application/json");
/// assert!(users.is_template());
/// assert_eq!(users.mime_type(), Some("application/json"));
/// ```
#[derive(Debug, Clone)]
pub struct ResourceDef {
    uri: String,
    name: String,
    title: Option<String>,
    description: String,
    mime_type: Option<String>,
    tags: BTreeSet<String>,
    meta: Meta,
    members: Meta,
    variables: Vec<Variable>,
    belonging: Belonging,
    crate_version: Option<&'static str>,
}

impl ResourceDef {
    /// Creates the definition of a resource at a URI, or at all URIs of a template.
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
            meta: Meta::new(),
            members: Meta::new(),
            variables: Vec::new(),
            belonging: Belonging::Itself,
            crate_version: None,
        }
    }

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

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the MIME type of the contents, such as `text/plain`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a tag.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.insert(tag.into());
        self
    }

    /// Sets a key of the resource's `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// Sets a further member of the protocol's `Resource`, such as `annotations` or `size`.
    #[cfg(feature = "client")]
    #[must_use]
    pub(crate) fn member(mut self, name: &str, value: Value) -> Self {
        self.members.insert(name.to_owned(), value);
        self
    }

    /// Adds a variable of the template.
    #[must_use]
    pub fn variable(mut self, variable: Variable) -> Self {
        self.variables.push(variable);
        self
    }

    /// Sets the tool that the resource serves.
    ///
    /// A caller that may not call the tool does not see the resource. Using it counts as a call of the
    /// tool.
    /// A resource without a tool is treated like a tool of its own name.
    #[must_use]
    pub fn belongs_to(self, tool: impl Into<String>) -> Self {
        self.with_belonging(Belonging::Tool(tool.into()))
    }

    /// Sets the owner of the resource.
    #[doc(hidden)]
    #[must_use]
    pub fn with_belonging(mut self, belonging: Belonging) -> Self {
        self.belonging = belonging;
        self
    }

    /// Returns the definition at another URI, as [`Server::mount`](crate::Server::mount) uses it.
    #[doc(hidden)]
    #[must_use]
    pub fn moved(&self, uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            ..self.clone()
        }
    }

    /// The URI or the template.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The description.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The MIME type of the contents, if it is set.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// Returns the owner of the resource.
    #[must_use]
    pub const fn belonging(&self) -> &Belonging {
        &self.belonging
    }

    /// Whether the URI has variables.
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
        for (name, value) in &self.members {
            map.serialize_entry(name, value)?;
        }
        let meta = with_tags(&self.meta, &self.tags);
        if !meta.is_empty() {
            map.serialize_entry("_meta", &meta)?;
        }
        map.end()
    }
}
