//! `expression`: evaluates a Python expression in the sandbox of `calculator`.
//!
//! ```json
//! {"type": "expression", "config": {"expression": "num1 * num2"}, "parameters": [
//!     {"name": "num1", "type": "number"}, {"name": "num2", "type": "number"}]}
//! ```
//!
//! In place of one expression there may be statements that end in `result = …`. The limits are those
//! of the engine: 10 KB of code, 0.2 s, 16 MB; no `import`, no files, no network.

use toolwright::{BoxFuture, Context, ToolError, tool::Permitted};
use toolwright_engines::expression::{Analysis, ExpressionError, Expressions, Form};

use super::{
    answer::Answer,
    engines::Engines,
    run::{Interface, Run},
};
use crate::{
    jsonc::Fields,
    parameters::{InputArguments, Parameters},
};

/// An expression that uses the parameters of its tool, and nothing else.
#[derive(Debug, Clone)]
pub(crate) struct ExpressionConfig {
    text: String,
    form: Form,
}

impl ExpressionConfig {
    pub(super) fn read(config: &Fields<'_>, parameters: &Parameters) -> Option<Self> {
        let node = config.required(&["expression", "definition"])?;
        let text = node.words()?;
        let analysis = match Analysis::of(text) {
            Ok(analysis) => analysis,
            Err(error) => {
                node.problem(error.to_string());
                return None;
            }
        };
        let names = analysis.names.iter().map(String::as_str);
        parameters.check_names(&node, names, ToOwned::to_owned);
        for parameter in parameters.iter() {
            if !analysis.names.contains(&parameter.name) {
                node.problem(format!("the parameter `{}` is not used", parameter.name));
            }
        }
        Some(Self {
            text: text.to_owned(),
            form: analysis.form,
        })
    }

    #[expect(clippy::unused_self, reason = "every kind has it")]
    pub(super) fn interface(&self) -> Interface {
        Interface::of_reading()
    }

    pub(super) fn build(&self, engines: &Engines) -> Box<dyn Run> {
        Box::new(ExpressionRun {
            config: self.clone(),
            expressions: engines.expressions.clone(),
        })
    }
}

struct ExpressionRun {
    config: ExpressionConfig,
    expressions: Expressions,
}

impl Run for ExpressionRun {
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            let _turn = self.expressions.turn(context.client().caller()).await;
            let ExpressionConfig { text, form } = &self.config;
            match self.expressions.run(text, *form, &arguments).await {
                Ok(value) => Answer::value(&value),
                Err(error @ ExpressionError::Unavailable(_)) => {
                    Err(ToolError::unavailable(error.to_string()))
                }
                Err(error) => Err(error.into()),
            }
        })
    }
}
