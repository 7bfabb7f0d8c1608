//! `completion/complete`: completes an argument of a prompt or a variable of a resource template.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use serde_json::json;

use super::{dispatcher::Dispatcher, exchange::Exchange};
use crate::{
    core::{BoxFuture, Completion, ToolError},
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
        let snapshot = &exchange.snapshot;
        // Not the code for a resource that cannot be read: an unknown reference is an invalid
        // parameter.
        let unknown = |kind, name: &str| {
            RpcError::invalid_params(ToolError::not_found(kind, name).to_string())
        };
        let values = match &**reference {
            Reference::Prompt { name } => {
                let prompt = snapshot
                    .prompt(name)
                    .ok_or_else(|| unknown("prompt", name))?;
                prompt.complete(&argument.name, completion)
            }
            Reference::Resource { uri } => {
                let resource = snapshot
                    .resource(uri)
                    .ok_or_else(|| unknown("resource", uri))?;
                resource.complete(&argument.name, completion)
            }
        };
        let mut values = self.in_time(exchange, values).await?;
        let total = values.len();
        values.truncate(MAX_VALUES);
        Outcome::complete(&json!({
            "completion": {"values": values, "total": total, "hasMore": total > MAX_VALUES},
        }))
    }

    /// Awaits the values. Returns none if that takes too long, and an error if it panics.
    async fn in_time(
        &self,
        exchange: &Exchange<'_>,
        values: BoxFuture<'_, Vec<String>>,
    ) -> Result<Vec<String>, RpcError> {
        let values = AssertUnwindSafe(values).catch_unwind();
        let in_time = tokio::time::timeout(self.settings.timeout, values).await;
        in_time.unwrap_or_else(|_| Ok(Vec::new())).map_err(|_| {
            RpcError::of(
                &ToolError::failed("the handler panicked"),
                exchange.era.revision(),
            )
        })
    }
}
