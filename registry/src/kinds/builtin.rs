//! `builtin`: a built-in tool under another name or description, with some of its arguments changed.
//!
//! ```json
//! {"name": "search_docs", "type": "builtin", "description": "Searches our documentation.",
//!  "config": {"tool": "web_search", "arguments": {
//!      "query": {"name": "question"},
//!      "max_results": {"value": 3}}}}
//! ```
//!
//! For each argument of the built-in tool: `value` fixes it and hides it, `default` gives it another
//! default, `name` and `description` change what an agent sees, `hidden` takes it away. A tool that
//! has the name of the built-in tool replaces it. Without `tool` it is the built-in tool of its own
//! name.

use std::{collections::BTreeMap, fmt, sync::Arc};

use schemars::JsonSchema;
use serde_json::{Value, json};
use toolwright::{
    Arguments, BoxFuture, Context, Tool, ToolError,
    schema::{Schema, compile},
    tool::{ArgumentChange, Permitted},
};

use super::{
    config_schema::config_schema_of,
    interface::Interface,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
};
use crate::{
    auth::{CredentialUse, NamedCredential},
    jsonc::{Fields, Node},
    parameters::{InputArguments, Parameters},
    texts,
};

/// The kind `builtin`.
#[derive(Debug)]
pub(super) struct BuiltinKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct BuiltinFields {
    /// The name of the built-in tool. The default is the name of the tool itself.
    tool: Option<String>,
    /// What is changed about the arguments of the built-in tool, by their names.
    arguments: Option<BTreeMap<String, ArgumentFields>>,
}

/// The fields of an argument, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ArgumentFields {
    /// The name that agents see.
    name: Option<String>,
    /// The description that agents see.
    description: Option<String>,
    /// The value if an agent sends none.
    default: Option<Value>,
    /// The value that is always sent. It hides the argument.
    value: Option<Value>,
    /// Whether agents do not see the argument.
    hidden: Option<bool>,
}

impl Kind for BuiltinKind {
    fn name(&self) -> &'static str {
        "builtin"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<BuiltinFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        Some(Arc::new(BuiltinConfig::read(config, around)?))
    }

    /// Everything about it has a default.
    fn needs_config(&self) -> bool {
        false
    }

    fn takes_auth(&self) -> bool {
        true
    }

    fn credential_use(&self) -> CredentialUse {
        CredentialUse::Argument
    }
}

/// A built-in tool and what is changed about it.
#[derive(Clone)]
struct BuiltinConfig {
    tool: Arc<dyn Tool>,
    changes: Vec<ArgumentChange>,
    /// The credential that the built-in tool gets as an argument.
    credential: Option<NamedCredential>,
}

impl fmt::Debug for BuiltinConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltinConfig")
            .field("tool", &self.tool_name())
            .field("changes", &self.changes)
            .finish()
    }
}

impl BuiltinConfig {
    fn read(config: &Fields<'_>, around: Surroundings<'_>) -> Option<Self> {
        if around.parameters.is_declared() {
            config.problem(texts::builtin_parameters());
        }
        let tool = find_tool(config, around)?;
        let mut changes = Vec::new();
        if let Some(node) = config.take(&["arguments"]) {
            let fields = node.object()?;
            let read = |(inner, node): (&str, Node<'_>)| argument_change(inner, &node, &**tool);
            changes.extend(fields.nodes().filter_map(read));
            let schema = tool.definition().input_schema();
            if let Some(name) = ArgumentChange::duplicate(&changes, schema) {
                node.problem(texts::two_arguments(name));
            }
        }
        let secrets = &around.engines.secrets;
        let credential = NamedCredential::of(around.auth, around.name, secrets);
        if let Some(credential) = &credential {
            changes.push(hidden_argument(config, credential.name(), &**tool)?);
        }
        Some(Self {
            tool: Arc::clone(tool),
            changes,
            credential,
        })
    }

    /// Returns the name of the built-in tool.
    fn tool_name(&self) -> &str {
        self.tool.definition().name()
    }
}

/// Returns the change that hides the argument `name`, whose value is a credential.
fn hidden_argument(config: &Fields<'_>, name: &str, tool: &dyn Tool) -> Option<ArgumentChange> {
    let properties = tool.definition().input_schema().get("properties");
    let exists = properties.is_some_and(|properties| properties.get(name).is_some());
    if !exists {
        let tool = tool.definition().name();
        config.problem(texts::no_argument_for_auth(tool, name));
        return None;
    }
    let mut change = ArgumentChange::new(name);
    change.outer = None;
    Some(change)
}

impl KindConfig for BuiltinConfig {
    fn interface(&self) -> Interface {
        let definition = self.tool.definition();
        let mut schema = definition.input_schema().clone();
        for change in &self.changes {
            change.apply(&mut schema);
        }
        Interface {
            description: Some(definition.description().to_owned()),
            parameters: Some(Parameters::of_schema(schema)),
            output_schema: definition.output_schema().cloned(),
            hints: definition.hints(),
            is_parallel: Some(definition.is_parallel()),
        }
    }

    fn build(&self, _: &Engines) -> Box<dyn Run> {
        Box::new(self.clone())
    }

    fn stands_for(&self) -> Option<&str> {
        Some(self.tool_name())
    }
}

fn find_tool<'a>(config: &Fields<'_>, around: Surroundings<'a>) -> Option<&'a Arc<dyn Tool>> {
    let engines = around.engines;
    let node = config.take(&["tool"]);
    let wanted = match &node {
        Some(node) => node.text()?,
        None => around.name,
    };
    let found = engines.builtins.get(wanted);
    if found.is_none() {
        let names = engines.builtins.keys().map(|name| format!("`{name}`"));
        let names = names.collect::<Vec<_>>().join(", ");
        let message = texts::unknown_builtin(wanted, names);
        match node {
            Some(node) => node.problem(message),
            None => config.problem(message),
        }
    }
    found
}

/// Reads what is changed about an argument.
fn argument_change(inner: &str, node: &Node<'_>, tool: &dyn Tool) -> Option<ArgumentChange> {
    let Some(property) = property(tool.definition().input_schema(), inner) else {
        let name = tool.definition().name();
        node.problem(texts::no_argument(name, inner));
        return None;
    };
    let fields = node.object()?;
    let text = |node: Node<'_>| node.words().map(ToOwned::to_owned);
    let fixed = fields
        .take(&["value"])
        .and_then(|node| fitting(&node, property));
    let default = fields
        .take(&["default"])
        .and_then(|node| fitting(&node, property));
    let is_hidden = fields.take(&["hidden"]).and_then(|node| node.boolean());
    let is_hidden = is_hidden.unwrap_or(false) || fixed.is_some();
    let name = fields.take(&["name"]).and_then(text);
    let description = fields.take(&["description"]).and_then(text);
    fields.finish();
    let required = tool.definition().input_schema().get("required");
    let is_required = required
        .and_then(Value::as_array)
        .is_some_and(|names| names.contains(&json!(inner)));
    if is_hidden && is_required && fixed.is_none() && default.is_none() {
        node.problem(texts::hidden_required_argument());
    }
    let mut change = ArgumentChange::new(inner);
    change.outer = (!is_hidden).then(|| name.unwrap_or_else(|| inner.to_owned()));
    change.description = description;
    change.fixed = fixed.or_else(|| default.clone().filter(|_| is_hidden));
    change.default = default;
    Some(change)
}

fn property<'a>(schema: &'a Schema, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

/// Reads a value that fits the type of an argument.
fn fitting(node: &Node<'_>, property: &Value) -> Option<Value> {
    let value = node.json()?;
    let Value::Object(schema) = property else {
        return Some(value);
    };
    match compile(schema) {
        Ok(validator) if validator.fits(&value) != Ok(true) => {
            node.problem(texts::does_not_fit_argument(value.to_string()));
            None
        }
        _ => Some(value),
    }
}

impl Run for BuiltinConfig {
    fn run<'a>(
        &'a self,
        context: Context,
        arguments: InputArguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        let mut inner = ArgumentChange::fill(&self.changes, arguments);
        Box::pin(async move {
            if let Some(credential) = &self.credential {
                let value = credential.open()?;
                inner.insert(credential.name().to_owned(), value.as_str().into());
            }
            let arguments = Arguments::from_value(&inner)?;
            // The call has passed the governance as a call of the registered tool.
            let output = self.tool.call(context, arguments, permitted).await?;
            Ok(Answer::Output(output))
        })
    }

    fn same_tool(&self) -> Option<&dyn Tool> {
        let is_same = self.changes.is_empty() && self.tool.definition().is_typed();
        is_same.then_some(&*self.tool)
    }
}
