//! [`ToolOverride`]: what is changed about a tool of another server, and the tool that becomes of it.

use std::{future::ready, sync::Arc};

use serde_json::{Map, Value};
use toolwright::{
    Arguments, BoxFuture, Context, Tool, ToolDef, ToolError, ToolOutput,
    client::forward::{ForwardedItem, Route},
    tool::{ArgumentChange, Permitted},
};

/// Changes to a tool of another server, made before agents see it.
///
/// ```
/// use serde_json::json;
/// use toolwright::tool::ArgumentChange;
/// use toolwright_gateway::{ServerConfig, ToolOverride, Transport};
///
/// let mut project = ArgumentChange::new("project");
/// project.outer = None;
/// project.fixed = Some(json!("PRODUCT"));
/// let mut find = ToolOverride::default();
/// find.name = Some("find_bug".to_owned());
/// find.arguments = vec![project];
/// let mut tickets = ServerConfig::new("tickets", Transport::http("https://tickets.example.com/mcp"));
/// tickets.tools.insert("find_ticket".to_owned(), find);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolOverride {
    /// The whole name that it has here, without a prefix.
    pub name: Option<String>,
    /// Its name for people.
    pub title: Option<String>,
    /// The description for agents.
    pub description: Option<String>,
    /// Tags, beside the name of the server.
    pub tags: Vec<String>,
    /// Sentences that ask for it, by which it is found. Agents do not get them.
    pub examples: Vec<String>,
    /// Changes to its arguments.
    pub arguments: Vec<ArgumentChange>,
}

/// A tool of another server as it is offered here.
pub(crate) struct OfferedTool {
    definition: ToolDef,
    arguments: Vec<ArgumentChange>,
    /// The tool with the definition that the server has.
    item: ForwardedItem<ToolDef>,
}

impl OfferedTool {
    /// Creates a tool that the server has as `there`, and that is offered as `here` with what is changed.
    ///
    /// # Errors
    /// What does not fit the tool that the server has. Such a tool is not offered: a value that was
    /// meant to be fixed would be chosen by agents.
    pub(crate) fn new(
        route: Arc<dyn Route>,
        there: ToolDef,
        here: ToolDef,
        change: &ToolOverride,
    ) -> Result<Self, String> {
        let arguments = change.arguments.clone();
        let mut schema = there.input_schema().clone();
        if let Some(problem) = ArgumentChange::problem(&arguments, &schema) {
            return Err(format!(
                "its `arguments` in `mcp.json` do not fit: {problem}"
            ));
        }
        for change in &arguments {
            change.apply(&mut schema);
        }
        let mut definition = change.tags.iter().fold(here, ToolDef::tag);
        for example in &change.examples {
            definition = definition.usage_example(example);
        }
        if !arguments.is_empty() {
            definition = definition.with_input_schema(schema);
        }
        if let Some(title) = &change.title {
            definition = definition.with_title(title);
        }
        if let Some(description) = &change.description {
            definition = definition.with_description(description);
        }
        let name = there.name().to_owned();
        Ok(Self {
            definition,
            arguments,
            item: ForwardedItem::new(route, name, there),
        })
    }

    /// Returns the name that the server has for it.
    pub(crate) fn remote_name(&self) -> &str {
        self.item.remote_name()
    }

    /// Returns the arguments that the server gets.
    fn filled(&self, arguments: Arguments) -> Result<Arguments, ToolError> {
        if self.arguments.is_empty() {
            return Ok(arguments);
        }
        let sent: Map<String, Value> = serde_json::from_str(arguments.as_str())?;
        let filled = ArgumentChange::fill(&self.arguments, sent);
        Ok(Arguments::from_value(&filled)?)
    }
}

impl Tool for OfferedTool {
    fn definition(&self) -> &ToolDef {
        &self.definition
    }

    fn call<'a>(
        &'a self,
        context: Context,
        arguments: Arguments,
        permitted: Permitted<'a>,
    ) -> BoxFuture<'a, Result<ToolOutput, ToolError>> {
        match self.filled(arguments) {
            Ok(arguments) => self.item.call(context, arguments, permitted),
            Err(error) => Box::pin(ready(Err(error))),
        }
    }
}
