//! [`Resource`]: something that a client can read, at one URI or at all URIs of a template.
//!
//! Reading is by URI, so a resource has no arguments but the variables of its template. A
//! [`Tool`](crate::Tool) acts; a [`Prompt`](crate::Prompt) writes messages.

mod definition;
mod output;
mod uri_template;
mod watch;

pub(in crate::core) use self::uri_template::Match;
pub use self::{
    definition::ResourceDef,
    output::{IntoResourceOutput, ResourceOutput},
    uri_template::{TemplateError, UriTemplate},
    watch::ResourceWatch,
};
use crate::core::{
    call::{Context, StateType},
    completion::Completion,
    error::ToolError,
    future::BoxFuture,
    variables::Variables,
};

/// Something that a client can read.
///
/// [`#[resource("…")]`](macro@crate::resource) implements it for a function. By hand it is this:
///
/// ```
/// use toolwright::{
///     BoxFuture, Context, Resource, ResourceDef, ToolError,
///     resource::{ResourceContents, ResourceOutput, Variables},
/// };
///
/// struct Motto(ResourceDef);
///
/// impl Resource for Motto {
///     fn definition(&self) -> &ResourceDef {
///         &self.0
///     }
///     fn read(
///         &self,
///         _: Context,
///         at: Variables,
///     ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
///         let text = ResourceContents::text(at.uri(), "text/plain", "Measure twice, cut once.");
///         Box::pin(async { Ok(text.into()) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> toolwright::Result<()> {
/// let motto = Motto(ResourceDef::new("house://motto", "motto", "The motto of the house."));
/// let server = toolwright::Server::new("demo").resources([std::sync::Arc::new(motto) as _]);
/// let client = server.client().await?;
/// let contents = client.read("house://motto").await?;
/// assert_eq!(contents[0].text.as_deref(), Some("Measure twice, cut once."));
/// # Ok(())
/// # }
/// ```
pub trait Resource: Send + Sync {
    /// The URI, the name and the description of the resource.
    fn definition(&self) -> &ResourceDef;

    /// The states that the resource takes. A server without them cannot be built.
    fn requires(&self) -> Vec<StateType> {
        Vec::new()
    }

    /// Reads the resource at the URI in `variables`.
    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>>;

    /// Returns values that a variable of the template could have.
    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let _ = (context, argument, completion);
        Box::pin(std::future::ready(Vec::new()))
    }

    /// Begins to follow the resource at `uri`, because a client subscribes to its changes. Whoever follows
    /// announces them ([`Change::Resource`](crate::catalog::Change)). By default nothing needs to begin.
    fn watch(&self, uri: &str) -> Option<ResourceWatch> {
        let _ = uri;
        None
    }
}
