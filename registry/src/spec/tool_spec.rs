//! [`ToolSpec`]: the definition of a tool, as it is stored.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};
use toolwright::{
    ToolDef,
    call::compute,
    schema::{Schema, structured_schema},
};
use toolwright_base::CodedText;

use super::{
    config_field::config,
    hashes::{hash, stored},
    parts::Parts,
    test_case::TestCase,
};
use crate::{
    auth::Auth,
    definition::Known,
    jsonc::{Fields, Invalid, Node, Problems, parse},
    kinds::{Described, Engines, Kind, KindConfig, Kinds, Surroundings, is_wrapping},
    name::is_name,
    parameters::{Parameters, Template},
    stack::on_large_stack,
    texts,
};

/// The definition of a tool, read and checked as a whole.
#[derive(Debug, Clone)]
pub struct ToolSpec {
    name: String,
    kind: Arc<dyn Kind>,
    config: Arc<dyn KindConfig>,
    parameters: Parameters,
    parts: Parts,
    json: Map<String, Value>,
    hash: OnceLock<[u8; 32]>,
}

impl ToolSpec {
    /// Parses one definition. `file` is the name of the text in messages.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn parse(file: &str, text: &str, engines: &Engines) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let spec = parse(text, &problems)
                .and_then(|tree| Self::read(&Node::root(&tree, "", &problems), engines));
            problems.into_result(file, spec)
        })
    }

    /// Reads a definition. Returns `None` if something is missing; whether everything is right, the
    /// collected problems say.
    pub(crate) fn read(node: &Node<'_>, engines: &Engines) -> Option<Self> {
        Self::read_as(node, None, engines)
    }

    /// Reads a definition of which the JSON and its hash may be known already.
    pub(super) fn read_as(node: &Node<'_>, known: Known, engines: &Engines) -> Option<Self> {
        let fields = node.object()?;
        let name = fields.required(&["name"]).and_then(|node| name(&node));
        let kind = fields.required(&["type", "tool_type"]);
        let kind = kind.and_then(|node| engines.kinds.read(&node));
        let parameters = Parameters::read(&fields);
        let parts = Parts::read(&fields, parameters.as_ref());
        let auth = read_auth(&fields, kind, &engines.kinds);
        let config = match (kind, &name, &parameters) {
            (Some(kind), Some(name), Some(parameters)) => {
                let around = Surroundings {
                    is_described: parts.as_ref().is_some_and(Parts::is_described),
                    name,
                    parameters,
                    auth: auth.as_ref(),
                    engines,
                };
                config(&fields, &**kind, around)
            }
            // The problem is reported already, and the rest depends on these fields.
            _ => {
                fields.take(&["config"]);
                fields.take(&["definition"]);
                None
            }
        };
        fields.finish();
        let (json, hash) = stored(node, known)?;
        Some(Self {
            name: name?,
            kind: Arc::clone(kind?),
            config: config?,
            parameters: parameters?,
            parts: parts?,
            json,
            hash,
        })
    }

    /// Returns the definition with what its engine knows filled in.
    ///
    /// # Errors
    /// If the engine does not accept the definition, or does not answer.
    pub async fn derived(&self, engines: &Engines) -> Result<Self, Invalid> {
        let mut json = self.json.clone();
        let derived = self.config.derive(&mut json, &self.parameters);
        if let Err(message) = derived.await {
            let problems = Problems::of("");
            let field = self.kind.text_field();
            let path = field.map_or("config".into(), |field| format!("config.{field}"));
            problems.add(0, path, message);
            return problems.into_result(&self.name, None);
        }
        if json == self.json {
            // It knows what its engine has said.
            return Ok(self.clone());
        }
        let (name, engines) = (self.name.clone(), engines.clone());
        let read = compute(move || Self::of_json(&name, &json, &engines)).await;
        read.unwrap_or_else(|error| {
            let problems = Problems::of("");
            problems.add(0, String::new(), texts::not_read_now(error.to_string()));
            problems.into_result(&self.name, None)
        })
    }

    /// Checks what the definition names on this machine.
    ///
    /// # Errors
    /// What is missing or does not fit.
    pub async fn check(&self) -> Result<(), CodedText> {
        self.config.check(&self.parameters).await
    }

    /// Returns what the engine of its kind says about the definition, if it says something.
    ///
    /// # Errors
    /// If the engine does not accept the definition, or does not answer.
    pub async fn described(&self) -> Result<Option<Described>, CodedText> {
        self.config.described().await
    }

    /// Reads a definition that was stored. `name` is its name in messages.
    ///
    /// # Errors
    /// All problems of the definition.
    pub fn of_json(
        name: &str,
        json: &Map<String, Value>,
        engines: &Engines,
    ) -> Result<Self, Invalid> {
        let text = serde_json::to_string(json).unwrap_or_default();
        Self::parse(name, &text, engines)
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether agents see the tool.
    pub const fn is_active(&self) -> bool {
        self.parts.is_active
    }

    /// Returns the calls that are stored with the definition, to be run again.
    pub fn tests(&self) -> &[TestCase] {
        &self.parts.tests
    }

    /// Returns the user that may change the tool.
    pub fn owner(&self) -> Option<&str> {
        self.parts.owner.as_deref()
    }

    /// Returns whether every caller may call the tool. One without an owner is public.
    pub const fn is_public(&self) -> bool {
        self.parts.is_public || self.parts.owner.is_none()
    }

    /// Returns the definition with another owner, or without one.
    pub fn with_owner(&self, owner: Option<&str>) -> Self {
        let mut spec = self.clone();
        match owner {
            Some(owner) => drop(spec.json.insert("owner".into(), owner.into())),
            None => spec.json.retain(|field, _| field != "owner"),
        }
        spec.parts.owner = owner.map(ToOwned::to_owned);
        spec.hash = OnceLock::new();
        spec
    }

    /// Returns the definition, switched on or off.
    pub fn switched(&self, is_active: bool) -> Self {
        let mut spec = self.clone();
        spec.json.insert("is_active".into(), is_active.into());
        spec.parts.is_active = is_active;
        spec.hash = OnceLock::new();
        spec
    }

    /// Returns the definition as it is stored.
    pub const fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    /// Returns the hash of the definition as it is stored.
    pub(crate) fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| hash(&self.json))
    }

    /// Returns the kind.
    pub fn kind(&self) -> &dyn Kind {
        &*self.kind
    }

    /// Returns the built-in tool that this one stands in for, if it does.
    pub fn stands_for(&self) -> Option<&str> {
        self.config.stands_for()
    }

    /// Returns the configuration of the kind.
    pub(crate) fn config(&self) -> &dyn KindConfig {
        &*self.config
    }

    /// Returns the question to a person before each call.
    pub(crate) const fn confirm(&self) -> Option<&Template> {
        self.parts.confirm.as_ref()
    }

    /// Returns the schema of the parameters that the author declared, if there are some.
    #[cfg(feature = "postgres")]
    pub(crate) fn declared_schema(&self) -> Option<&Schema> {
        let is_declared = ["parameters", "input_schema"].iter();
        let mut is_declared = is_declared.filter(|name| self.json.contains_key(**name));
        is_declared.next().map(|_| self.parameters.schema())
    }

    /// Returns the parameters that agents see.
    pub(crate) fn parameters(&self) -> Parameters {
        let own = self.config.interface().parameters;
        own.unwrap_or_else(|| self.parameters.clone())
    }

    /// Returns the schema of results, and whether every result is wrapped. `own` is that of the kind.
    fn output_schema(&self, own: Option<Schema>) -> (Option<Schema>, bool) {
        match &self.parts.output_schema {
            Some(schema) => {
                let (schema, is_wrapped) = structured_schema(schema.clone());
                (Some(schema), is_wrapped)
            }
            None => {
                let is_wrapped = own.as_ref().is_some_and(is_wrapping);
                (own, is_wrapped)
            }
        }
    }

    /// Returns the definition that clients get, and whether every result is wrapped.
    pub fn definition(&self) -> (ToolDef, bool) {
        let (kind, parts) = (self.config.interface(), &self.parts);
        let (output_schema, is_wrapped) = self.output_schema(kind.output_schema);
        let parameters = self.parameters();
        let description = parts.description.clone().or(kind.description);
        let mut definition = ToolDef::new(&self.name, description.unwrap_or_default())
            .with_kind(self.kind.name())
            .with_input_schema(parameters.schema().clone())
            .with_output_schema(output_schema)
            .with_rate_limit(parts.rate_limit)
            .with_hints(parts.hints.or(kind.hints));
        if self.config.stands_for().is_some() {
            // Who wraps a built-in tool does not get round the limit of the server.
            definition = definition.keeping_limits();
        }
        if let Some(owner) = self.owner().filter(|_| !self.is_public()) {
            definition = definition.private_to(owner);
        }
        if let Some(title) = &parts.title {
            definition = definition.with_title(title);
        }
        if let Some(timeout) = parts.timeout {
            definition = definition.with_timeout(timeout);
        }
        if parts.is_parallel.or(kind.is_parallel).unwrap_or(false) {
            definition = definition.parallel();
        }
        let definition = parts
            .tags
            .iter()
            .fold(definition, |definition, tag| definition.tag(tag));
        let definition = parts
            .examples
            .iter()
            .fold(definition, ToolDef::usage_example);
        (definition, is_wrapped)
    }
}

fn read_auth(fields: &Fields<'_>, kind: Option<&Arc<dyn Kind>>, kinds: &Kinds) -> Option<Auth> {
    let node = fields.take(&["auth", "auth_config"])?;
    if kind.is_some_and(|kind| !kind.takes_auth()) {
        node.problem(texts::only_some_have_auth(kinds.names_with_auth()));
    }
    let auth = Auth::read(&node)?;
    if let Some(kind) = kind.filter(|kind| kind.takes_auth())
        && let Some(problem) = kind.credential_use().problem(kind.name(), &auth)
    {
        node.problem(problem);
    }
    Some(auth)
}

/// Reads a name that every MCP client accepts.
fn name(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    if is_name(name) {
        return Some(name.to_owned());
    }
    node.problem(texts::tool_name(name));
    None
}
