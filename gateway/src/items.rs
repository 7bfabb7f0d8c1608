//! A tool, a resource and a prompt of another server, as the catalogue has them.

use std::{sync::Arc, time::Duration};

use serde_json::{json, value::RawValue};
use toolwright::{
    Arguments, BoxFuture, Context, Prompt, PromptDef, Resource, ResourceDef, Tool, ToolDef,
    ToolError, ToolOutput,
    client::ConnectionError,
    prompt::{Completion, PromptOutput, Variables},
    resource::ResourceOutput,
    schema::mirrored_headers,
    tool::Permitted,
};
use toolwright_base::Backoff;

use crate::{
    exchange::{Exchange, ItemRequest},
    result::{completions, prompt_output, resource_output, tool_error, tool_output},
    upstream::{MAX_ATTEMPTS, Upstream},
};

/// The pauses before a request is sent again.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));

/// Something that another server offers, with the definition that it has here.
pub(crate) struct RemoteItem<D> {
    pub(crate) upstream: Arc<Upstream>,
    /// The name there, or the URI.
    pub(crate) name: String,
    pub(crate) definition: D,
}

impl<D> RemoteItem<D> {
    /// Sends a request, again if it surely did not run or can be repeated, up to three times.
    async fn request(&self, request: ItemRequest<'_>) -> Result<Box<RawValue>, ToolError> {
        let (upstream, mut failures) = (&self.upstream, 0);
        let failed = |error| tool_error(&upstream.config.name, error);
        loop {
            let connection = upstream.connection().await?;
            let _turn = upstream.turn(&connection).await;
            if let Some(level) = request.context.log_level() {
                upstream.request_logs(&connection, level).await;
            }
            let exchange = Exchange {
                request: &request,
                connection: &connection,
                may_ask: upstream.config.trust.questions,
            };
            let error = match exchange.run().await {
                Ok(result) => {
                    upstream.report_useful();
                    return Ok(result);
                }
                Err(error) if error.is_transient() => error,
                Err(error) => return Err(failed(error)),
            };
            if !matches!(error, ConnectionError::Busy { .. }) {
                upstream.report_lost(&connection);
            }
            failures += 1;
            let may_repeat = error.was_not_sent() || request.is_repeatable;
            if !may_repeat || failures > MAX_ATTEMPTS {
                return Err(failed(error));
            }
            tokio::time::sleep(pause(&error, failures)).await;
        }
    }

    async fn complete(
        &self,
        context: Context,
        reference: serde_json::Value,
        argument: String,
        completion: Completion,
    ) -> Vec<String> {
        let argument = json!({"name": argument, "value": completion.value});
        let members = format!(
            r#""ref":{reference},"argument":{argument},"context":{}"#,
            json!({"arguments": completion.arguments})
        );
        let request = ItemRequest::new(&context, "completion/complete", &self.name, members);
        // A person who is typing needs no error.
        let result = self.request(request).await;
        result.map_or_else(|_| Vec::new(), |result| completions(&result))
    }
}

/// Returns the pause before the next attempt: what the server wants, or longer each time.
fn pause(error: &ConnectionError, failures: u32) -> Duration {
    let wanted = match error {
        ConnectionError::Busy { retry_after, .. } => *retry_after,
        _ => None,
    };
    wanted.unwrap_or_else(|| BACKOFF.pause(failures))
}

impl Tool for RemoteItem<ToolDef> {
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
            let request = ItemRequest {
                parameters: mirrored_headers(self.definition.input_schema(), arguments.as_str()),
                is_repeatable: hints.read_only == Some(true) || hints.idempotent == Some(true),
                ..ItemRequest::new(&context, "tools/call", &self.name, members)
            };
            tool_output(&self.request(request).await?)
        })
    }
}

impl Resource for RemoteItem<ResourceDef> {
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
            let request = ItemRequest::new(&context, "resources/read", uri, members);
            resource_output(&self.request(request).await?)
        })
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let reference = json!({"type": "ref/resource", "uri": self.name});
        Box::pin(self.complete(context, reference, argument.to_owned(), completion))
    }
}

impl Prompt for RemoteItem<PromptDef> {
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
            let request = ItemRequest::new(&context, "prompts/get", &self.name, members);
            prompt_output(&self.request(request).await?)
        })
    }

    fn complete(
        &self,
        context: Context,
        argument: &str,
        completion: Completion,
    ) -> BoxFuture<'_, Vec<String>> {
        let reference = json!({"type": "ref/prompt", "name": self.name});
        Box::pin(self.complete(context, reference, argument.to_owned(), completion))
    }
}
