//! [`PastedServers`]: the servers in what somebody copied from the configuration of a desktop host.

use serde_json::{Map, Value};

use crate::{
    jsonc::{Fields, Invalid, Node, Problems, parse},
    stack::on_large_stack,
    texts,
};

/// The keys that hosts use for their servers.
const KEYS: [&str; 3] = ["mcpServers", "servers", "context_servers"];
/// The members that an entry has, and other objects have not.
const ENTRY: [&str; 2] = ["command", "url"];

/// The servers in what somebody copied: the configuration of a desktop host, or the entries alone.
///
/// ```
/// use toolwright_registry::PastedServers;
///
/// let text = r#"{"servers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}"#;
/// let pasted = PastedServers::read("clipboard", text)?;
/// assert_eq!(pasted.names().collect::<Vec<_>>(), ["time"]);
/// # Ok::<(), toolwright_registry::Invalid>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PastedServers(pub(super) Map<String, Value>);

impl PastedServers {
    /// Reads JSON, with comments and trailing commas. `file` is the name of the text in messages.
    ///
    /// # Errors
    /// If it is no JSON, or has no servers.
    pub fn read(file: &str, text: &str) -> Result<Self, Invalid> {
        on_large_stack(file, || {
            let problems = Problems::of(text);
            let entries =
                parse(text, &problems).and_then(|tree| entries(&Node::root(&tree, "", &problems)));
            problems.into_result(file, entries).map(Self)
        })
    }

    /// Leaves out all servers but those with these names. No names mean all.
    #[must_use]
    pub fn only(mut self, names: &[String]) -> Self {
        self.0
            .retain(|name, _| names.is_empty() || names.contains(name));
        self
    }

    /// Returns the entries of the servers, by their names.
    #[must_use]
    pub const fn entries(&self) -> &Map<String, Value> {
        &self.0
    }

    /// Returns the names of the servers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

fn entries(root: &Node<'_>) -> Option<Map<String, Value>> {
    let fields = root.object()?;
    let found = KEYS.into_iter().filter_map(|key| fields.take(&[key]));
    for node in found {
        if node
            .object()
            .is_some_and(|entries| entries.nodes().next().is_some())
        {
            return node.map();
        }
    }
    if fields.nodes().any(|(_, node)| is_entry(&node)) {
        return root.map();
    }
    fields.problem(texts::expected_servers());
    None
}

/// Whether a value is a server.
fn is_entry(node: &Node<'_>) -> bool {
    let has = |fields: Fields<'_>| ENTRY.into_iter().any(|name| fields.has(name));
    node.is_object() && node.object().is_some_and(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let pasted = PastedServers::read("pasted", text).unwrap();
        pasted.names().map(ToOwned::to_owned).collect()
    }

    #[test]
    fn every_host_and_the_entries_alone_are_understood() {
        let entry = r#""a": {"command": "x",}, // mine"#;
        for text in [
            format!("{{\"mcpServers\": {{{entry}\n}}}}"),
            format!("{{\"inputs\": [], \"servers\": {{{entry}\n}}}}"),
            format!("{{\"context_servers\": {{{entry}\n}}, \"mcpServers\": {{}}}}"),
            format!("{{{entry}\n}}"),
        ] {
            assert_eq!(names(&text), ["a"], "{text}");
        }
    }

    #[test]
    fn what_has_no_servers_is_refused() {
        for text in [
            "",
            "[]",
            "{}",
            "{\"theme\": \"dark\"}",
            "{\"a\": {\"b\": 1}}",
        ] {
            assert!(PastedServers::read("pasted", text).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(PastedServers::read("pasted", &deep).is_err());
    }
}
