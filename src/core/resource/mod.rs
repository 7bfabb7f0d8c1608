//! [`Resource`]: something that a client can read, at one URI or at all URIs of a template.

mod uri_template;

pub(super) use uri_template::Match;
pub use uri_template::{TemplateError, UriTemplate};

use std::{any::Any, collections::BTreeSet, sync::Arc};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::json;

use crate::core::{
    call::{Context, StateType},
    completion::Completion,
    content::ResourceContents,
    error::ToolError,
    tool::{BoxFuture, Json},
    variables::{Variable, Variables},
};

/// Something that a client can read. `#[resource("…")]` writes this for a function.
pub trait Resource: Send + Sync {
    /// What it says about itself.
    fn definition(&self) -> &ResourceDef;

    /// The states that it takes: a server without them is not built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// Reads it at the URI in `variables`.
    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>>;

    /// Values that a variable of the template could have.
    fn complete(&self, _argument: &str, _completion: Completion) -> BoxFuture<'_, Vec<String>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// What a resource says about itself. It serialises to the protocol's `Resource` or `ResourceTemplate`.
#[derive(Debug, Clone)]
pub struct ResourceDef {
    uri: String,
    name: String,
    title: Option<String>,
    description: String,
    mime: Option<String>,
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
            mime: None,
            tags: BTreeSet::new(),
            variables: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What its contents are, for instance `text/plain`.
    #[must_use]
    pub fn mime(mut self, mime: impl Into<String>) -> Self {
        self.mime = Some(mime.into());
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

    /// What it is about.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What its contents are, where it says.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime.as_deref()
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
        if let Some(mime) = &self.mime {
            map.serialize_entry("mimeType", mime)?;
        }
        if !self.tags.is_empty() {
            map.serialize_entry("_meta", &json!({"toolwright/tags": self.tags}))?;
        }
        map.end()
    }
}

/// What a resource contains: one part, or several.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ResourceOutput {
    /// The parts.
    pub contents: Vec<ResourceContents>,
}

impl From<ResourceContents> for ResourceOutput {
    fn from(contents: ResourceContents) -> Self {
        Self {
            contents: vec![contents],
        }
    }
}

impl From<Vec<ResourceContents>> for ResourceOutput {
    fn from(contents: Vec<ResourceContents>) -> Self {
        Self { contents }
    }
}

/// What a resource function can return: text (`String`, `&'static str`), bytes (`Vec<u8>`), anything that serialises
/// (JSON), or a [`ResourceOutput`].
#[diagnostic::on_unimplemented(
    message = "a resource cannot return `{Self}`",
    note = "return `String`, `Vec<u8>`, anything that is `serde::Serialize`, or `ResourceOutput`"
)]
pub trait IntoResourceOutput {
    /// The contents of the resource at the URI in `variables`.
    ///
    /// # Errors
    /// When the value does not serialise.
    fn into_resource_output(
        self,
        variables: &Variables,
        definition: &ResourceDef,
    ) -> Result<ResourceOutput, ToolError>;
}

impl<T: Serialize + 'static> IntoResourceOutput for T {
    fn into_resource_output(
        self,
        variables: &Variables,
        definition: &ResourceDef,
    ) -> Result<ResourceOutput, ToolError> {
        let any: &dyn Any = &self;
        let mime = |usual: &str| definition.mime_type().unwrap_or(usual).to_owned();
        let text = any
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| any.downcast_ref::<&'static str>().copied());
        let contents = match (text, any.downcast_ref::<Vec<u8>>()) {
            (Some(text), _) => ResourceContents::text(variables.uri(), mime("text/plain"), text),
            (_, Some(bytes)) => {
                ResourceContents::blob(variables.uri(), mime("application/octet-stream"), bytes)
            }
            _ => json_contents(&self, variables, mime("application/json"))?,
        };
        Ok(contents.into())
    }
}

impl<T: Serialize> IntoResourceOutput for Json<T> {
    fn into_resource_output(
        self,
        variables: &Variables,
        definition: &ResourceDef,
    ) -> Result<ResourceOutput, ToolError> {
        let mime = definition.mime_type().unwrap_or("application/json");
        Ok(json_contents(&self.0, variables, mime.to_owned())?.into())
    }
}

impl IntoResourceOutput for ResourceOutput {
    fn into_resource_output(
        self,
        _: &Variables,
        _: &ResourceDef,
    ) -> Result<ResourceOutput, ToolError> {
        Ok(self)
    }
}

fn json_contents(
    value: &impl Serialize,
    variables: &Variables,
    mime: String,
) -> Result<ResourceContents, ToolError> {
    Ok(ResourceContents::text(
        variables.uri(),
        mime,
        serde_json::to_string(value)?,
    ))
}

/// A resource that was found for a URI, with the values of its variables.
#[derive(Clone)]
pub struct FoundResource {
    resource: Arc<dyn Resource>,
    variables: Variables,
}

impl std::fmt::Debug for FoundResource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FoundResource")
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}

impl FoundResource {
    pub(super) const fn new(resource: Arc<dyn Resource>, variables: Variables) -> Self {
        Self {
            resource,
            variables,
        }
    }

    /// Reads it.
    ///
    /// # Errors
    /// The resource's own.
    pub async fn read(self, context: Context) -> Result<ResourceOutput, ToolError> {
        self.resource.read(context, self.variables).await
    }
}
