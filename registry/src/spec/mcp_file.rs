//! [`check_mcp_file`]: `mcp.json`, the file of other MCP servers.
//!
//! ```json
//! {"mcpServers": {"files": {"command": "files-server", "args": ["/data"]},
//!                 "tickets": {"url": "https://tickets.example.com/mcp"}}}
//! ```

use crate::{
    jsonc::{Invalid, Node, Problems, parse},
    stack::on_large_stack,
};

/// Checks the text of `mcp.json`: JSON with an object `mcpServers`, whose entries are objects with the
/// text `command` or the text `url`. Other fields are those of the hosts that share the file, and are
/// not looked at.
///
/// # Errors
/// All problems of the text, each with its line and column.
pub fn check_mcp_file(file: &str, text: &str) -> Result<(), Invalid> {
    on_large_stack(file, || {
        let problems = Problems::of(text);
        let checked =
            parse(text, &problems).and_then(|tree| check(&Node::root(&tree, "", &problems)));
        problems.into_result(file, checked)
    })
}

fn check(root: &Node<'_>) -> Option<()> {
    let fields = root.object()?;
    let servers = fields.required(&["mcpServers"])?.object()?;
    for (_, server) in servers.nodes() {
        let Some(fields) = server.object() else {
            continue;
        };
        let (command, url) = (fields.take(&["command"]), fields.take(&["url"]));
        if command.is_none() && url.is_none() {
            server
                .problem("expected `command` for a program, or `url` for a server on the network");
        }
        for node in command.iter().chain(&url) {
            // A value of another type is a problem that it reports itself.
            let _ = node.words();
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> String {
        match check_mcp_file("mcp.json", text) {
            Ok(()) => String::new(),
            Err(invalid) => invalid.to_string(),
        }
    }

    #[test]
    fn a_file_of_a_desktop_host_is_accepted() {
        let text = r#"{
            // What another host wrote.
            "mcpServers": {
                "files": {"command": "files-server", "args": ["/data"], "env": {"A": "b"}},
                "tickets": {"type": "http", "url": "https://tickets.example.com/mcp"},
            },
            "theme": "dark",
        }"#;
        assert_eq!(problems(text), "");
        assert_eq!(problems(r#"{"mcpServers": {}}"#), "");
    }

    #[test]
    fn every_problem_is_told_with_its_place() {
        let told = problems("{\"mcpServers\": {\n\"a\": {}, \"b\": 1, \"c\": {\"command\": 2}}}");
        for expected in [
            "mcp.json:2:6: mcpServers.a: expected `command` for a program",
            "mcp.json:2:15: mcpServers.b: ",
            "mcpServers.c.command: ",
        ] {
            assert!(told.contains(expected), "{told}");
        }
        assert!(problems("{\"servers\": {}}").contains("missing field `mcpServers`"));
        assert!(problems("{\"mcpServers\"").contains("invalid JSON"));
        assert!(!problems("[]").is_empty());
    }
}
