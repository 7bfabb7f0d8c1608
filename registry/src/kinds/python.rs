//! `python`: calls a Python function.
//!
//! ```json
//! {"type": "python", "config": {"script": "report.py", "function": "monthly_report"}}
//! {"type": "python", "config": {"module": "app.tools.custom", "function": "execute_analysis"}}
//! ```
//!
//! The script or module is in the folder of scripts. The function gets the arguments by their names
//! and returns JSON; an `async` one is awaited. `env` has variables of its process, which inherits
//! those that the server is told to pass on. It runs in a process that stays for the next call,
//! with the rights of the server. If the tool declares no parameters, they come from the function's
//! annotations and docstring, and follow them when the script is edited. So does the description, if
//! the tool has none.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use schemars::JsonSchema;
use serde_json::json;
use toolwright::{
    BoxFuture, Context, ToolError,
    schema::{Schema, structured_schema},
    tool::{Hints, Permitted},
};
use toolwright_base::CodedText;
use toolwright_engines::python::{Description, Function, PythonError, Target};

use super::{
    config_schema::config_schema_of,
    interface::Interface,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
    script_path::ScriptPath,
};
use crate::{
    auth::{CredentialUse, NamedCredential, refuse_plain},
    jsonc::{Fields, Node},
    parameters::{InputArguments, Parameters},
    text_limits::MAX_DESCRIPTION,
    texts,
};

/// The kind `python`.
#[derive(Debug)]
pub(super) struct PythonKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[schemars(extend("oneOf" = [{"required": ["script"]}, {"required": ["module"]}]))]
#[expect(dead_code, reason = "only its schema is used")]
struct PythonFields {
    /// A file in the folder `tools`.
    script: Option<String>,
    /// A module in the folder `tools`, with dots between its packages.
    module: Option<String>,
    /// The name of the function.
    function: String,
    /// May be left out: what must be awaited is awaited.
    r#async: Option<bool>,
    /// The variables of the function's process.
    env: Option<BTreeMap<String, String>>,
}

impl Kind for PythonKind {
    fn name(&self) -> &'static str {
        "python"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<PythonFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        Some(Arc::new(PythonConfig::read(config, around)?))
    }

    fn runs_programs(&self) -> bool {
        true
    }

    fn takes_auth(&self) -> bool {
        true
    }

    fn credential_use(&self) -> CredentialUse {
        CredentialUse::Variable
    }
}

/// A Python function.
#[derive(Debug, Clone)]
struct PythonConfig {
    function: Arc<Function>,
    /// The reason why the credential of the tool cannot be read, if there is one.
    unreadable: Option<String>,
    /// Whether the tool declares its parameters.
    is_declared: bool,
    /// Whether the tool has a description.
    is_described: bool,
}

impl PythonConfig {
    fn read(config: &Fields<'_>, around: Surroundings<'_>) -> Option<Self> {
        let engines = around.engines;
        let function = config.required(&["function"]).and_then(|node| name(&node));
        // Whether a function must be awaited is seen from what it returns.
        config.take(&["async"]).and_then(|node| node.boolean());
        let environment = config.take(&["env"]).map(|node| variables(&node));
        let (script, module) = (config.take(&["script"]), config.take(&["module"]));
        let (files, module) = match (script, module) {
            (Some(_), Some(module)) => {
                module.problem(texts::script_and_module());
                return None;
            }
            (Some(script), None) => (script_files(&script, engines)?, None),
            (None, Some(module)) => module_files(&module)?,
            (None, None) => {
                config.problem(texts::missing_script());
                return None;
            }
        };
        let target = Target {
            tool: around.name.to_owned(),
            files,
            module,
            function: function?,
            environment: environment.unwrap_or_default(),
        };
        let credential = NamedCredential::of(around.auth, around.name, &engines.secrets);
        let (target, unreadable) = with_credential(target, credential.as_ref());
        Some(Self {
            function: engines.python.function(target),
            unreadable,
            is_declared: around.parameters.is_declared(),
            is_described: around.is_described,
        })
    }

    /// Asks the function what it takes, and compares that with the parameters of the tool.
    async fn compare(&self, parameters: &Parameters) -> Result<(), CodedText> {
        let described = self.function.describe().await;
        let described = described.map_err(|error| error.to_string())?;
        if !self.is_declared {
            return Ok(());
        }
        let own = Parameters::of_schema(described.input_schema.clone());
        let takes_all = described.input_schema.get("additionalProperties") != Some(&json!(false));
        for parameter in parameters.iter() {
            if !takes_all && own.get(&parameter.name).is_none() {
                let name = &parameter.name;
                return Err(texts::function_has_no_parameter(name));
            }
        }
        for needed in own.iter().filter(|parameter| parameter.is_required) {
            let declared = parameters.get(&needed.name);
            if !declared.is_some_and(|found| found.is_required || found.default.is_some()) {
                let name = &needed.name;
                return Err(texts::function_needs(name));
            }
        }
        Ok(())
    }
}

impl KindConfig for PythonConfig {
    fn interface(&self) -> Interface {
        let description = self.function.description();
        let described = description.as_deref();
        let output = described.and_then(|described| described.output_schema.clone());
        let text = described.and_then(|described| described.text.as_deref());
        Interface {
            description: text.map(|text| text.chars().take(MAX_DESCRIPTION).collect()),
            parameters: (!self.is_declared).then(|| undeclared(described)),
            output_schema: output.map(|schema| structured_schema(schema).0),
            hints: Hints::default().open_world(true),
            ..Interface::default()
        }
    }

    fn build(&self, _: &Engines) -> Box<dyn Run> {
        Box::new(self.clone())
    }

    /// Checks that the function can be loaded and takes the parameters that the tool declares.
    fn check<'a>(&'a self, parameters: &'a Parameters) -> BoxFuture<'a, Result<(), CodedText>> {
        Box::pin(self.compare(parameters))
    }

    /// The function is asked for the parameters and the description that the tool does not have.
    fn is_live(&self) -> bool {
        !(self.is_declared && self.is_described)
    }

    fn is_unasked(&self) -> bool {
        self.is_live() && self.function.is_unasked()
    }

    fn is_outdated(&self) -> bool {
        self.is_live() && self.function.is_outdated()
    }

    fn refresh(&self) -> BoxFuture<'_, bool> {
        Box::pin(async {
            let had_description = self.function.description().is_some();
            match self.function.refresh().await {
                Ok(is_changed) => is_changed,
                Err(error) => {
                    let tool = self.function.tool();
                    tracing::warn!("the parameters of `{tool}` are not known: {error}");
                    had_description
                }
            }
        })
    }
}

/// Returns the parameters that a function says it has. One that cannot be asked takes everything: a
/// call then says what is wrong with it.
fn undeclared(described: Option<&Description>) -> Parameters {
    let schema = described.map(|described| described.input_schema.clone());
    Parameters::of_schema(schema.unwrap_or_else(Description::any_input))
}

fn script_files(node: &Node<'_>, engines: &Engines) -> Option<Vec<PathBuf>> {
    let path = ScriptPath::read(node, &engines.scripts)?;
    Some(vec![path.as_path().to_owned()])
}

/// Returns the files that a module may be in, and its name.
fn module_files(node: &Node<'_>) -> Option<(Vec<PathBuf>, Option<String>)> {
    let module = node.words()?;
    if !module.split('.').all(is_identifier) {
        node.problem(texts::module_name(module));
        return None;
    }
    let path: PathBuf = module.split('.').collect();
    let files = vec![path.with_extension("py"), path.join("__init__.py")];
    Some((files, Some(module.to_owned())))
}

/// Adds a credential to the variables of a function. Returns also why it cannot be read, which a call
/// tells.
fn with_credential(
    mut target: Target,
    credential: Option<&NamedCredential>,
) -> (Target, Option<String>) {
    match credential.map(|credential| (credential.name(), credential.open())) {
        Some((name, Ok(value))) => {
            let value = value.as_str().to_owned();
            target.environment.push((name.to_owned(), value));
            (target, None)
        }
        Some((_, Err(error))) => (target, Some(error.to_string())),
        None => (target, None),
    }
}

/// Reads `env`: texts by the names of variables.
fn variables(node: &Node<'_>) -> Vec<(String, String)> {
    let Some(fields) = node.object() else {
        return Vec::new();
    };
    let mut variables = Vec::new();
    for (name, node) in fields.nodes() {
        if name.is_empty() || name.contains(['=', '\0']) {
            node.problem(texts::variable_name(name));
        }
        refuse_plain(name, &node, "variable");
        match node.text() {
            Some(text) if text.contains('\0') => {
                node.problem(texts::nul_in_variable());
            }
            Some(text) => variables.push((name.to_owned(), text.to_owned())),
            None => {}
        }
    }
    variables
}

fn name(node: &Node<'_>) -> Option<String> {
    let name = node.words()?;
    if is_identifier(name) {
        return Some(name.to_owned());
    }
    node.problem(texts::function_name(name));
    None
}

/// Returns whether `text` may be a name in Python.
fn is_identifier(text: &str) -> bool {
    let is_name = |one: char| one == '_' || one.is_alphanumeric();
    text.chars().all(is_name) && text.chars().next().is_some_and(|one| !one.is_numeric())
}

impl Run for PythonConfig {
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            if let Some(unreadable) = &self.unreadable {
                return Err(ToolError::failed(unreadable.clone()));
            }
            let caller = context.client().caller();
            match self.function.call(caller, &arguments).await {
                Ok(value) => Ok(Answer::Json(value)),
                Err(error @ PythonError::Unavailable(_)) => {
                    Err(ToolError::unavailable(error.to_string()))
                }
                Err(error) => Err(ToolError::failed(error.to_string())),
            }
        })
    }
}
