//! The lists of a server, with each definition read on its own.
//!
//! One definition that is malformed is left out and reported, and the others are served.

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};
use toolwright::{
    PromptDef, ResourceDef, ToolDef,
    client::{Connection, ConnectionError},
    prompt::Variable,
    schema::check_schema,
    tool::{Hints, Icon},
};

use crate::{config::ServerConfig, names::name_here};

/// The longest definition, in bytes.
const MAX_DEFINITION: usize = 256 * 1024;
/// The error of a server that does not know a method.
const METHOD_NOT_FOUND: i64 = -32601;

/// The lists of a server.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) tools: Vec<Value>,
    pub(crate) prompts: Vec<Value>,
    pub(crate) resources: Vec<Value>,
    pub(crate) templates: Vec<Value>,
    /// The definitions that are left out, and why.
    pub(crate) problems: Vec<String>,
}

impl Lists {
    /// Reads all lists that the server has.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(crate) async fn read(connection: &Connection) -> Result<Self, ConnectionError> {
        #[derive(Deserialize, Default)]
        struct Server {
            #[serde(default)]
            capabilities: Map<String, Value>,
        }
        let server: Server = serde_json::from_str(connection.server().get()).unwrap_or_default();
        let has = |name: &str| server.capabilities.contains_key(name);
        let mut lists = Self::default();
        if has("tools") {
            lists.tools = lists.list(connection, "tools/list", "tools").await?;
        }
        if has("prompts") {
            lists.prompts = lists.list(connection, "prompts/list", "prompts").await?;
        }
        if has("resources") {
            lists.resources = lists
                .list(connection, "resources/list", "resources")
                .await?;
            let templates = ("resources/templates/list", "resourceTemplates");
            lists.templates = lists.list(connection, templates.0, templates.1).await?;
        }
        Ok(lists)
    }

    async fn list(
        &mut self,
        connection: &Connection,
        method: &str,
        member: &str,
    ) -> Result<Vec<Value>, ConnectionError> {
        let entries = match connection.list(method, member).await {
            Ok(entries) => entries,
            Err(ConnectionError::Refused(refusal)) if refusal.code == METHOD_NOT_FOUND => {
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        let is_short = |entry: &RawValue| entry.get().len() <= MAX_DEFINITION;
        let (kept, long): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| is_short(entry));
        if !long.is_empty() {
            let count = long.len();
            self.problems.push(format!(
                "`{method}`: {count} definitions are longer than {MAX_DEFINITION} bytes"
            ));
        }
        let values = kept.iter().map(|entry| serde_json::from_str(entry.get()));
        Ok(values.filter_map(Result::ok).collect())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolJson {
    title: Option<String>,
    description: Option<String>,
    #[serde(default)]
    input_schema: Map<String, Value>,
    output_schema: Option<Map<String, Value>>,
    #[serde(default)]
    annotations: Map<String, Value>,
    #[serde(default)]
    icons: Vec<Map<String, Value>>,
    #[serde(default, rename = "_meta")]
    meta: Map<String, Value>,
}

/// Returns the name of an entry of a list.
pub(crate) fn name_of(entry: &Value) -> Option<&str> {
    entry.get("name")?.as_str().filter(|name| !name.is_empty())
}

/// Reads the definition of a tool, with the name that it has here.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn tool(config: &ServerConfig, entry: &Value) -> Result<ToolDef, String> {
    let name = name_of(entry).ok_or("it has no name")?;
    let json = ToolJson::deserialize(entry).map_err(|error| error.to_string())?;
    let mut input = json.input_schema;
    input.entry("type").or_insert_with(|| "object".into());
    check_schema(&input).map_err(|problem| format!("its input schema {problem}"))?;
    let mut definition = ToolDef::new(
        name_here(prefix(config), name),
        described(&json.description, &json.title, name),
    )
    .with_input_schema(input)
    .with_hints(hints(&json.annotations))
    .with_kind("mcp")
    .parallel()
    .tag(config.name.as_str());
    if let Some(output) = json.output_schema {
        check_schema(&output).map_err(|problem| format!("its output schema {problem}"))?;
        definition = definition.with_output_schema(Some(output));
    }
    let title = json.annotations.get("title").and_then(Value::as_str);
    if let Some(title) = json.title.as_deref().or(title) {
        definition = definition.with_title(title);
    }
    if let Some(timeout) = config.timeout {
        definition = definition.with_timeout(timeout);
    }
    for icon in json.icons.iter().filter_map(icon) {
        definition = definition.icon(icon);
    }
    for (key, value) in json.meta {
        definition = definition.meta(key, value);
    }
    Ok(definition)
}

/// Reads the definition of a prompt, with the name that it has here.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn prompt(config: &ServerConfig, entry: &Value) -> Result<PromptDef, String> {
    #[derive(Deserialize)]
    struct PromptJson {
        title: Option<String>,
        description: Option<String>,
        #[serde(default)]
        arguments: Vec<ArgumentJson>,
    }
    #[derive(Deserialize)]
    struct ArgumentJson {
        name: String,
        description: Option<String>,
        #[serde(default)]
        required: bool,
    }
    let name = name_of(entry).ok_or("it has no name")?;
    let json = PromptJson::deserialize(entry).map_err(|error| error.to_string())?;
    let here = name_here(prefix(config), name);
    let mut definition = PromptDef::new(here, described(&json.description, &json.title, name));
    if let Some(title) = json.title {
        definition = definition.with_title(title);
    }
    for argument in json.arguments {
        let mut variable = match argument.required {
            true => Variable::of::<String>(&argument.name),
            false => Variable::of::<Option<String>>(&argument.name),
        };
        variable.description = argument.description;
        definition = definition.argument(variable);
    }
    Ok(definition)
}

/// Reads the definition of a resource or of a template. Its URI stays as it is, since results refer
/// to it.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn resource(config: &ServerConfig, entry: &Value) -> Result<ResourceDef, String> {
    let text = |name: &str| {
        entry
            .get(name)
            .and_then(Value::as_str)
            .map(ToOwned::to_owned)
    };
    let uri = text("uri").or_else(|| text("uriTemplate"));
    let uri = uri.ok_or("it has no URI")?;
    let name = text("name").unwrap_or_else(|| uri.clone());
    let description = described(&text("description"), &text("title"), &name);
    let mut definition = ResourceDef::new(uri, name, description).tag(config.name.as_str());
    if let Some(title) = text("title") {
        definition = definition.with_title(title);
    }
    if let Some(mime_type) = text("mimeType") {
        definition = definition.with_mime_type(mime_type);
    }
    Ok(definition)
}

fn prefix(config: &ServerConfig) -> &str {
    config.prefix.as_deref().unwrap_or(&config.name)
}

/// Returns the description, or what comes closest to one.
fn described(description: &Option<String>, title: &Option<String>, name: &str) -> String {
    let texts = [description, title].into_iter().flatten();
    let text = texts.map(|text| text.trim()).find(|text| !text.is_empty());
    text.unwrap_or(name).to_owned()
}

fn hints(annotations: &Map<String, Value>) -> Hints {
    let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
    let mut hints = Hints::default();
    hints.read_only = hint("readOnlyHint");
    hints.destructive = hint("destructiveHint");
    hints.idempotent = hint("idempotentHint");
    hints.open_world = hint("openWorldHint");
    hints
}

fn icon(icon: &Map<String, Value>) -> Option<Icon> {
    let mut made = Icon::new(icon.get("src")?.as_str()?);
    if let Some(mime_type) = icon.get("mimeType").and_then(Value::as_str) {
        made = made.with_mime_type(mime_type);
    }
    let sizes = icon.get("sizes").and_then(Value::as_array);
    let sizes = sizes.into_iter().flatten().filter_map(Value::as_str);
    Some(sizes.fold(made, Icon::with_size))
}
