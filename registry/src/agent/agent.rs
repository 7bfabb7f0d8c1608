//! [`Agent`]: the definition of an agent, as it is stored.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};
use toolwright::schema::Schema;
use toolwright_base::CodedText;

use super::{
    memory::Memory,
    model::{ModelParameters, ModelProvider},
    tool_names::{ToolReference, read_tools},
};
use crate::{
    definition::{Definition, Known},
    jsonc::{Fields, Invalid, Node, Problems, parse},
    name::{is_name, is_user_name},
    spec::{Hashes, ToolsFile, Unchanged, hash, stored},
    stack::on_large_stack,
    text_limits::MAX_DESCRIPTION,
    texts,
};

/// The most characters of the name of a model.
const MAX_MODEL: usize = 100;
/// The most bytes of a system prompt.
const MAX_SYSTEM_PROMPT: usize = 256 * 1024;

/// The definition of an agent, read and checked as a whole.
///
/// ```
/// use toolwright_registry::{Agent, ModelProvider};
///
/// let agent = Agent::parse("", r#"{
///     "name": "researcher", "model_provider": "anthropic", "model_name": "claude-sonnet-4-5",
///     "system_prompt": "Find sources.", "config": {"temperature": 0.2}, "tools": ["search_web"]
/// }"#)?;
/// assert_eq!(agent.provider(), ModelProvider::Anthropic);
/// assert_eq!(agent.parameters().temperature, Some(0.2));
/// # Ok::<(), toolwright_registry::Invalid>(())
/// ```
#[derive(Debug, Clone)]
pub struct Agent {
    name: String,
    description: Option<String>,
    provider: ModelProvider,
    model: String,
    system_prompt: Option<String>,
    parameters: ModelParameters,
    memory: Option<Memory>,
    tools: Vec<ToolReference>,
    owner: Option<String>,
    is_active: bool,
    is_public: bool,
    json: Map<String, Value>,
    hash: OnceLock<[u8; 32]>,
}

/// The schema of a definition, for documents.
const SCHEMA: &str = include_str!("agent.schema.json");

/// Returns the JSON schema of the definition of an agent.
///
/// ```
/// let schema = toolwright_registry::agent_schema();
/// assert_eq!(schema["properties"]["model_provider"]["enum"][0], "anthropic");
/// ```
#[must_use]
pub fn agent_schema() -> Schema {
    serde_json::from_str(SCHEMA).expect("the file is a part of this crate, and tested")
}

impl Agent {
    /// Parses one definition. `file` is the name of the text in messages.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn parse(file: &str, text: &str) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let agent = parse(text, &problems).and_then(|tree| {
                <Self as Definition>::read_as(&Node::root(&tree, "", &problems), None, &())
            });
            problems.into_result(file, agent)
        })
    }

    /// Parses what somebody wants to add: one agent, an array of them, or an `agents.json`.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn parse_any(file: &str, text: &str) -> Result<Vec<Arc<Self>>, Invalid> {
        let is_one = on_large_stack(file, || {
            let problems = Problems::of(text);
            let tree = parse(text, &problems);
            let root = tree.as_ref().map(|tree| Node::root(tree, "", &problems));
            let root = root.filter(Node::is_object);
            let has_array = |root: &Node<'_>| root.object().is_none_or(|it| it.has(Self::ARRAY));
            Ok(root.is_some_and(|root| !has_array(&root)))
        });
        if is_one? {
            return Ok(vec![Arc::new(Self::parse(file, text)?)]);
        }
        let (known, accepted) = (Unchanged::default(), Hashes::new());
        let read = ToolsFile::<Self>::parse_again(file, text, &(), &known, &accepted)?;
        Ok(read.tools.into_iter().map(|agent| agent.spec).collect())
    }

    /// Reads a definition that was stored.
    ///
    /// # Errors
    /// All problems of the definition.
    pub fn of_json(name: &str, json: &Map<String, Value>) -> Result<Self, Invalid> {
        Self::parse(name, &serde_json::to_string(json).unwrap_or_default())
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the description for people.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns the provider of the model.
    pub const fn provider(&self) -> ModelProvider {
        self.provider
    }

    /// Returns the name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the system prompt.
    pub fn system_prompt(&self) -> Option<&str> {
        self.system_prompt.as_deref()
    }

    /// Returns how the model is asked.
    pub const fn parameters(&self) -> &ModelParameters {
        &self.parameters
    }

    /// Returns how much of a conversation the model gets.
    pub const fn memory(&self) -> Option<&Memory> {
        self.memory.as_ref()
    }

    /// Returns the tools that the agent may use, in their order.
    pub fn tools(&self) -> &[ToolReference] {
        &self.tools
    }

    /// Returns the user that may change the agent.
    pub fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// Returns whether the agent is served.
    pub const fn is_active(&self) -> bool {
        self.is_active
    }

    /// Returns whether every caller may use the agent. One without an owner is public.
    pub const fn is_public(&self) -> bool {
        self.is_public || self.owner.is_none()
    }

    /// Returns the definition as it is stored.
    pub const fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    /// Returns the definition with another owner, or without one.
    #[must_use]
    pub fn with_owner(&self, owner: Option<&str>) -> Self {
        let mut agent = self.clone();
        match owner {
            Some(owner) => drop(agent.json.insert("owner".into(), owner.into())),
            None => agent.json.retain(|field, _| field != "owner"),
        }
        agent.owner = owner.map(ToOwned::to_owned);
        agent.hash = OnceLock::new();
        agent
    }

    /// Returns the definition, switched on or off.
    #[must_use]
    pub fn switched(&self, is_active: bool) -> Self {
        let mut agent = self.clone();
        agent.json.insert("is_active".into(), is_active.into());
        agent.is_active = is_active;
        agent.hash = OnceLock::new();
        agent
    }

    /// Returns the definition with these tools.
    #[must_use]
    pub fn with_tools(&self, tools: Vec<ToolReference>) -> Self {
        let mut agent = self.clone();
        let texts = tools.iter().map(|tool| Value::from(tool.to_string()));
        agent.json.insert("tools".into(), texts.collect());
        agent.tools = tools;
        agent.hash = OnceLock::new();
        agent
    }
}

impl Definition for Agent {
    type Context = ();

    const NOUN: &'static str = "agent";
    const ARRAY: &'static str = "agents";
    const FILE: &'static str = "agents.json";
    const HISTORY: &'static str = "agents-history.jsonl";
    const WITHOUT_FILE: Option<&'static str> = Some("{\n  \"agents\": []\n}\n");

    fn duplicate(name: &str, place: usize) -> CodedText {
        texts::duplicate_agent(name, place)
    }

    fn read_as(node: &Node<'_>, known: Known, (): &()) -> Option<Self> {
        let fields = node.object()?;
        let name = fields.required(&["name"]).and_then(|node| name(&node));
        let provider = fields.required(&["model_provider", "provider"]);
        let provider = provider.and_then(|node| ModelProvider::read(&node));
        let model = fields.required(&["model_name", "model"]);
        let model = model.and_then(|node| node.words_up_to(MAX_MODEL).map(ToOwned::to_owned));
        let description = fields.take(&["description"]);
        let parameters = fields.take(&["config", "parameters"]);
        let memory = fields.take(&["memory_config", "memory"]);
        let flag = |name: &'static str| fields.take(&[name]).and_then(|node| node.boolean());
        let parts = (
            description.and_then(|node| node.words_up_to(MAX_DESCRIPTION).map(ToOwned::to_owned)),
            system_prompt(&fields),
            parameters.and_then(|node| ModelParameters::read(&node, provider)),
            memory.and_then(|node| Memory::read(&node)),
            fields.take(&["tools"]).and_then(|node| read_tools(&node)),
            fields.take(&["owner"]).and_then(|node| owner(&node)),
        );
        let (is_active, is_public) = (flag("is_active"), flag("is_public"));
        fields.finish();
        let (json, hash) = stored(node, known)?;
        let (description, system_prompt, parameters, memory, tools, owner) = parts;
        Some(Self {
            name: name?,
            description,
            provider: provider?,
            model: model?,
            system_prompt,
            parameters: parameters.unwrap_or_default(),
            memory,
            tools: tools.unwrap_or_default(),
            owner,
            is_active: is_active.unwrap_or(true),
            is_public: is_public.unwrap_or(false),
            json,
            hash,
        })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    fn hash(&self) -> [u8; 32] {
        *self.hash.get_or_init(|| hash(&self.json))
    }

    fn sealed(&self, _: Option<&Self>, (): &()) -> Result<Self, Invalid> {
        Ok(self.clone())
    }
}

/// Reads a name that can stand in an address: `/mcp/agents/NAME`.
fn name(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    if is_name(name) && name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return Some(name.to_owned());
    }
    node.problem(texts::agent_name());
    None
}

fn owner(node: &Node<'_>) -> Option<String> {
    let name = node.text()?;
    if is_user_name(name) {
        return Some(name.to_owned());
    }
    node.problem(texts::expected_user_name());
    None
}

fn system_prompt(fields: &Fields<'_>) -> Option<String> {
    let node = fields.take(&["system_prompt"])?;
    let text = node.words()?;
    if text.len() > MAX_SYSTEM_PROMPT {
        let length = text.len();
        node.problem(texts::too_many_bytes(MAX_SYSTEM_PROMPT, length));
        return None;
    }
    Some(text.to_owned())
}
