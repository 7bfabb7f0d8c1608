//! `expression`: evaluates a Python expression in the sandbox of `calculator`.
//!
//! ```json
//! {"type": "expression", "config": {"expression": "num1 * num2"}, "parameters": [
//!     {"name": "num1", "type": "number"}, {"name": "num2", "type": "number"}]}
//! ```
//!
//! A parameter that is not required and has no default is `None` if a call leaves it out.
//!
//! In place of one expression there may be statements that end in `result = …`. The limits are those
//! of the engine: 10 KB of code, 0.2 s, 16 MB; no `import`, no files, no network.

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::Value;
use toolwright::{BoxFuture, Context, ToolError, schema::Schema, tool::Permitted};
use toolwright_engines::expression::{Analysis, ExpressionError, Expressions, Form};

use super::{
    config_schema::config_schema_of,
    interface::Interface,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
};
use crate::{
    jsonc::Fields,
    parameters::{InputArguments, Parameters},
    texts,
};

/// The kind `expression`.
#[derive(Debug)]
pub(super) struct ExpressionKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ExpressionFields {
    /// One Python expression, or statements that end in `result = …`.
    expression: String,
}

impl Kind for ExpressionKind {
    fn name(&self) -> &'static str {
        "expression"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<ExpressionFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        Some(Arc::new(ExpressionConfig::read(config, around.parameters)?))
    }

    /// A database of custom tools calls an expression so. A Python function is `python`.
    fn spellings(&self) -> &'static [&'static str] {
        &["PYTHON"]
    }

    fn text_field(&self) -> Option<&'static str> {
        Some("expression")
    }
}

/// An expression that uses the parameters of its tool, and nothing else.
#[derive(Debug, Clone)]
struct ExpressionConfig {
    text: String,
    form: Form,
    /// The names of the parameters.
    names: Vec<String>,
}

impl ExpressionConfig {
    fn read(config: &Fields<'_>, parameters: &Parameters) -> Option<Self> {
        let node = config.required(&["expression", "definition"])?;
        let text = node.words()?;
        let analysis = match Analysis::of(text) {
            Ok(analysis) => analysis,
            Err(error) => {
                node.problem(error.text());
                return None;
            }
        };
        let names = analysis.names.iter().map(String::as_str);
        parameters.check_names(&node, names, ToOwned::to_owned);
        for parameter in parameters.iter() {
            if !analysis.names.contains(&parameter.name) {
                node.problem(texts::parameter_not_used(&parameter.name));
            }
        }
        Some(Self {
            text: text.to_owned(),
            form: analysis.form,
            names: parameters.iter().map(|one| one.name.clone()).collect(),
        })
    }
}

impl KindConfig for ExpressionConfig {
    fn interface(&self) -> Interface {
        Interface::of_reading()
    }

    fn build(&self, engines: &Engines) -> Box<dyn Run> {
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
        mut arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            let _turn = self.expressions.turn(context.client().caller()).await;
            let ExpressionConfig { text, form, names } = &self.config;
            for name in names {
                // An argument that is left out is `None`, as it is NULL in a query.
                arguments.entry(name).or_insert(Value::Null);
            }
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
