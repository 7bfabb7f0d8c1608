//! [`RegisteredTool`]: a definition as a tool that can be called.

use toolwright::{
    Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput, call::confirm,
    tool::Permitted,
};

use crate::{
    kinds::{Engines, Run},
    parameters::{ArgumentCheck, Parameters, Template, text_of},
    spec::ToolSpec,
};

/// A definition as a tool that can be called.
pub(crate) struct RegisteredTool {
    definition: ToolDef,
    parameters: Parameters,
    check: ArgumentCheck,
    confirm: Option<Template>,
    is_wrapped: bool,
    run: Box<dyn Run>,
}

impl RegisteredTool {
    /// Builds the tool of a definition.
    pub(crate) fn build(spec: &ToolSpec, engines: &Engines) -> Self {
        let (definition, is_wrapped) = spec.definition();
        Self {
            definition,
            parameters: spec.parameters(),
            check: ArgumentCheck::default(),
            confirm: spec.confirm().cloned(),
            is_wrapped,
            run: spec.config().build(engines),
        }
    }
}

impl Tool for RegisteredTool {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn accepts(&self, arguments: &Arguments) -> Result<(), ToolError> {
        self.check
            .read(&self.definition, &self.parameters, arguments)
            .map(drop)
    }

    fn call<'a>(
        &'a self,
        context: Context,
        arguments: Arguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        if self.confirm.is_none()
            && let Some(tool) = self.run.same_tool()
        {
            return tool.call(context, arguments, permitted);
        }
        Box::pin(async move {
            let arguments = self
                .check
                .read(&self.definition, &self.parameters, &arguments)?;
            if let Some(question) = &self.confirm {
                let message = question.fill(|name| text_of(arguments.get(name)));
                confirm(&context, message).await?;
            }
            self.run
                .run(context, arguments, permitted)
                .await?
                .into_output(self.is_wrapped)
        })
    }
}
