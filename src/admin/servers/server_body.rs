//! [`ServerBody`]: a server that is added, as a body.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::admin::{problem::Problem, texts};

/// A server that is added: its entry in `mcp.json`, with two members more.
pub(super) struct ServerBody {
    pub(super) name: String,
    /// The headers and variables that are credentials, whatever they look like.
    pub(super) secrets: Vec<String>,
    pub(super) entry: Map<String, Value>,
}

/// The members of an entry, for the schema. The registry reads them.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ServerMembers {
    /// The name, which its tools begin with.
    #[schemars(length(min = 1, max = 64))]
    name: String,
    /// `http` or `sse` for a `url`.
    r#type: Option<String>,
    /// A program, which speaks on its standard streams.
    command: Option<String>,
    args: Option<Vec<String>>,
    /// The variables of the program. Those that look like credentials are stored sealed.
    env: Option<BTreeMap<String, String>>,
    /// The folder that the program runs in.
    cwd: Option<String>,
    /// The address of a server on the network.
    url: Option<String>,
    /// The headers of each request. Those that look like credentials are stored sealed.
    headers: Option<BTreeMap<String, String>>,
    /// The text before the names of its tools and prompts, in place of the name.
    prefix: Option<String>,
    /// Patterns of the tools and prompts that are taken.
    include: Option<Vec<String>>,
    /// Patterns of the tools and prompts that are not taken.
    exclude: Option<Vec<String>>,
    /// The time limit of a call.
    timeout_seconds: Option<f64>,
    /// The time without a call after which a program is stopped. The next call starts it again.
    idle_seconds: Option<f64>,
    /// What is changed about its tools, by the names that they have there.
    tools: Option<BTreeMap<String, ToolChange>>,
    /// Whether it is not connected to.
    disabled: Option<bool>,
    /// The names of headers and variables that are stored sealed, whatever they look like.
    secrets: Option<Vec<String>>,
}

/// What is changed about a tool, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ToolChange {
    /// The whole name that it has here.
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    tags: Option<Vec<String>>,
    /// What is changed about its arguments, by the names that the server knows.
    arguments: Option<BTreeMap<String, ArgumentMembers>>,
}

/// What is changed about an argument, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ArgumentMembers {
    name: Option<String>,
    description: Option<String>,
    /// The value if an agent sends none.
    default: Option<Value>,
    /// The value that is always sent. It hides the argument.
    value: Option<Value>,
    hidden: Option<bool>,
}

impl JsonSchema for ServerBody {
    fn schema_name() -> Cow<'static, str> {
        "ServerBody".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ServerMembers::json_schema(generator)
    }
}

impl ServerBody {
    /// Takes `name` and `secrets` out of a body.
    pub(super) fn of(mut entry: Map<String, Value>) -> Result<Self, Problem> {
        let name = match entry.shift_remove("name") {
            Some(Value::String(name)) => name,
            _ => return Err(Problem::unprocessable("/name", texts::expected_name())),
        };
        Ok(Self {
            name,
            secrets: secrets(&mut entry)?,
            entry,
        })
    }
}

/// Takes `secrets` out of a body.
pub(super) fn secrets(body: &mut Map<String, Value>) -> Result<Vec<String>, Problem> {
    let Some(secrets) = body.shift_remove("secrets") else {
        return Ok(Vec::new());
    };
    let secrets: Option<Vec<String>> = Deserialize::deserialize(secrets)
        .map_err(|_| Problem::unprocessable("/secrets", texts::expected_names()))?;
    Ok(secrets.unwrap_or_default())
}
