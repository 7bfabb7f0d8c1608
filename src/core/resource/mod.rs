//! [`Resource`]: something that a client can read, at one URI or at all URIs of a template.

mod definition;
mod output;
mod uri_template;

pub(in crate::core) use self::uri_template::Match;
pub use self::{
    definition::ResourceDef,
    output::{IntoResourceOutput, ResourceOutput},
    uri_template::{TemplateError, UriTemplate},
};
use crate::core::{
    call::{Context, StateType},
    completion::Completion,
    error::ToolError,
    future::BoxFuture,
    variables::Variables,
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
