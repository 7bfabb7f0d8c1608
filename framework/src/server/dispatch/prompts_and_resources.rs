//! `prompts/get` and `resources/read`.

use std::{future::Future, pin::pin, sync::Arc};

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
            Outcome::complete(&json!({"description": description, "messages": output.messages}))
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
