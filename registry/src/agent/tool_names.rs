//! [`ToolNames`]: the names that ids of tools stand for. [`ToolReference`]: a tool in the list of an agent.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use crate::{jsonc::Node, name::is_name, texts, tool_id::ToolId};

/// The most tools of an agent.
const MAX_TOOLS: usize = 10_000;

/// A tool in the list of an agent. Lists are stored with ids; people write names too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ToolReference {
    /// A tool by its id.
    Id(ToolId),
    /// A tool by its name.
    Name(String),
}

impl fmt::Display for ToolReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// Reads the tools of an agent.
pub(super) fn read_tools(node: &Node<'_>) -> Option<Vec<ToolReference>> {
    let elements = node.elements()?;
    if elements.len() > MAX_TOOLS {
        let count = elements.len();
        node.problem(texts::too_many_tools(MAX_TOOLS, count));
        return None;
    }
    let mut seen = HashSet::with_capacity(elements.len());
    let tools = elements.iter().map(|element| {
        let node = element.node();
        let tool = read_reference(&node)?;
        if !seen.insert(tool.clone()) {
            node.problem(texts::tool_is_there_twice(tool.to_string()));
        }
        Some(tool)
    });
    // Every element is read, so that all problems are found.
    tools.collect::<Vec<_>>().into_iter().collect()
}

fn read_reference(node: &Node<'_>) -> Option<ToolReference> {
    let text = node.text()?;
    if let Ok(id) = text.parse() {
        return Some(ToolReference::Id(id));
    }
    if is_name(text) {
        return Some(ToolReference::Name(text.to_owned()));
    }
    node.problem(texts::expected_tool_of_agent());
    None
}

/// The names that ids of tools stand for at one moment.
///
/// ```
/// use toolwright_registry::{ToolId, ToolNames, ToolReference};
///
/// let names = ToolNames::new([("add", None), ("search", None)]);
/// let add = ToolReference::Id(ToolId::of_name("add"));
/// assert_eq!(names.name(&add), Some("add"));
/// assert_eq!(names.name(&ToolReference::Name("gone".into())), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ToolNames {
    names: HashMap<ToolId, String>,
    /// The ids of tools that have one of their own.
    rows: HashMap<String, ToolId>,
}

impl ToolNames {
    /// Creates them from the names of all tools, with the ids of those that have one of their own. A
    /// tool is known by the id of its name too, so that lists of files go on in a database.
    pub fn new<'a>(tools: impl IntoIterator<Item = (&'a str, Option<ToolId>)>) -> Self {
        let mut names = Self::default();
        for (name, row) in tools {
            names.names.insert(ToolId::of_name(name), name.to_owned());
            if let Some(row) = row {
                names.names.insert(row, name.to_owned());
                names.rows.insert(name.to_owned(), row);
            }
        }
        names
    }

    /// Returns the name of the tool that a list names, if there is one.
    pub fn name(&self, tool: &ToolReference) -> Option<&str> {
        let id = match tool {
            ToolReference::Id(id) => *id,
            ToolReference::Name(name) => ToolId::of_name(name),
        };
        let found = self.names.get(&id);
        // A name may look like an id.
        let found = found.or_else(|| self.names.get(&ToolId::of_name(&tool.to_string())));
        found.map(String::as_str)
    }

    /// Returns a tool as lists are stored: by its id, or as it is if there is no such tool.
    pub fn stored(&self, tool: &ToolReference) -> ToolReference {
        let Some(name) = self.name(tool) else {
            return tool.clone();
        };
        let row = self.rows.get(name).copied();
        ToolReference::Id(row.unwrap_or_else(|| ToolId::of_name(name)))
    }
}
