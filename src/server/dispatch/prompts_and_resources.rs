//! `prompts/get` and `resources/read`.

use std::{future::Future, pin::pin};

use serde_json::json;

use super::{dispatcher::Dispatcher, exchange::Exchange, input_rounds::Caller};
use crate::{
    core::{PromptOutput, ResourceOutput, ToolError, Variables},
    server::{
        client_state::Binding,
        peer::{Paused, run_until_paused},
        protocol::{Outcome, RpcError},
    },
};

impl Dispatcher {
    pub(super) async fn get_prompt(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let name = exchange.request.params.name()?;
        let snapshot = &exchange.snapshot;
        let prompt = snapshot.prompt(name).ok_or_else(|| {
            RpcError::of(
                &ToolError::not_found("prompt", name),
                exchange.era.revision(),
            )
        })?;
        let arguments = Variables::new(exchange.request.params.text_arguments()?);
        let binding = Binding::new(
            "prompts/get",
            name,
            exchange.request.params.arguments.as_deref(),
        );
        let caller = self.caller(exchange, &binding, false)?;
        let context = self.context(exchange, &caller);
        let work = self
            .executor
            .guard(context, |context| prompt.get(context, arguments));
        let description = prompt.definition().description();
        self.in_rounds(exchange, caller, &binding, work, |output: PromptOutput| {
            Outcome::complete(&json!({"description": description, "messages": output.messages}))
        })
        .await
    }

    pub(super) async fn read_resource(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let uri = exchange.request.params.uri()?;
        let snapshot = &exchange.snapshot;
        let found = snapshot
            .find_resource(uri)
            .map_err(|error| RpcError::of(&error, exchange.era.revision()))?;
        let binding = Binding::new("resources/read", uri, None);
        let caller = self.caller(exchange, &binding, false)?;
        let context = self.context(exchange, &caller);
        let work = self.executor.guard(context, |context| found.read(context));
        let modern = exchange.era.is_modern();
        self.in_rounds(
            exchange,
            caller,
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

    /// Runs `work`, and leaves its questions for the next round where it has some.
    async fn in_rounds<T>(
        &self,
        exchange: &Exchange<'_>,
        caller: Caller,
        binding: &Binding<'_>,
        work: impl Future<Output = Result<T, ToolError>>,
        write: impl FnOnce(T) -> Result<Outcome, RpcError>,
    ) -> Result<Outcome, RpcError> {
        let answer = match caller {
            Caller::Session(_) => work.await,
            Caller::Request(peer) => match run_until_paused(pin!(work), &peer).await {
                Paused::Done(answer) => answer,
                Paused::Asking | Paused::Background => return self.input_required(&peer, binding),
            },
        };
        write(answer.map_err(|error| RpcError::of(&error, exchange.era.revision()))?)
    }
}
