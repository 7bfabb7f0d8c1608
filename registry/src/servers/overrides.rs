//! Reads `tools` of a server: what is changed about each of its tools.
//!
//! ```json
//! {"tools": {"find_ticket": {
//!     "name": "find_bug", "description": "Finds a bug of our product.", "tags": ["support"],
//!     "arguments": {"project": {"value": "PRODUCT"}, "query": {"name": "question"}, "limit": {"default": 5}}}}}
//! ```
//!
//! The members of an argument are those of the kind `builtin`.

use std::collections::BTreeMap;

use toolwright::tool::ArgumentChange;
use toolwright_gateway::ToolOverride;

use crate::{jsonc::Node, name::is_name, texts};

/// The most sentences that ask for a tool.
const MAX_EXAMPLES: usize = 32;

/// Reads the changes of all tools, by the names that the server has for them.
pub(super) fn overrides(node: &Node<'_>) -> BTreeMap<String, ToolOverride> {
    let Some(fields) = node.object() else {
        return BTreeMap::new();
    };
    let read = |(name, node): (&str, Node<'_>)| Some((name.to_owned(), tool(&node)?));
    let read: BTreeMap<_, _> = fields.nodes().filter_map(read).collect();
    let names = read.values().filter_map(|tool| tool.name.as_ref());
    let mut names: Vec<_> = names.collect();
    names.sort();
    for pair in names.windows(2) {
        if pair[0] == pair[1] {
            node.problem(texts::two_tools(pair[0]));
        }
    }
    read
}

fn tool(node: &Node<'_>) -> Option<ToolOverride> {
    let fields = node.object()?;
    let text = |node: Node<'_>| node.words().map(ToOwned::to_owned);
    let mut tool = ToolOverride::default();
    tool.name = fields.take(&["name"]).and_then(|node| name(&node));
    tool.title = fields.take(&["title"]).and_then(text);
    tool.description = fields.take(&["description"]).and_then(text);
    tool.tags = fields
        .take(&["tags"])
        .and_then(|node| node.texts())
        .unwrap_or_default();
    tool.examples = fields
        .take(&["examples"])
        .and_then(|node| examples(&node))
        .unwrap_or_default();
    if let Some(node) = fields.take(&["arguments"])
        && let Some(fields) = node.object()
    {
        let read = |(inner, node): (&str, Node<'_>)| argument(inner, &node);
        tool.arguments = fields.nodes().filter_map(read).collect();
    }
    fields.finish();
    Some(tool)
}

/// Reads the sentences that ask for a tool.
fn examples(node: &Node<'_>) -> Option<Vec<String>> {
    let texts = node.texts()?;
    if texts.len() > MAX_EXAMPLES {
        node.problem(texts::too_many_sentences(MAX_EXAMPLES));
        return None;
    }
    Some(texts)
}

/// Reads a name that every client accepts.
fn name(node: &Node<'_>) -> Option<String> {
    let text = node.words()?;
    if !is_name(text) {
        node.problem(texts::shown_name());
        return None;
    }
    Some(text.to_owned())
}

fn argument(inner: &str, node: &Node<'_>) -> Option<ArgumentChange> {
    let fields = node.object()?;
    let text = |node: Node<'_>| node.words().map(ToOwned::to_owned);
    let mut change = ArgumentChange::new(inner);
    if let Some(name) = fields.take(&["name"]).and_then(text) {
        change.outer = Some(name);
    }
    change.description = fields.take(&["description"]).and_then(text);
    change.default = fields.take(&["default"]).and_then(|node| node.json());
    change.fixed = fields.take(&["value"]).and_then(|node| node.json());
    let is_hidden = fields.take(&["hidden"]).and_then(|node| node.boolean());
    if is_hidden.unwrap_or_default() || change.fixed.is_some() {
        change.outer = None;
    }
    fields.finish();
    Some(change)
}
