//! [`ToolsFile`]: `tools.json` as a whole.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::Arc,
};

use serde_json::{Map, Value};

use super::tool_spec::ToolSpec;
use crate::{
    jsonc::{Invalid, Node, Problems, parse},
    kinds::Engines,
    stack::on_large_stack,
};

/// The tools of a file, in their order.
#[derive(Debug, Clone, Default)]
pub struct ToolsFile {
    pub(crate) tools: Vec<StoredTool>,
    /// The bytes of the array of tools.
    pub(crate) array: Range<usize>,
}

/// A tool and its place in the file.
#[derive(Debug, Clone)]
pub(crate) struct StoredTool {
    pub(crate) spec: Arc<ToolSpec>,
    /// The bytes of its object.
    pub(crate) range: Range<usize>,
}

/// A tool that somebody wants to add.
#[derive(Debug)]
pub struct NewTool {
    pub spec: Arc<ToolSpec>,
    /// Where its object begins in the text.
    pub place: usize,
    /// Its path in the text, as problems name it. It is empty if the tool is the whole text.
    pub path: String,
}

impl ToolsFile {
    /// Parses a file: `{"tools": [ … ]}`, or the array alone.
    ///
    /// # Errors
    /// All problems of the text.
    pub(crate) fn parse(file: &str, text: &str, engines: &Engines) -> Result<Self, Invalid> {
        Self::parse_again(file, text, engines, &Unchanged::default())
    }

    /// Parses what somebody wants to add: a file, an array of tools, or one tool.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn parse_any(file: &str, text: &str, engines: &Engines) -> Result<Vec<NewTool>, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let tree = parse(text, &problems);
            let root = tree.as_ref().map(|tree| Node::root(tree, "", &problems));
            let root = root.filter(Node::is_object);
            let has_tools = |root: &Node<'_>| root.object().is_none_or(|root| root.has("tools"));
            if let Some(root) = root.as_ref().filter(|root| !has_tools(root)) {
                let place = root.range().start;
                return ToolSpec::parse(file, text, engines).map(|spec| {
                    vec![NewTool {
                        spec: Arc::new(spec),
                        place,
                        path: String::new(),
                    }]
                });
            }
            let array = root.map_or("", |_| "tools");
            let tools = Self::parse(file, text, engines)?.tools.into_iter();
            let new = tools.enumerate().map(|(index, tool)| NewTool {
                spec: tool.spec,
                place: tool.range.start,
                path: format!("{array}[{index}]"),
            });
            Ok(new.collect())
        })
    }

    /// Parses what somebody wants to add to a server elsewhere, which checks the definitions: a
    /// file, an array of tools, or one tool.
    ///
    /// # Errors
    /// If the text is not JSON, or none of these.
    pub fn definitions(file: &str, text: &str) -> Result<Vec<Map<String, Value>>, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let tools = parse(text, &problems)
                .and_then(|tree| definitions(&Node::root(&tree, "", &problems)));
            problems.into_result(file, tools)
        })
    }

    /// Parses a file of which some tools are known already.
    ///
    /// # Errors
    /// All problems of the text.
    pub(crate) fn parse_again(
        file: &str,
        text: &str,
        engines: &Engines,
        known: &Unchanged<'_>,
    ) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let reader = Reader {
                text,
                engines,
                known,
            };
            let tools = parse(text, &problems)
                .and_then(|tree| reader.read_file(&Node::root(&tree, "", &problems)));
            problems.into_result(file, tools)
        })
    }

    /// Parses definitions that are a part of a file, as an array. `neighbours` says whether its first
    /// and its last element stand for definitions that are known, and are not read.
    ///
    /// Returns `None` if something is wrong: in the whole file it has another place.
    pub(crate) fn parse_between(
        array: &str,
        neighbours: (bool, bool),
        engines: &Engines,
        known: &Unchanged<'_>,
    ) -> Option<Vec<StoredTool>> {
        let parsed = on_large_stack("", || {
            let problems = Problems::of(array);
            let reader = Reader {
                text: array,
                engines,
                known,
            };
            let tools = parse(array, &problems).and_then(|tree| {
                let elements = Node::root(&tree, "", &problems).elements()?;
                let first = usize::from(neighbours.0);
                let last = elements.len().checked_sub(usize::from(neighbours.1))?;
                let elements = elements.get(first..last)?.iter();
                elements
                    .map(|one| reader.read_stored(&one.node()))
                    .collect()
            });
            problems.into_result("", tools)
        });
        parsed.ok()
    }

    /// Returns the part of `text`, which is that of the file, of each of the definitions at these
    /// places.
    pub(crate) fn texts<'a>(
        &'a self,
        text: &'a str,
        places: Range<usize>,
    ) -> impl Iterator<Item = (&'a str, Arc<ToolSpec>)> {
        let tools = self.tools[places].iter();
        tools.map(|tool| (&text[tool.range.clone()], Arc::clone(&tool.spec)))
    }

    /// Returns whether two definitions have the same name.
    pub(crate) fn has_twins(&self) -> bool {
        let mut names = HashSet::with_capacity(self.tools.len());
        !self.tools.iter().all(|tool| names.insert(tool.spec.name()))
    }
}

fn definitions(root: &Node<'_>) -> Option<Vec<Map<String, Value>>> {
    let elements = |node: &Node<'_>| {
        let elements = node.elements()?;
        elements.iter().map(|one| one.node().map()).collect()
    };
    if !root.is_object() {
        return elements(root);
    }
    match root.object()?.take(&["tools"]) {
        Some(tools) => elements(&tools),
        None => Some(vec![root.map()?]),
    }
}

/// Definitions that were read before, by their text.
pub(crate) type Unchanged<'a> = HashMap<&'a str, Arc<ToolSpec>>;

struct Reader<'a> {
    text: &'a str,
    engines: &'a Engines,
    known: &'a Unchanged<'a>,
}

impl Reader<'_> {
    fn read_file(&self, root: &Node<'_>) -> Option<ToolsFile> {
        if !root.is_object() {
            return self.read_tools(root);
        }
        let fields = root.object()?;
        // Editors complete the file by it.
        fields.take(&["$schema"]).and_then(|node| node.text());
        let tools = fields
            .required(&["tools"])
            .and_then(|node| self.read_tools(&node));
        fields.finish();
        tools
    }

    fn read_tools(&self, node: &Node<'_>) -> Option<ToolsFile> {
        let array = node.range();
        let elements = node.elements()?;
        let mut tools: Vec<StoredTool> = Vec::with_capacity(elements.len());
        let mut names: HashMap<String, usize> = HashMap::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let node = element.node();
            let Some(tool) = self.read_stored(&node) else {
                continue;
            };
            let name = tool.spec.name();
            if let Some(first) = names.insert(name.to_owned(), index) {
                node.problem(format!(
                    "duplicate tool `{name}`: it is also tools[{first}]"
                ));
            }
            tools.push(tool);
        }
        Some(ToolsFile {
            tools,
            array: array.start..array.end,
        })
    }

    fn read_stored(&self, node: &Node<'_>) -> Option<StoredTool> {
        let range = node.range();
        let range = range.start..range.end;
        let text = self.text.get(range.clone()).unwrap_or_default();
        let spec = match self.known.get(text) {
            Some(spec) => Arc::clone(spec),
            None => Arc::new(ToolSpec::read(node, self.engines)?),
        };
        Some(StoredTool { spec, range })
    }
}
