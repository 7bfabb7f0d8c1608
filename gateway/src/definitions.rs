//! The definitions of a server, as they are here.

use std::sync::Arc;

use serde_json::Value;
pub(crate) use toolwright::client::forward::{ServerLists as Lists, name_of};
use toolwright::{
    PromptDef, ResourceDef,
    client::forward::{Route, prompt_definition, resource_definition, tool_definition},
};

use crate::{
    config::ServerConfig,
    names::name_here,
    overrides::{OfferedTool, ToolOverride},
};

/// Reads the definition of a tool, with the name that it has here. `has_tasks` is whether the server may
/// answer a call with a task.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn tool(
    config: &ServerConfig,
    route: Arc<dyn Route>,
    entry: &Value,
    has_tasks: bool,
) -> Result<OfferedTool, String> {
    let there = tool_definition(entry)?;
    let name = there.name().to_owned();
    let unchanged = ToolOverride::default();
    let change = config.tools.get(&name).unwrap_or(&unchanged);
    let here = change.name.clone();
    let here = here.unwrap_or_else(|| name_here(prefix(config), &name));
    let definition = there.renamed(here).tag(config.name.as_str());
    let definition = match config.timeout {
        // Without a time of its own, a tool that may be a task would have no deadline.
        Some(timeout) if has_tasks => definition.with_timeout(timeout).task_on_demand(),
        Some(timeout) => definition.with_timeout(timeout),
        None => definition,
    };
    OfferedTool::new(route, there, definition, change)
}

/// Reads the definition of a prompt, with the name that it has here.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn prompt(config: &ServerConfig, entry: &Value) -> Result<PromptDef, String> {
    let definition = prompt_definition(entry)?;
    let name = name_here(prefix(config), definition.name());
    Ok(definition.renamed(name))
}

/// Reads the definition of a resource or of a template. Its URI stays as it is, since results refer
/// to it.
///
/// # Errors
/// The reason why it cannot be served.
pub(crate) fn resource(config: &ServerConfig, entry: &Value) -> Result<ResourceDef, String> {
    let definition = resource_definition(entry)?;
    Ok(definition.tag(config.name.as_str()))
}

fn prefix(config: &ServerConfig) -> &str {
    config.prefix.as_deref().unwrap_or(&config.name)
}
