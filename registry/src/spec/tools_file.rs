//! [`ToolsFile`]: `tools.json` as a whole.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::Arc,
};

use super::{hashes::hash, tool_spec::ToolSpec};
use crate::{
    definition::{Definition, Known},
    jsonc::{Invalid, Node, Problems, parse},
    kinds::Engines,
    stack::on_large_stack,
};

/// The tools of a file, in their order, or other definitions of one.
#[derive(Debug)]
pub struct ToolsFile<D = ToolSpec> {
    pub(crate) tools: Vec<StoredTool<D>>,
    /// The bytes of the array of tools.
    pub(crate) array: Range<usize>,
}

impl<D> Clone for ToolsFile<D> {
    fn clone(&self) -> Self {
        Self {
            tools: self.tools.clone(),
            array: self.array.clone(),
        }
    }
}

impl<D> Default for ToolsFile<D> {
    fn default() -> Self {
        Self {
            tools: Vec::new(),
            array: 0..0,
        }
    }
}

/// A definition and its place in the file.
#[derive(Debug)]
pub(crate) struct StoredTool<D = ToolSpec> {
    pub(crate) spec: Arc<D>,
    /// The bytes of its object.
    pub(crate) range: Range<usize>,
}

impl<D> Clone for StoredTool<D> {
    fn clone(&self) -> Self {
        Self {
            spec: Arc::clone(&self.spec),
            range: self.range.clone(),
        }
    }
}

/// A tool that somebody wants to add.
#[derive(Debug)]
pub struct NewTool {
    pub spec: Arc<ToolSpec>,
    /// The position of its object in the text.
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
        let accepted = HashSet::new();
        Self::parse_again(file, text, engines, &Unchanged::default(), &accepted)
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
}

impl<D: Definition> ToolsFile<D> {
    /// Parses a file of which some definitions are known already. `accepted` are the hashes of definitions
    /// that were accepted before, whose schemas need no check.
    ///
    /// # Errors
    /// All problems of the text.
    pub(crate) fn parse_again(
        file: &str,
        text: &str,
        context: &D::Context,
        known: &Unchanged<'_, D>,
        accepted: &Hashes,
    ) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let reader = Reader {
                text,
                context,
                known,
                accepted,
                problems: &problems,
            };
            let tools = parse(text, &problems)
                .and_then(|tree| reader.read_file(&Node::root(&tree, "", &problems)));
            problems.into_result(file, tools)
        })
    }

    /// Reads the definition of this name alone: what else is in the file need only be JSON.
    ///
    /// Returns `None` if the file has no such definition, or two.
    ///
    /// # Errors
    /// All problems of the definition.
    pub(crate) fn find(
        file: &str,
        text: &str,
        name: &str,
        context: &D::Context,
    ) -> Result<Option<Arc<D>>, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let found = parse(text, &problems)
                .and_then(|tree| find(&Node::root(&tree, "", &problems), name, context));
            problems.into_result(file, found)
        })
    }

    /// Parses definitions that are a part of a file, as an array. `neighbours` says whether its first
    /// and its last element stand for definitions that are known, and are not read.
    ///
    /// Returns `None` if something is wrong: in the whole file it has another place.
    pub(crate) fn parse_between(
        array: &str,
        neighbours: (bool, bool),
        context: &D::Context,
        known: &Unchanged<'_, D>,
    ) -> Option<Vec<StoredTool<D>>> {
        let accepted = HashSet::new();
        let parsed = on_large_stack("", || {
            let problems = Problems::of(array);
            let reader = Reader {
                text: array,
                context,
                known,
                accepted: &accepted,
                problems: &problems,
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
    ) -> impl Iterator<Item = (&'a str, Arc<D>)> {
        let tools = self.tools[places].iter();
        tools.map(|tool| (&text[tool.range.clone()], Arc::clone(&tool.spec)))
    }

    /// Returns whether two definitions have the same name.
    pub(crate) fn has_twins(&self) -> bool {
        let mut names = HashSet::with_capacity(self.tools.len());
        !self.tools.iter().all(|tool| names.insert(tool.spec.name()))
    }
}

/// Reads the only definition of this name. The inner `None` is that of a file with none or two.
fn find<D: Definition>(
    root: &Node<'_>,
    name: &str,
    context: &D::Context,
) -> Option<Option<Arc<D>>> {
    let find = |array: &Node<'_>| {
        let elements = array.elements()?;
        let mut found = elements.iter().filter(|one| is_named(&one.node(), name));
        match (found.next(), found.next()) {
            (Some(one), None) => {
                D::read_as(&one.node(), None, context).map(|spec| Some(Arc::new(spec)))
            }
            _ => Some(None),
        }
    };
    if !root.is_object() {
        return find(root);
    }
    let fields = root.object()?;
    match fields.take(&[D::ARRAY]) {
        Some(tools) => find(&tools),
        None => Some(None),
    }
}

fn is_named(node: &Node<'_>, name: &str) -> bool {
    let is_name = |(field, node): (&str, Node<'_>)| {
        field == "name" && node.is_text() && node.text() == Some(name)
    };
    node.is_object()
        && node
            .object()
            .is_some_and(|fields| fields.nodes().any(is_name))
}

/// Definitions that were read before, by their text.
pub(crate) type Unchanged<'a, D = ToolSpec> = HashMap<&'a str, Arc<D>>;

/// The hashes of definitions.
pub(crate) type Hashes = HashSet<[u8; 32]>;

struct Reader<'a, D: Definition> {
    text: &'a str,
    context: &'a D::Context,
    known: &'a Unchanged<'a, D>,
    accepted: &'a Hashes,
    problems: &'a Problems<'a>,
}

impl<D: Definition> Reader<'_, D> {
    fn read_file(&self, root: &Node<'_>) -> Option<ToolsFile<D>> {
        if !root.is_object() {
            return self.read_tools(root);
        }
        let fields = root.object()?;
        // Editors complete the file by it.
        fields.take(&["$schema"]).and_then(|node| node.text());
        let tools = fields
            .required(&[D::ARRAY])
            .and_then(|node| self.read_tools(&node));
        fields.finish();
        tools
    }

    fn read_tools(&self, node: &Node<'_>) -> Option<ToolsFile<D>> {
        let array = node.range();
        let elements = node.elements()?;
        let mut tools: Vec<StoredTool<D>> = Vec::with_capacity(elements.len());
        let mut names: HashMap<String, usize> = HashMap::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let node = element.node();
            let Some(tool) = self.read_stored(&node) else {
                continue;
            };
            let name = tool.spec.name();
            if let Some(first) = names.insert(name.to_owned(), index) {
                node.problem(D::duplicate(name, first));
            }
            tools.push(tool);
        }
        Some(ToolsFile {
            tools,
            array: array.start..array.end,
        })
    }

    fn read_stored(&self, node: &Node<'_>) -> Option<StoredTool<D>> {
        let range = node.range();
        let range = range.start..range.end;
        let text = self.text.get(range.clone()).unwrap_or_default();
        let spec = match self.known.get(text) {
            Some(spec) => Arc::clone(spec),
            None => Arc::new(self.read_spec(node)?),
        };
        Some(StoredTool { spec, range })
    }

    fn read_spec(&self, node: &Node<'_>) -> Option<D> {
        let json = (!self.accepted.is_empty() && node.is_object()).then(|| node.map());
        let known: Known = json.flatten().map(|json| {
            let hash = hash(&json);
            (json, hash)
        });
        let is_accepted = |(_, hash): &(_, [u8; 32])| self.accepted.contains(hash);
        self.problems
            .set_accepted(known.as_ref().is_some_and(is_accepted));
        let spec = D::read_as(node, known, self.context);
        self.problems.set_accepted(false);
        spec
    }
}
