//! [`ForwardedItem`]: a tool, prompt or resource of another server, as the catalogue has it.

use std::{fmt, sync::Arc};

use serde_json::{Value, json, value::RawValue};

use super::{
    exchange::ForwardedRequest,
    result::{completions, prompt_output, resource_output, tool_output},
};
use crate::core::{
    Arguments, BoxFuture, Completion, Context, Permitted, Prompt, PromptDef, PromptOutput,
    Resource, ResourceDef, ResourceOutput, ResourceWatch, Tool, ToolDef, ToolError, ToolOutput,
    Variables, mirrored_headers,
};

/// The way of requests to another server.
pub trait Route: Send + Sync {
    /// Sends a request and returns its result.
    ///
    /// # Errors
    /// The error of the call.
    fn request<'a>(
        &'a self,
        request: ForwardedRequest<'a>,
    ) -> BoxFuture<'a, Result<Box<RawValue>, ToolError>>;

    /// Asks to be told when a resource changes, until the watch is dropped. By default it is not told.
    fn watch(&self, uri: &str) -> Option<ResourceWatch> {
        let _ = uri;
        None
    }
}

/// A tool, prompt or resource of another server, with the definition that it has here.
pub struct ForwardedItem<D> {
    route: Arc<dyn Route>,
    /// The name there, or the URI.
    name: String,
    definition: D,
}

impl<D: fmt::Debug> fmt::Debug for ForwardedItem<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForwardedItem")
            .field("name", &self.name)
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}

impl<D> ForwardedItem<D> {
    /// Creates an item that the other server knows as `name`: a tool or prompt, or the URI of a
    /// resource.
    pub fn new(route: Arc<dyn Route>, name: impl Into<String>, definition: D) -> Self {
        Self {
            route,
            name: name.into(),
            definition,
        }
    }

    /// Returns the name there, or the URI.
    #[must_use]
    pub fn remote_name(&self) -> &str {
        &self.name
    }

    async fn completed(
        &self,
        context: Context,
        reference: Value,
        argument: String,
        completion: Completion,
    ) -> Vec<String> {
        let argument = json!({"name": argument, "value": completion.value});
        let members = format!(
            r#""ref":{reference},"argument":{argument},"context":{}"#,
            json!({"arguments": completion.arguments})
        );
        let request = ForwardedRequest::new(&context, "completion/complete", &self.name, members);
        // A person who is typing needs no error.
        let result = self.route.request(request).await;
        result.map_or_else(|_| Vec::new(), |result| completions(&result))
    }
}

impl Tool for ForwardedItem<ToolDef> {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn call<'a>(
        &'a self,
        context: Context,
        arguments: Arguments,
        _: Permitted<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let hints = self.definition.hints();
            let name = json!(self.name);
            let members = format!(r#""name":{name},"arguments":{}"#, arguments.as_str());
            let headers = mirrored_headers(self.definition.input_schema(), arguments.as_str());
            let is_repeatable = hints.read_only == Some(true) || hints.idempotent == Some(true);
            let request = ForwardedRequest::new(&context, "tools/call", &self.name, members)
                .parameters(headers)
                .repeatable(is_repeatable);
            tool_output(&self.route.request(request).await?)
        })
    }
}

impl Resource for ForwardedItem<ResourceDef> {
    fn definition(&self) -> &ResourceDef {
        &self.definition
    }

    fn read(
        &self,
        context: Context,
        variables: Variables,
    ) -> BoxFuture<'_, Result<ResourceOutput, ToolError>> {
        Box::pin(async move {
            let uri = variables.uri();
            let members = format!(r#""uri":{}"#, json!(uri));
            let request = ForwardedRequest::new(&context, "resources/read", uri, members);
            resource_output(&self.route.request(request).await?)
        })
    }

    fn watch(&self, uri: &str) -> Option<ResourceWatch> {
        self.route.watch(uri)
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let reference = json!({"type": "ref/resource", "uri": self.name});
        let argument = argument.to_owned();
        Box::pin(self.completed(context, reference, argument, completion))
    }
}

impl Prompt for ForwardedItem<PromptDef> {
    fn definition(&self) -> &PromptDef {
        &self.definition
    }

    fn get(
        &self,
        context: Context,
        arguments: Variables,
    ) -> BoxFuture<'_, Result<PromptOutput, ToolError>> {
        Box::pin(async move {
            let (name, values) = (json!(self.name), json!(arguments.values()));
            let members = format!(r#""name":{name},"arguments":{values}"#);
            let request = ForwardedRequest::new(&context, "prompts/get", &self.name, members);
            prompt_output(&self.route.request(request).await?)
        })
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let reference = json!({"type": "ref/prompt", "name": self.name});
        let argument = argument.to_owned();
        Box::pin(self.completed(context, reference, argument, completion))
    }
}
