//! `prompts/get` and `resources/read`.

use std::{future::Future, pin::pin};

use serde_json::json;

use super::{dispatcher::Dispatcher, exchange::Exchange, input_rounds::ClientPeer};
use crate::{
    core::{PromptOutput, ResourceOutput, ToolError, Variables},
    server::{
        client_state::RequestBinding,
        peer::{RoundEnd, run_round},
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
        let binding = RequestBinding::new(
            "prompts/get",
            name,
            exchange.request.params.arguments.as_deref(),
        );
        let client = self.client_peer(exchange, &binding, false)?;
        let context = self.context(exchange, &client);
        let work = self
            .executor
            .guard(context, |context| prompt.get(context, arguments));
        let description = prompt.definition().description();
        self.in_rounds(exchange, client, &binding, work, |output: PromptOutput| {
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
        let binding = RequestBinding::new("resources/read", uri, None);
        let client = self.client_peer(exchange, &binding, false)?;
        let context = self.context(exchange, &client);
        let work = self.executor.guard(context, |context| found.read(context));
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
