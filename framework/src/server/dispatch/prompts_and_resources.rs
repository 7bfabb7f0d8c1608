//! Methods of resources, prompts, completions and tasks.

use std::{future::Future, pin::pin, sync::Arc};

use serde_json::json;

use super::{
    dispatcher::Dispatcher,
    era::Exchange,
    input_rounds::{ClientPeer, read_responses},
};
use crate::{
    core::{Completion, PromptOutput, ResourceOutput, ToolError, Variables},
    server::{
        client_state::{RequestBinding, Task},
        peer::{RoundEnd, run_round},
        protocol::{Outcome, Reference, RpcError, missing},
    },
};

impl Dispatcher {
    pub(super) async fn get_prompt(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let name = exchange.request.params.name()?;
        let permit = self
            .executor
            .permit_prompt(exchange.era.client(), name)
            .await
            .map_err(|error| RpcError::of(&error, exchange.era.revision()))?;
        let arguments = Variables::new(exchange.request.params.text_arguments()?);
        let binding = RequestBinding::new(
            "prompts/get",
            name,
            exchange.request.params.arguments.as_deref(),
        )
        .of_caller(exchange.era.client());
        let client = self.client_peer(exchange, &binding, false)?;
        let context = self.context(exchange, &client);
        let prompt = Arc::clone(permit.item());
        let description = prompt.definition().description();
        let work = self.executor.get_prompt(permit, context, arguments);
        self.in_rounds(exchange, client, &binding, work, |output: PromptOutput| {
            let described = output.description.as_deref().unwrap_or(description);
            let result = json!({"description": described, "messages": output.messages});
            Ok(Outcome::complete(&result)?.with_meta(output.meta))
        })
        .await
    }

    pub(super) async fn read_resource(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        let permit = self
            .executor
            .permit_resource(exchange.era.client(), uri)
            .await
            .map_err(|error| RpcError::of(&error, exchange.era.revision()))?;
        let binding =
            RequestBinding::new("resources/read", uri, None).of_caller(exchange.era.client());
        let client = self.client_peer(exchange, &binding, false)?;
        let context = self.context(exchange, &client);
        let work = self.executor.read(permit, context);
        let modern = exchange.era.is_modern();
        self.in_rounds(
            exchange,
            client,
            &binding,
            work,
            |output: ResourceOutput| {
                let mut result = json!({"contents": output.contents});
                if modern {
                    result["ttlMs"] = json!(0);
                    result["cacheScope"] = json!("private");
                }
                Outcome::complete(&result)
            },
        )
        .await
    }

    /// Runs `work`. If it asks the client, returns the questions instead of its output.
    async fn in_rounds<T>(
        &self,
        exchange: &Exchange<'_>,
        client: ClientPeer,
        binding: &RequestBinding<'_>,
        work: impl Future<Output = Result<T, ToolError>>,
        write: impl FnOnce(T) -> Result<Outcome, RpcError>,
    ) -> Result<Outcome, RpcError> {
        let answer = match client {
            ClientPeer::Session(_) => work.await,
            ClientPeer::Request { peer, .. } => match run_round(pin!(work), &peer).await {
                RoundEnd::Done(answer) => answer,
                RoundEnd::InputRequired | RoundEnd::Background => {
                    return self.input_required(&peer, binding);
                }
            },
        };
        write(answer.map_err(|error| RpcError::of(&error, exchange.era.revision()))?)
    }
}

/// The largest number of values in a result, as the specification sets it.
const MAX_VALUES: usize = 100;

impl Dispatcher {
    pub(super) async fn complete(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let params = &exchange.request.params;
        let reference = params.reference.as_ref().ok_or_else(|| missing("ref"))?;
        let argument = params
            .argument
            .as_ref()
            .ok_or_else(|| missing("argument"))?;
        let others = params
            .context
            .as_ref()
            .map(|context| context.arguments.clone());
        let completion = Completion::new(argument.value.clone(), others.unwrap_or_default());
        let values = self.values(exchange, reference, &argument.name, completion);
        let mut values = match values.await {
            Ok(values) => values,
            // A person who is typing does not wait for a late completion, and needs no error.
            Err(ToolError::Timeout(_)) => Vec::new(),
            // Not the code for a resource that cannot be read: an unknown reference is an invalid
            // parameter.
            Err(error @ (ToolError::NotFound(_) | ToolError::Denied(_))) => {
                return Err(RpcError::invalid_params(error.to_string()));
            }
            Err(error) => return Err(RpcError::of(&error, exchange.era.revision())),
        };
        let total = values.len();
        values.truncate(MAX_VALUES);
        Outcome::complete(&json!({
            "completion": {"values": values, "total": total, "hasMore": total > MAX_VALUES},
        }))
    }

    /// Returns the values that complete an argument of `reference`.
    async fn values(
        &self,
        exchange: &Exchange<'_>,
        reference: &Reference,
        argument: &str,
        completion: Completion,
    ) -> Result<Vec<String>, ToolError> {
        let (executor, client) = (&self.executor, exchange.era.client());
        let context = self.context_without_questions(exchange);
        match reference {
            Reference::Prompt { name } => {
                let permit = executor.permit_prompt(client, name).await?;
                let values = executor.complete_prompt(permit, context, argument, completion);
                values.await
            }
            Reference::Resource { uri } => {
                let permit = executor.permit_template(client, uri).await?;
                let values = executor.complete_template(permit, context, argument, completion);
                values.await
            }
        }
    }
}

impl Dispatcher {
    pub(super) fn get_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        Outcome::complete(&self.find_task(exchange)?.detail())
    }

    pub(super) fn update_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let task = self.find_task(exchange)?;
        let responses = exchange.request.params.input_responses.as_ref();
        let responses = responses.ok_or_else(|| missing("inputResponses"))?;
        let responses = read_responses(Some(responses))?;
        task.answer(responses.into_iter().collect());
        Ok(Outcome::empty())
    }

    pub(super) fn cancel_task(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        self.find_task(exchange)?.cancel();
        Ok(Outcome::empty())
    }

    /// Returns the task that a request names. A task of another caller is unknown.
    fn find_task(&self, exchange: &Exchange<'_>) -> Result<Arc<Task>, RpcError> {
        let id = exchange.request.params.task_id()?;
        let found = self.tasks.find(id);
        found
            .filter(|task| task.belongs_to(exchange.era.client()))
            .ok_or_else(|| RpcError::invalid_params(format!("unknown task `{id}`")))
    }
}
