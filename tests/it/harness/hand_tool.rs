//! Tools written by hand, so that a test can give them what it watches.

use std::{future::Future, sync::Arc};

use serde_json::Value;
use toolwright::{
    Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput, tool::Permitted,
};

type Work =
    dyn Fn(Context, Value) -> BoxFuture<'static, Result<ToolOutput, ToolError>> + Send + Sync;

struct HandTool {
    definition: ToolDef,
    work: Box<Work>,
}

impl Tool for HandTool {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn call(
        &self,
        context: Context,
        arguments: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        match arguments.to_value() {
            Ok(arguments) => (self.work)(context, arguments),
            Err(error) => Box::pin(std::future::ready(Err(error.into()))),
        }
    }
}

/// A tool of this name.
pub(crate) fn tool<F, R>(name: &str, work: F) -> Arc<dyn Tool>
where
    F: Fn(Context, Value) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    defined_tool(ToolDef::new(name, "A tool of a test."), work)
}

/// A tool with this definition.
pub(crate) fn defined_tool<F, R>(definition: ToolDef, work: F) -> Arc<dyn Tool>
where
    F: Fn(Context, Value) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    Arc::new(HandTool {
        definition,
        work: Box::new(move |context, arguments| Box::pin(work(context, arguments))),
    })
}
