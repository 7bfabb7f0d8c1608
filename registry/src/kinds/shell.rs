//! `shell`: runs a program with arguments.
//!
//! ```json
//! {"type": "shell", "config": {"command": ["./report.sh", "--month", "{month}"]},
//!  "parameters": [{"name": "month", "type": "string"}]}
//! ```
//!
//! `command` is a list of arguments, never text for a shell: an argument of a call is one element,
//! whatever it contains. The first element is the program: `./name` is in the folder of scripts,
//! `/path` is anywhere, `name` is searched in `PATH`. An element that is nothing but `{name}` is left
//! out if the argument is absent, and is several elements if it is an array. Text that starts with
//! `-` is refused where the program could take it for an option; put `"--"` before it if the program
//! knows that.
//!
//! `"stdin": "json"` sends all arguments as a JSON object to standard input, any other text is a
//! template. `env` has variables, also templates; a credential is a variable too, which `auth` names
//! and keeps sealed. The program starts in the folder of scripts and
//! inherits no variables but `PATH`, `HOME` and `LANG`. It is killed with all of its children at the
//! deadline of the call.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use schemars::JsonSchema;
use serde_json::Value;
use toolwright::{
    BoxFuture, Context, ToolError,
    schema::Schema,
    tool::{Hints, IntoToolOutput, Permitted},
};
use toolwright_engines::supervise::{find_program, run::Job};

use super::{
    config_schema::config_schema_of,
    http::Hidden,
    interface::Interface,
    kind::{Engines, Kind, KindConfig, Surroundings},
    run::{Answer, Run},
    script_path::ScriptPath,
    shell_output::{self, ShellOutput},
};
use crate::{
    auth::{CredentialUse, NamedCredential, refuse_plain},
    jsonc::{Fields, Node},
    parameters::{InputArguments, Parameters, Piece, Template, text_of},
    texts,
};

/// How long a program may run if its call has no deadline.
const MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// The call is stopped first, and its program with it, so that every kind of tool ends with the same
/// error.
const AFTER_THE_CALL: Duration = Duration::from_secs(5);

/// The kind `shell`.
#[derive(Debug)]
pub(super) struct ShellKind;

/// The fields of `config`, for its schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ShellFields {
    /// The program and its arguments: `["./report.sh", "--month", "{month}"]`.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// `json`, or a template.
    stdin: Option<String>,
    /// The variables of the program, as templates.
    env: Option<BTreeMap<String, String>>,
}

impl Kind for ShellKind {
    fn name(&self) -> &'static str {
        "shell"
    }

    fn config_schema(&self) -> Schema {
        config_schema_of::<ShellFields>()
    }

    fn parse(&self, config: &Fields<'_>, around: Surroundings<'_>) -> Option<Arc<dyn KindConfig>> {
        let mut config = ShellConfig::read(config, around.parameters, around.engines)?;
        config.credential = NamedCredential::of(around.auth, around.name, &around.engines.secrets);
        Some(Arc::new(config))
    }

    fn takes_auth(&self) -> bool {
        true
    }

    fn credential_use(&self) -> CredentialUse {
        CredentialUse::Variable
    }

    fn runs_programs(&self) -> bool {
        true
    }
}

/// A program and its arguments.
#[derive(Debug, Clone)]
struct ShellConfig {
    program: Program,
    elements: Vec<Template>,
    stdin: Stdin,
    variables: BTreeMap<String, Template>,
    /// The credential that the program gets as a variable.
    credential: Option<NamedCredential>,
}

#[derive(Debug, Clone)]
enum Program {
    /// A file in the folder of scripts.
    Script(ScriptPath),
    /// An absolute path.
    At(PathBuf),
    /// A name that is searched in `PATH`.
    Named(String),
}

#[derive(Debug, Clone)]
enum Stdin {
    Empty,
    Json,
    Text(Template),
}

impl ShellConfig {
    fn read(config: &Fields<'_>, parameters: &Parameters, engines: &Engines) -> Option<Self> {
        let command = config.required(&["command"]);
        let elements = command.and_then(|node| elements(&node, parameters, engines));
        let stdin = match config.take(&["stdin"]) {
            None => Some(Stdin::Empty),
            Some(node) if node.text() == Some("json") => Some(Stdin::Json),
            Some(node) => Template::read(&node, parameters).map(Stdin::Text),
        };
        let variables = match config.take(&["env"]) {
            None => Some(BTreeMap::new()),
            Some(node) => node.object().map(|fields| variables(&fields, parameters)),
        };
        let (program, elements) = elements?;
        let config = Self {
            program,
            elements,
            stdin: stdin?,
            variables: variables?,
            credential: None,
        };
        if let Some(node) = command {
            config.check_use(&node, parameters);
        }
        Some(config)
    }

    /// Refuses parameters that have no place.
    fn check_use(&self, node: &Node<'_>, parameters: &Parameters) {
        let stdin = match &self.stdin {
            Stdin::Json => return,
            Stdin::Text(template) => Some(template),
            Stdin::Empty => None,
        };
        let templates = self
            .elements
            .iter()
            .chain(self.variables.values())
            .chain(stdin);
        let used: Vec<&str> = templates.flat_map(Template::names).collect();
        for parameter in parameters.iter() {
            if !used.contains(&parameter.name.as_str()) {
                let name = &parameter.name;
                node.problem(texts::parameter_without_place(name));
            }
        }
    }
}

impl KindConfig for ShellConfig {
    fn interface(&self) -> Interface {
        Interface {
            output_schema: <ShellOutput as IntoToolOutput>::output_schema(),
            hints: Hints::default().open_world(true),
            ..Interface::default()
        }
    }

    fn build(&self, engines: &Engines) -> Box<dyn Run> {
        Box::new(ShellRun {
            config: self.clone(),
            engines: engines.clone(),
        })
    }
}

fn elements(
    node: &Node<'_>,
    parameters: &Parameters,
    engines: &Engines,
) -> Option<(Program, Vec<Template>)> {
    let elements = node.elements()?;
    let Some((first, rest)) = elements.split_first() else {
        node.problem(texts::expected_program());
        return None;
    };
    let program = program(&first.node(), engines);
    let rest = rest
        .iter()
        .map(|element| Template::read(&element.node(), parameters));
    let rest: Vec<_> = rest.collect();
    Some((program?, rest.into_iter().collect::<Option<_>>()?))
}

fn program(node: &Node<'_>, engines: &Engines) -> Option<Program> {
    let text = node.words()?;
    if text.contains(['{', '}']) {
        node.problem(texts::argument_chooses_program());
        return None;
    }
    if Path::new(text).is_absolute() {
        return Some(Program::At(text.into()));
    }
    if text.contains('/') {
        return ScriptPath::read(node, &engines.scripts).map(Program::Script);
    }
    Some(Program::Named(text.to_owned()))
}

fn variables(fields: &Fields<'_>, parameters: &Parameters) -> BTreeMap<String, Template> {
    let mut variables = BTreeMap::new();
    for (name, node) in fields.nodes() {
        if name.is_empty() || name.contains(['=', '\0']) {
            node.problem(texts::variable_name(name));
        }
        refuse_plain(name, &node, "variable");
        if let Some(template) = Template::read(&node, parameters) {
            variables.insert(name.to_owned(), template);
        }
    }
    variables
}

struct ShellRun {
    config: ShellConfig,
    engines: Engines,
}

impl Run for ShellRun {
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            let mut job = self.job(&context, arguments)?;
            let mut secrets = Vec::new();
            if let Some(credential) = &self.config.credential {
                let value = credential.open()?;
                let variable = (credential.name().to_owned(), value.as_str().to_owned());
                job.environment.push(variable);
                secrets.push(value);
            }
            let outcome = self.engines.runner.run(&job).await;
            let mut outcome = outcome.map_err(|error| ToolError::failed(error.to_string()))?;
            let hidden = Hidden::new(secrets);
            for text in [&mut outcome.stdout.text, &mut outcome.stderr.text] {
                *text = hidden.hide(text).into_owned();
            }
            shell_output::output(outcome).map(Answer::Output)
        })
    }
}

impl ShellRun {
    fn job(&self, context: &Context, arguments: InputArguments) -> Result<Job, ToolError> {
        let config = &self.config;
        let fill = |template: &Template| template.fill(|name| text_of(arguments.get(name)));
        let environment = config.variables.iter();
        let environment = environment.map(|(name, value)| (name.clone(), fill(value)));
        let job = Job {
            program: self.program()?,
            arguments: config.words(&arguments)?,
            environment: self
                .engines
                .environment
                .iter()
                .cloned()
                .chain(environment)
                .collect(),
            folder: self.engines.scripts.clone(),
            own: self.engines.scripts.clone(),
            input: match &config.stdin {
                Stdin::Empty => String::new(),
                Stdin::Text(template) => fill(template),
                Stdin::Json => Value::Object(arguments).to_string(),
            },
            time: context.deadline().map_or(MAX, |deadline| {
                deadline.saturating_duration_since(Instant::now()) + AFTER_THE_CALL
            }),
        };
        let texts = job
            .arguments
            .iter()
            .chain(job.environment.iter().map(|(_, value)| value));
        for text in texts {
            if text.contains('\0') {
                return Err(ToolError::failed("an argument contains the character NUL"));
            }
        }
        Ok(job)
    }

    fn program(&self) -> Result<PathBuf, ToolError> {
        match &self.config.program {
            Program::At(path) => Ok(path.clone()),
            Program::Script(path) => path.resolve(&self.engines.scripts),
            Program::Named(name) => find_program(name, &self.engines.search_path)
                .ok_or_else(|| ToolError::failed(texts::program_not_found(name))),
        }
    }
}

impl ShellConfig {
    /// Returns the arguments of the program.
    fn words(&self, arguments: &InputArguments) -> Result<Vec<String>, ToolError> {
        let mut words: Vec<String> = Vec::new();
        let mut may_be_option = true;
        for element in &self.elements {
            let found: Vec<String> = match element.pieces() {
                [Piece::Name(name)] => whole(arguments.get(name)),
                _ => vec![element.fill(|name| text_of(arguments.get(name)))],
            };
            let starts_with_argument = matches!(element.pieces().first(), Some(Piece::Name(name))
                if !matches!(arguments.get(name), Some(Value::Number(_))));
            if may_be_option
                && starts_with_argument
                && let Some(option) = found.iter().find(|word| word.starts_with('-'))
            {
                return Err(ToolError::failed(format!(
                    "`{option}` is refused: an argument must not start with `-`"
                )));
            }
            may_be_option &= !found.iter().any(|word| word == "--");
            words.extend(found);
        }
        Ok(words)
    }
}

/// Returns the elements that an argument is by itself.
fn whole(value: Option<&Value>) -> Vec<String> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(values)) => values.iter().map(|value| text_of(Some(value))).collect(),
        Some(value) => vec![text_of(Some(value))],
    }
}
