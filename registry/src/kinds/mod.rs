//! The kinds of tools that can be defined at run time, one file each.
//!
//! A [`Kind`] is what the `type` of a definition selects. It has a name, the JSON schema of its
//! `config`, and reads that `config` into a [`KindConfig`], with all mistakes at their places. From
//! the configuration come the [`Interface`] that agents see and the [`Run`] that a call executes. What
//! kinds do, they do with the [`Engines`] that built-in tools use too. [`Kinds`] is the collection of
//! those that a server knows.
//!
//! | kind | what a call does |
//! |---|---|
//! | `builtin` | calls a built-in tool, with some of its arguments fixed, hidden or renamed |
//! | `expression` | evaluates a Python expression in the sandbox of `calculator` |
//! | `http` | sends a request to a web service |
//! | `mcp` | calls a tool of another MCP server |
//! | `python` | calls a Python function, in a process that stays for the next call |
//! | `shell` | runs a program with arguments, never text for a shell |
//! | `sql` | reads a database with a query whose places are bound parameters |
//!
//! # Adding a kind to this crate
//!
//! 1. One file here, or a folder if it is long, in the order of the others: the documentation with an
//!    example of a definition, the kind, the fields of `config` for the schema, the configuration
//!    and how it is read, the [`Run`].
//! 2. One line in the table at the end of this file.
//! 3. Its tests: a sample in `tests/kinds.rs`, which compares the schema with the fields that are read
//!    ([`schema_differences`]), its mistakes in `tests/kind_mistakes.rs`, and calls in the tests of
//!    the server.
//! 4. Its documentation: a line of the table above, and a line or section in `docs/registry.md`.
//!
//! The schema for editors, `GET /api/v1/kinds` and the console follow by themselves.
//!
//! # A kind of another crate
//!
//! Everything that an implementation needs is in this module. [`Kinds::with`] adds the kind;
//! [`FileRegistry::open_with`](crate::FileRegistry::open_with) and [`EngineSettings::kinds`] take the
//! collection.
//!
//! ```
//! use std::sync::Arc;
//!
//! use schemars::JsonSchema;
//! use serde_json::json;
//! use toolwright::{BoxFuture, Context, ToolError, schema::Schema, tool::Permitted};
//! use toolwright_registry::{
//!     Engines, ToolSpec,
//!     kinds::{
//!         Answer, Fields, InputArguments, Interface, Kind, KindConfig, Kinds, Run, Surroundings,
//!         config_schema_of, schema_differences,
//!     },
//! };
//!
//! /// Answers every call with the same text.
//! #[derive(Debug)]
//! struct Constant;
//!
//! /// The fields of `config`, for its schema.
//! #[derive(JsonSchema)]
//! struct ConstantFields {
//!     /// The text of every answer.
//!     text: String,
//! }
//!
//! impl Kind for Constant {
//!     fn name(&self) -> &'static str {
//!         "constant"
//!     }
//!
//!     fn config_schema(&self) -> Schema {
//!         config_schema_of::<ConstantFields>()
//!     }
//!
//!     fn parse(&self, config: &Fields<'_>, _: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
//!         let text = config.required(&["text"])?.words()?;
//!         Some(Arc::new(ConstantConfig(text.to_owned())))
//!     }
//! }
//!
//! #[derive(Debug, Clone)]
//! struct ConstantConfig(String);
//!
//! impl KindConfig for ConstantConfig {
//!     fn interface(&self) -> Interface {
//!         Interface::of_reading()
//!     }
//!
//!     fn build(&self, _: &Engines) -> Box<dyn Run> {
//!         Box::new(self.clone())
//!     }
//! }
//!
//! impl Run for ConstantConfig {
//!     fn run(
//!         &self,
//!         _: Context,
//!         _: InputArguments,
//!         _: Permitted<'_>,
//!     ) -> BoxFuture<'_, Result<Answer, ToolError>> {
//!         Box::pin(async { Answer::value(&json!(self.0)) })
//!     }
//! }
//!
//! let kinds = Kinds::default().with(Arc::new(Constant))?;
//! let engines = Engines::in_folder(&std::env::temp_dir(), kinds);
//! // The schema has the fields that are read.
//! assert!(schema_differences(&Constant, r#"{"text": "hi"}"#, &engines)?.is_empty());
//! let wrong = r#"{"name": "hi", "type": "constant", "description": "Greets.", "config": {"text": 7}}"#;
//! let error = ToolSpec::parse("hi.json", wrong, &engines).unwrap_err();
//! assert_eq!(error.to_string(), "hi.json:1:81: config.text: expected text, got `7`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builtin;
mod config_schema;
mod expression;
mod http;
mod interface;
mod kind;
mod mcp;
mod python;
mod run;
mod script_path;
mod shell;
mod shell_output;
mod sql;

use std::sync::Arc;

pub(crate) use self::run::is_wrapping;
pub use toolwright_base::{CodedText, TextParam};

pub use self::{
    config_schema::{config_schema_of, schema_differences},
    http::{HttpClients, PrivateHost},
    interface::{Described, DescribedValue, Interface},
    kind::{EngineSettings, Engines, Kind, KindConfig, KindError, Kinds, Surroundings},
    run::{Answer, Run},
    sql::SqlEngine,
};
pub use crate::{
    auth::{Auth, Credential, CredentialUse, KeyPlace},
    jsonc::{Element, Fields, Node},
    parameters::{InputArguments, Parameter, ParameterType, Parameters, Template, text_of},
};

/// The table of the kinds that ship, one line each, in the order of their names.
impl Default for Kinds {
    fn default() -> Self {
        Self(Arc::new([
            Arc::new(builtin::BuiltinKind),
            Arc::new(expression::ExpressionKind),
            Arc::new(http::HttpKind),
            Arc::new(mcp::McpKind),
            Arc::new(python::PythonKind),
            Arc::new(shell::ShellKind),
            Arc::new(sql::SqlKind),
        ]))
    }
}
