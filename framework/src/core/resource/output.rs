//! [`ResourceOutput`]: the contents of a resource, and the types that convert into them.

use std::any::Any;

use serde::Serialize;

use super::definition::ResourceDef;
use crate::core::{content::ResourceContents, error::ToolError, tool::Json, variables::Variables};

/// The contents of a resource: one part, or several.
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

/// The types that a resource can return.
///
/// `String` and `&'static str` become text, `Vec<u8>` becomes a blob, any other type that
/// serialises becomes JSON. A [`ResourceOutput`] is returned as it is.
#[diagnostic::on_unimplemented(
    message = "a resource cannot return `{Self}`",
    note = "return `String`, `Vec<u8>`, anything that is `serde::Serialize`, or `ResourceOutput`"
)]
pub trait IntoResourceOutput {
    /// Converts the value into the contents of the resource at the URI in `variables`.
    ///
    /// # Errors
    /// Fails if the value cannot be serialised.
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
