//! `shout`: a kind of tool that no crate of the project knows.
//!
//! ```json
//! {"type": "shout", "config": {"suffix": "!"}}
//! ```
//!
//! A call returns its text in capital letters, with the suffix behind it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::{Value, json};
use toolwright::{
    BoxFuture, Context, ToolError,
    schema::{InputSchema, Parameter, Schema},
    tool::Permitted,
};
use toolwright_registry::{
    Engines,
    kinds::{
        Answer, Fields, InputArguments, Interface, Kind, KindConfig, Parameters, Run, Surroundings,
        config_schema_of,
    },
};

/// The most characters of a suffix.
const MAX_SUFFIX: usize = 3;

/// The kind `shout`.
#[derive(Debug)]
pub struct Shout;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ShoutFields {
    /// What each text ends with.
    #[schemars(length(max = 3))]
    suffix: Option<String>,
}

/// What the texts of one tool end with.
#[derive(Debug, Clone)]
struct ShoutConfig {
    suffix: String,
}

impl Kind for Shout {
    fn name(&self) -> &'static str {
        "shout"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<ShoutFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        if around.parameters.is_declared() {
            config.problem("a `shout` tool has one parameter, `text`");
        }
        let suffix = match config.take(&["suffix"]) {
            None => "",
            Some(node) => {
                let suffix = node.text()?;
                if suffix.chars().count() > MAX_SUFFIX {
                    node.problem(format!("expected at most {MAX_SUFFIX} characters"));
                }
                suffix
            }
        };
        Some(Arc::new(ShoutConfig {
            suffix: suffix.to_owned(),
        }))
    }
}

impl KindConfig for ShoutConfig {
    fn interface(&self) -> Interface {
        let text = Parameter::<String>::new("text").describe("The text to shout.");
        let schema = InputSchema::new().parameter(text).build();
        Interface::of_reading().with_parameters(Parameters::of_schema(schema))
    }

    fn build(&self, _: &Engines) -> Box<dyn Run> {
        Box::new(self.clone())
    }
}

impl Run for ShoutConfig {
    fn run(
        &self,
        _: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        let text = arguments.get("text").and_then(Value::as_str);
        let shouted = text.unwrap_or_default().to_uppercase() + &self.suffix;
        Box::pin(async move { Answer::value(&json!(shouted)) })
    }
}
