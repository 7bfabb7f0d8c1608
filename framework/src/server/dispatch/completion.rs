//! `completion/complete`: completes an argument of a prompt or a variable of a resource template.

use serde_json::json;

use super::{dispatcher::Dispatcher, exchange::Exchange};
use crate::{
    core::{Completion, ToolError},
    server::protocol::{Outcome, Reference, RpcError, missing},
};

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
