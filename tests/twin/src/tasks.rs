//! The tools that work in the background.

use rmcp::{
    ErrorData,
    handler::server::tool::ToolCallContext,
    model::{CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, CreateTaskResult},
    task_manager::{TaskExit, TaskOptions},
};

use crate::twin::Twin;

type Answer = Result<CallToolResponse, ErrorData>;

/// How long a task is kept and how often to poll it: the values of the other server.
fn options() -> TaskOptions {
    let mut options = TaskOptions::default();
    options.ttl_ms = Some(3_600_000);
    options.poll_interval_ms = Some(500);
    options
}

fn knows_tasks(context: &ToolCallContext<'_, Twin>) -> bool {
    let capabilities = context.request_context.client_capabilities();
    capabilities.is_some_and(|capabilities| capabilities.supports_tasks())
}

/// Works in the background if the client supports tasks, and otherwise answers at once.
pub fn job(context: &ToolCallContext<'_, Twin>) -> Answer {
    let result = CallToolResult::success(vec![ContentBlock::text("worked")]);
    if !knows_tasks(context) {
        return Ok(result.into());
    }
    let tasks = &context.service.tasks;
    let task = tasks.spawn(options(), |_| Box::pin(async { Ok(result) }));
    Ok(CreateTaskResult::new(task).into())
}

/// Waits until it is cancelled; only as a task.
pub fn hard_job(context: &ToolCallContext<'_, Twin>) -> Answer {
    if !knows_tasks(context) {
        return Err(ErrorData::missing_required_client_capability(
            ClientCapabilities::builder().enable_tasks().build(),
        ));
    }
    let task = context.service.tasks.spawn(options(), |task| {
        Box::pin(async move {
            task.cancelled().await;
            Err(TaskExit::Cancelled)
        })
    });
    Ok(CreateTaskResult::new(task).into())
}
