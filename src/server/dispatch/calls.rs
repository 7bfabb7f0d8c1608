//! `tools/call`: at once, in rounds of questions, or as a task.

use std::{future::Future, pin::Pin, sync::Arc};

use serde::Serialize;
use serde_json::value::RawValue;

use super::{Dispatcher, Exchange, inputs::Caller};
use crate::{
    core::{Arguments, BoxFuture, Content, TaskSupport, Tool, ToolError, ToolOutput},
    server::{
        peer::{Paused, RequestPeer, run_until_paused},
        protocol::{Outcome, Revision, RpcError},
        request_state::Binding,
        task::Task,
    },
};

type Answer = Result<ToolOutput, ToolError>;

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
        let tool = self
            .executor
            .find(name)
            .map_err(|error| RpcError::of(&error, revision))?;
        let support = tool.definition().task_support();
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
        let work = self.work(exchange, &caller, tool);
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
        exchange: &Exchange<'_>,
        caller: &Caller,
        tool: Arc<dyn Tool>,
    ) -> BoxFuture<'static, Answer> {
        let context = self.context(exchange, caller);
        let arguments = exchange.request.params.arguments.clone();
        let arguments = arguments.map_or_else(Arguments::default, Arguments::from_json);
        let executor = self.executor.clone();
        Box::pin(async move { executor.run(context, tool, arguments).await })
    }

    async fn call_in_rounds(
        &self,
        mut work: BoxFuture<'static, Answer>,
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
        work: BoxFuture<'static, Answer>,
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
    work: Pin<Box<dyn Future<Output = Answer> + Send>>,
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
fn written(answer: Answer, revision: Revision) -> Result<Outcome, RpcError> {
    let output = match answer {
        Ok(output) => output,
        Err(error @ (ToolError::Refused(_) | ToolError::Cancelled)) => {
            return Err(RpcError::of(&error, revision));
        }
        Err(error @ ToolError::MissingCapability { .. }) if revision.is_modern() => {
            return Err(RpcError::of(&error, revision));
        }
        Err(error) => ToolOutput::error(error.to_string()),
    };
    let result = CallToolResult {
        content: &output.content,
        structured_content: output.structured.as_deref(),
        is_error: output.is_error,
    };
    Ok(Outcome::complete(&result)?.with_meta(output.meta))
}
