//! `tools/call`: in one go, in rounds of questions, or as a task.

use std::{future::Future, pin::Pin, sync::Arc};

use serde::Serialize;
use serde_json::{json, value::RawValue};

use super::{dispatcher::Dispatcher, era::Exchange, input_rounds::ClientPeer};
use crate::{
    core::{Arguments, BoxFuture, Content, Context, ErrorKind, TaskSupport, ToolError, ToolOutput},
    executor::{Execution, Permit},
    server::{
        client_state::{RequestBinding, Task},
        peer::{RequestPeer, RoundEnd, run_round},
        protocol::{Outcome, Revision, RpcError},
    },
};

/// The key in a result's `_meta` for the repairs that were made to the arguments.
const REPAIRS: &str = "toolwright/repairs";
/// The key in a result's `_meta` for the kind of a failure of a governed call.
const ERROR_KIND: &str = "toolwright/errorKind";
/// The key in a result's `_meta` for the time after which the client may retry.
const RETRY_AFTER: &str = "toolwright/retryAfterMs";

/// The result of `tools/call`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a> {
    content: &'a [Content],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_error: bool,
}

impl Dispatcher {
    pub(super) async fn call_tool(&self, exchange: &Exchange<'_>) -> Result<Outcome, RpcError> {
        let revision = exchange.era.revision();
        let params = &exchange.request.params;
        let name = params.name()?;
        let arguments = params.arguments.clone();
        let arguments = arguments.map_or_else(Arguments::default, Arguments::from_json);
        let permit = self
            .executor
            .permit(exchange.era.client(), name, &arguments)
            .await
            .map_err(|error| RpcError::of(&error, revision))?;
        let support = permit.tool().definition().task_support();
        let knows_tasks = exchange.era.is_modern() && exchange.era.client().capabilities.tasks;
        if support == TaskSupport::Required && !knows_tasks {
            return Err(RpcError::tasks_required());
        }
        let binding = RequestBinding::new("tools/call", name, params.arguments.as_deref())
            .of_caller(exchange.era.client());
        let client = self.client_peer(
            exchange,
            &binding,
            knows_tasks && support == TaskSupport::OnDemand,
        )?;
        let work = self.work(self.context(exchange, &client), permit, arguments);
        match client {
            ClientPeer::Request { peer, .. } if knows_tasks && starts_as_task(support) => {
                self.start_task(exchange, work, &peer)
            }
            ClientPeer::Request { peer, .. } => {
                self.call_in_rounds(exchange, work, &peer, &binding).await
            }
            ClientPeer::Session(_) => outcome_of(work.await, revision),
        }
    }

    /// Returns the call as a future that borrows nothing, so that it can outlive the request.
    fn work(
        &self,
        context: Context,
        permit: Permit,
        arguments: Arguments,
    ) -> BoxFuture<'static, Execution> {
        let executor = self.executor.clone();
        Box::pin(async move { executor.run(permit, context, arguments).await })
    }

    async fn call_in_rounds(
        &self,
        exchange: &Exchange<'_>,
        mut work: BoxFuture<'static, Execution>,
        peer: &Arc<RequestPeer>,
        binding: &RequestBinding<'_>,
    ) -> Result<Outcome, RpcError> {
        match run_round(work.as_mut(), peer).await {
            RoundEnd::Done(answer) => outcome_of(answer, exchange.era.revision()),
            RoundEnd::InputRequired => self.input_required(peer, binding),
            RoundEnd::Background => self.start_task(exchange, work, peer),
        }
    }

    /// Runs the rest of the call as a task, and returns the task's id to the client.
    fn start_task(
        &self,
        exchange: &Exchange<'_>,
        work: BoxFuture<'static, Execution>,
        peer: &Arc<RequestPeer>,
    ) -> Result<Outcome, RpcError> {
        let task = self.tasks.create(exchange.era.client())?;
        peer.become_task(Arc::clone(&task));
        let summary = task.summary();
        let (tasks, revision) = (self.tasks.clone(), exchange.era.revision());
        let counted_body = exchange.channel.take_counted_body();
        tokio::spawn(async move {
            let result = run_task(&task, work, revision).await;
            drop(counted_body);
            if let Some(result) = result {
                tasks.finish(&task, result);
            }
        });
        Outcome::of_type("task", &summary)
    }
}

/// Runs the work of a task, and returns its result unless the task is cancelled.
async fn run_task(
    task: &Task,
    work: Pin<Box<dyn Future<Output = Execution> + Send>>,
    revision: Revision,
) -> Option<Result<Box<RawValue>, RpcError>> {
    let answer = tokio::select! {
        answer = work => answer,
        () = task.cancelled() => return None,
    };
    Some(outcome_of(answer, revision).map(|outcome| {
        let text = String::from_utf8(outcome.into_object(None)).unwrap_or_default();
        RawValue::from_string(text).unwrap_or_default()
    }))
}

const fn starts_as_task(support: TaskSupport) -> bool {
    matches!(support, TaskSupport::Optional | TaskSupport::Required)
}

/// Converts the end of a call. A failure that the model can react to becomes a result with
/// `isError`, any other one a JSON-RPC error.
fn outcome_of(execution: Execution, revision: Revision) -> Result<Outcome, RpcError> {
    let (id, repairs) = (execution.id, execution.repairs);
    let kind = failure_kind(&execution.answer);
    let mut output = match execution.answer {
        Ok(output) => output,
        Err(error @ (ToolError::Refused(_) | ToolError::Cancelled)) => {
            return Err(RpcError::of(&error, revision));
        }
        Err(error @ ToolError::MissingCapability { .. }) if revision.is_modern() => {
            return Err(RpcError::of(&error, revision));
        }
        Err(error) => failure(&error),
    };
    if let Some(kind) = kind.filter(|_| id.is_some()) {
        output.meta.insert(ERROR_KIND.into(), kind.as_str().into());
    }
    if !repairs.is_empty() {
        output.meta.insert(REPAIRS.into(), json!(repairs));
    }
    let result = CallToolResult {
        content: &output.content,
        structured_content: output.structured.as_deref(),
        is_error: output.is_error,
    };
    Ok(Outcome::complete(&result)?
        .with_meta(output.meta)
        .with_execution(id))
}

/// Returns the kind of a failure.
fn failure_kind(answer: &Result<ToolOutput, ToolError>) -> Option<ErrorKind> {
    match answer {
        Ok(output) => {
            let kind = output.error_kind.unwrap_or(ErrorKind::ToolExecutionError);
            output.is_error.then_some(kind)
        }
        Err(error) => Some(error.kind()),
    }
}

/// Creates the result of a failure. If the call was rate limited, `_meta` has the time to retry
/// after.
fn failure(error: &ToolError) -> ToolOutput {
    let mut output = ToolOutput::error(error.to_string());
    if let ToolError::RateLimited { retry_after } = error {
        let milliseconds = u64::try_from(retry_after.as_millis()).unwrap_or(u64::MAX);
        output.meta.insert(RETRY_AFTER.into(), milliseconds.into());
    }
    output
}
