//! The definitions of another server: its lists, and each tool, prompt and resource of them.
//!
//! Each is read on its own: one that is malformed is left out and reported, and the others are served.

use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

use crate::{
    client::connection::{Connection, ConnectionError},
    core::{Hints, Icon, PromptDef, ResourceDef, ToolDef, Variable, catalog_problem, compute},
    server::METHOD_NOT_FOUND,
};

/// The longest definition, in bytes.
const MAX_DEFINITION: usize = 256 * 1024;

/// The lists of a server, with each entry as it sent it.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ServerLists {
    /// The tools.
    pub tools: Vec<Value>,
    /// The prompts.
    pub prompts: Vec<Value>,
    /// The resources.
    pub resources: Vec<Value>,
    /// The resource templates.
    pub templates: Vec<Value>,
    /// Whether the server may answer a call with a task.
    pub has_tasks: bool,
    /// The definitions that are left out, and why.
    pub problems: Vec<String>,
}

impl ServerLists {
    /// Reads all lists that the server has.
    ///
    /// # Errors
    /// If the server does not answer.
    pub async fn read(connection: &Connection) -> Result<Self, ConnectionError> {
        #[derive(Deserialize, Default)]
        struct Server {
            #[serde(default)]
            capabilities: Map<String, Value>,
        }
        let server: Server = serde_json::from_str(connection.server().get()).unwrap_or_default();
        let has = |name: &str| server.capabilities.contains_key(name);
        let mut lists = Self {
            has_tasks: connection.has_tasks(),
            ..Self::default()
        };
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
        let read = move || {
            let values = kept.iter().map(|entry| serde_json::from_str(entry.get()));
            values.filter_map(Result::ok).collect()
        };
        let values = compute(read).await;
        values.map_err(|error| ConnectionError::Invalid(error.to_string()))
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
    #[serde(default)]
    execution: ExecutionJson,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct ExecutionJson {
    task_support: Option<String>,
}

/// Returns the name of an entry of a list.
#[must_use]
pub fn name_of(entry: &Value) -> Option<&str> {
    entry.get("name")?.as_str().filter(|name| !name.is_empty())
}

/// Reads the definition of a tool.
///
/// # Errors
/// The reason why it cannot be served.
pub fn tool_definition(entry: &Value) -> Result<ToolDef, String> {
    let name = name_of(entry).ok_or("it has no name")?;
    let json = ToolJson::deserialize(entry).map_err(|error| error.to_string())?;
    if json.execution.task_support.as_deref() == Some("required") {
        return Err(
            "it runs as a task of 2025-11-25 alone, and these are not passed on".to_owned(),
        );
    }
    let mut input = json.input_schema;
    input.entry("type").or_insert_with(|| "object".into());
    check_schema(&input).map_err(|problem| format!("its input schema {problem}"))?;
    let description = described(&json.description, &json.title, name);
    let mut definition = ToolDef::new(name, description)
        .with_input_schema(input)
        .with_hints(hints(&json.annotations))
        .with_kind("mcp")
        .parallel();
    if let Some(output) = json.output_schema {
        check_schema(&output).map_err(|problem| format!("its output schema {problem}"))?;
        definition = definition.with_output_schema(Some(output));
    }
    let title = json.annotations.get("title").and_then(Value::as_str);
    if let Some(title) = json.title.as_deref().or(title) {
        definition = definition.with_title(title);
    }
    for icon in json.icons.iter().filter_map(icon) {
        definition = definition.icon(icon);
    }
    let meta = json.meta.into_iter();
    Ok(meta.fold(definition, |definition, (key, value)| {
        definition.meta(key, value)
    }))
}

fn check_schema(schema: &Map<String, Value>) -> Result<(), String> {
    #[cfg(feature = "governance")]
    crate::core::check_schema(schema)?;
    catalog_problem(schema).map_or(Ok(()), Err)
}

/// Reads the definition of a prompt.
///
/// # Errors
/// The reason why it cannot be served.
pub fn prompt_definition(entry: &Value) -> Result<PromptDef, String> {
    let name = name_of(entry).ok_or("it has no name")?;
    let json = PromptJson::deserialize(entry).map_err(|error| error.to_string())?;
    let mut definition = PromptDef::new(name, described(&json.description, &json.title, name));
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
    if let Some(icons) = json.icons {
        definition = definition.member("icons", icons.into());
    }
    let meta = json.meta.into_iter();
    Ok(meta.fold(definition, |definition, (key, value)| {
        definition.meta(key, value)
    }))
}

#[derive(Deserialize)]
struct PromptJson {
    title: Option<String>,
    description: Option<String>,
    icons: Option<Vec<Value>>,
    #[serde(default, rename = "_meta")]
    meta: Map<String, Value>,
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

/// Reads the definition of a resource or of a template.
///
/// # Errors
/// The reason why it cannot be served.
pub fn resource_definition(entry: &Value) -> Result<ResourceDef, String> {
    let text = |name: &str| {
        let text = entry.get(name).and_then(Value::as_str);
        text.map(ToOwned::to_owned)
    };
    let uri = text("uri").or_else(|| text("uriTemplate"));
    let uri = uri.ok_or("it has no URI")?;
    let name = text("name").unwrap_or_else(|| uri.clone());
    let description = described(&text("description"), &text("title"), &name);
    let mut definition = ResourceDef::new(uri, name, description);
    if let Some(title) = text("title") {
        definition = definition.with_title(title);
    }
    if let Some(mime_type) = text("mimeType") {
        definition = definition.with_mime_type(mime_type);
    }
    for name in ["annotations", "size", "icons"] {
        if let Some(value) = entry.get(name) {
            definition = definition.member(name, value.clone());
        }
    }
    let meta = entry.get("_meta").and_then(Value::as_object);
    let meta = meta.into_iter().flatten();
    Ok(meta.fold(definition, |definition, (key, value)| {
        definition.meta(key, value.clone())
    }))
}

/// Returns the description, or what comes closest to one.
fn described(description: &Option<String>, title: &Option<String>, name: &str) -> String {
    let texts = [description, title].into_iter().flatten();
    let text = texts.map(|text| text.trim()).find(|text| !text.is_empty());
    text.unwrap_or(name).to_owned()
}

fn hints(annotations: &Map<String, Value>) -> Hints {
    let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
    Hints {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
    }
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
