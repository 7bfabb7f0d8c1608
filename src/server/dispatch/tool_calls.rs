//! `tools/call`: at once, in rounds of questions, or as a task.

use std::{future::Future, pin::Pin, sync::Arc};

use serde::Serialize;
use serde_json::{json, value::RawValue};

use super::{dispatcher::Dispatcher, exchange::Exchange, input_rounds::Caller};
use crate::{
    core::{Arguments, BoxFuture, Content, Context, TaskSupport, ToolError, ToolOutput},
    executor::{Execution, Permit},
    server::{
        client_state::{Binding, Task},
        peer::{Paused, RequestPeer, run_until_paused},
        protocol::{Outcome, Revision, RpcError},
    },
};

/// The key of a result's `_meta` that tells what was changed in the arguments.
const REPAIRS: &str = "toolwright/repairs";
/// The key of a result's `_meta` that tells when to come again.
const RETRY_AFTER: &str = "toolwright/retryAfterMs";

/// A tool's answer, as the protocol writes it.
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
        let binding = Binding::new("tools/call", name, params.arguments.as_deref());
        let caller = self.caller(
            exchange,
            &binding,
            knows_tasks && support == TaskSupport::OnDemand,
        )?;
        let work = self.work(self.context(exchange, &caller), permit, arguments);
        match caller {
            Caller::Request(peer) if knows_tasks && is_at_once(support) => {
                self.start_task(work, &peer, revision)
            }
            Caller::Request(peer) => self.call_in_rounds(work, &peer, &binding, revision).await,
            Caller::Session(_) => written(work.await, revision),
        }
    }

    /// The call itself, free of what it was made from, so that it can outlive the request.
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
        mut work: BoxFuture<'static, Execution>,
        peer: &Arc<RequestPeer>,
        binding: &Binding<'_>,
        revision: Revision,
    ) -> Result<Outcome, RpcError> {
        match run_until_paused(work.as_mut(), peer).await {
            Paused::Done(answer) => written(answer, revision),
            Paused::Asking => self.input_required(peer, binding),
            Paused::Background => self.start_task(work, peer, revision),
        }
    }

    /// Lets the call go on in the background, and tells the client where.
    fn start_task(
        &self,
        work: BoxFuture<'static, Execution>,
        peer: &Arc<RequestPeer>,
        revision: Revision,
    ) -> Result<Outcome, RpcError> {
        let task = self.tasks.create()?;
        peer.become_task(Arc::clone(&task));
        let summary = task.summary();
        tokio::spawn(run_task(task, work, revision));
        Outcome::of_type("task", &summary)
    }
}

async fn run_task(
    task: Arc<Task>,
    work: Pin<Box<dyn Future<Output = Execution> + Send>>,
    revision: Revision,
) {
    let answer = tokio::select! {
        answer = work => answer,
        () = task.cancelled() => return,
    };
    let result = written(answer, revision).map(|outcome| {
        let text = String::from_utf8(outcome.into_object(None)).unwrap_or_default();
        RawValue::from_string(text).unwrap_or_default()
    });
    task.finish(result);
}

const fn is_at_once(support: TaskSupport) -> bool {
    matches!(support, TaskSupport::Optional | TaskSupport::Required)
}

/// The answer as a result. What the model can mend is a result that says so; what it cannot is an error.
fn written(execution: Execution, revision: Revision) -> Result<Outcome, RpcError> {
    let (id, repairs) = (execution.id, execution.repairs);
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

/// A failure that the model reads. Programs find in `_meta` when to come again.
fn failure(error: &ToolError) -> ToolOutput {
    let mut output = ToolOutput::error(error.to_string());
    if let ToolError::RateLimited { retry_after } = error {
        let milliseconds = u64::try_from(retry_after.as_millis()).unwrap_or(u64::MAX);
        output.meta.insert(RETRY_AFTER.into(), milliseconds.into());
    }
    output
}
