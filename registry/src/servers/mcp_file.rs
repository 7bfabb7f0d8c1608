//! [`read_mcp_file`]: `mcp.json`, the file of other MCP servers.
//!
//! ```json
//! {"mcpServers": {
//!   "files": {"command": "files-server", "args": ["/data"], "env": {"TOKEN": "${FILES_TOKEN}"}},
//!   "tickets": {"url": "https://tickets.example.com/mcp", "headers": {"Authorization": "Bearer ${TICKETS}"},
//!               "prefix": "t", "include": ["find_*"], "timeout_seconds": 10}
//! }}
//! ```
//!
//! The shape is that of desktop hosts, so people paste what they have. Fields that are not known here
//! are those of such hosts.

use std::{collections::BTreeMap, time::Duration};

use toolwright::govern::NamePattern;
use toolwright_gateway::{ServerConfig, Transport, Trust};

use super::{credentials, overrides::overrides};
use crate::{
    jsonc::{Fields, Invalid, Node, Problems, parse},
    sealing::SecretKeys,
    stack::on_large_stack,
    texts,
};

/// The words for transports over HTTP, and whether each is the one with server-sent events.
const TYPES: [(&str, bool); 4] = [
    ("http", false),
    ("streamable-http", false),
    ("streamableHttp", false),
    ("sse", true),
];

/// Reads the text of `mcp.json`: an object `mcpServers`, whose entries have a `command` or a `url`.
///
/// Credentials are opened with `keys`. A server with one that cannot be opened is not connected to
/// ([`ServerConfig::problem`]).
///
/// # Errors
/// All problems of the text, each with its line and column.
pub fn read_mcp_file(
    file: &str,
    text: &str,
    keys: &SecretKeys,
) -> Result<Vec<ServerConfig>, Invalid> {
    on_large_stack(file, || {
        let problems = Problems::of(text);
        let servers =
            parse(text, &problems).and_then(|tree| read(&Node::root(&tree, "", &problems), keys));
        problems.into_result(file, servers)
    })
}

fn read(root: &Node<'_>, keys: &SecretKeys) -> Option<Vec<ServerConfig>> {
    let fields = root.object()?;
    let servers = fields.required(&["mcpServers"])?.object()?;
    let read = |(name, node): (&str, Node<'_>)| server(name, &node, keys);
    // Every problem is reported, and any of them makes the whole file invalid.
    Some(servers.nodes().filter_map(read).collect())
}

fn server(name: &str, node: &Node<'_>, keys: &SecretKeys) -> Option<ServerConfig> {
    let fields = node.object()?;
    let mut values = Values::new(name, keys);
    let transport = transport(node, &fields, &mut values);
    let mut config = ServerConfig::new(name, transport?);
    config.problem = values.problem;
    let idle = fields.take(&["idle_seconds"]);
    config.idle = idle.and_then(|node| idle_time(&node, &config.transport));
    if let Some(node) = fields.take(&["tools"]) {
        config.tools = overrides(&node);
    }
    let text = |node: Node<'_>| node.text().map(ToOwned::to_owned);
    config.prefix = fields.take(&["prefix"]).and_then(text);
    config.include = patterns(fields.take(&["include"]));
    config.exclude = patterns(fields.take(&["exclude"]));
    let seconds = fields.take(&["timeout_seconds"]);
    config.timeout = seconds.and_then(|node| node.seconds());
    let disabled = fields.take(&["disabled"]).and_then(|node| node.boolean());
    config.is_disabled = disabled.unwrap_or_default();
    config.trust = fields.take(&["trust"]).map(trust).unwrap_or_default();
    Some(config)
}

fn transport(node: &Node<'_>, fields: &Fields<'_>, values: &mut Values<'_>) -> Option<Transport> {
    let kind = fields.take(&["type"]);
    let (command, url) = (fields.take(&["command"]), fields.take(&["url"]));
    match (command, url) {
        (Some(command), None) => program(&command, fields, values),
        (None, Some(url)) => address(&url, kind, fields, values),
        (Some(_), Some(url)) => {
            url.problem(texts::command_and_url());
            None
        }
        (None, None) => {
            node.problem(texts::no_command_or_url());
            None
        }
    }
}

/// Reads a program.
fn program(command: &Node<'_>, fields: &Fields<'_>, values: &mut Values<'_>) -> Option<Transport> {
    let arguments = fields.take(&["args"]).and_then(|node| node.texts());
    let folder = fields.take(&["cwd"]);
    let folder = folder.and_then(|node| node.words().map(Into::into));
    if let Some(node) = fields.take(&["env"]) {
        values.read("env", &node);
    }
    let words = [command.words()?.to_owned()].into_iter();
    let Transport::Stdio(mut program) =
        Transport::stdio(words.chain(arguments.unwrap_or_default()))
    else {
        return None;
    };
    program.environment = std::mem::take(&mut values.plain);
    program.secrets = std::mem::take(&mut values.secrets);
    program.folder = folder;
    Some(Transport::Stdio(program))
}

/// Reads an address on the network.
fn address(
    url: &Node<'_>,
    kind: Option<Node<'_>>,
    fields: &Fields<'_>,
    values: &mut Values<'_>,
) -> Option<Transport> {
    if let Some(node) = fields.take(&["headers"]) {
        values.read("headers", &node);
    }
    let is_sse = kind.and_then(|kind| sse(&kind)).unwrap_or_default();
    let mut transport = match is_sse {
        true => Transport::sse(url.words()?),
        false => Transport::http(url.words()?),
    };
    if let Transport::Http(address) | Transport::Sse(address) = &mut transport {
        address.headers = std::mem::take(&mut values.plain);
        address.secrets = std::mem::take(&mut values.secrets);
    }
    Some(transport)
}

/// Reads the time after which a program that nobody uses is stopped.
fn idle_time(node: &Node<'_>, transport: &Transport) -> Option<Duration> {
    if !matches!(transport, Transport::Stdio(_)) {
        node.problem(texts::idle_without_program());
    }
    node.seconds()
}

/// Returns whether a transport over HTTP is the one with server-sent events.
fn sse(kind: &Node<'_>) -> Option<bool> {
    let text = kind.text()?;
    let found = TYPES.iter().find(|(name, _)| *name == text);
    if found.is_none() {
        kind.problem(texts::unknown_server_type(text));
    }
    found.map(|(_, is_sse)| *is_sse)
}

/// The headers or variables of a server.
struct Values<'a> {
    server: &'a str,
    keys: &'a SecretKeys,
    plain: BTreeMap<String, String>,
    /// Credentials that were sealed.
    secrets: BTreeMap<String, String>,
    /// Why one of them cannot be opened.
    problem: Option<String>,
}

impl<'a> Values<'a> {
    const fn new(server: &'a str, keys: &'a SecretKeys) -> Self {
        Self {
            server,
            keys,
            plain: BTreeMap::new(),
            secrets: BTreeMap::new(),
            problem: None,
        }
    }

    /// Reads an object of texts, the member `member` of the server.
    fn read(&mut self, member: &str, node: &Node<'_>) {
        let Some(fields) = node.object() else { return };
        for (name, node) in fields.nodes() {
            let Some(text) = node.text() else { continue };
            let path = format!("{member}.{name}");
            match credentials::open(text, self.server, &path, self.keys) {
                Ok(None) => drop(self.plain.insert(name.to_owned(), text.to_owned())),
                Ok(Some(secret)) => drop(self.secrets.insert(name.to_owned(), secret)),
                Err(why) => self.problem = Some(format!("`{path}` cannot be read: {why}")),
            }
        }
    }
}

fn patterns(node: Option<Node<'_>>) -> Vec<NamePattern> {
    let texts = node.and_then(|node| node.texts()).unwrap_or_default();
    texts.iter().map(NamePattern::new).collect()
}

/// Reads `"follow"`, `"questions"`, or a list of them.
fn trust(node: Node<'_>) -> Trust {
    let words = match node.is_text() {
        true => node.text().map(|word| vec![word.to_owned()]),
        false => node.texts(),
    };
    let mut trust = Trust::default();
    for word in words.unwrap_or_default() {
        match word.as_str() {
            "follow" => trust.follow = true,
            "questions" => trust.questions = true,
            other => node.problem(texts::unknown_trust(other)),
        }
    }
    trust
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> String {
        match read_mcp_file("mcp.json", text, &SecretKeys::default()) {
            Ok(_) => String::new(),
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

    #[test]
    fn every_field_is_read() {
        let text = r#"{"mcpServers": {
            "a": {"command": "x", "args": ["y"], "env": {"E": "${F}"}, "cwd": "/z", "disabled": true},
            "b": {"url": "https://b.test/sse", "type": "sse", "headers": {"H": "1"}, "prefix": "",
                  "include": ["find_*"], "exclude": ["find_all"], "timeout_seconds": 2, "trust": ["questions"]}
        }}"#;
        let servers = read_mcp_file("mcp.json", text, &SecretKeys::default()).unwrap();
        let [a, b] = servers.as_slice() else {
            panic!("two servers")
        };
        let Transport::Stdio(program) = &a.transport else {
            panic!("a program")
        };
        assert_eq!(
            (program.command.as_str(), &*program.arguments),
            ("x", &["y".to_owned()][..])
        );
        assert_eq!(program.environment["E"], "${F}");
        assert_eq!(program.folder.as_deref(), Some("/z".as_ref()));
        assert!(a.is_disabled && a.trust == Trust::default());
        let Transport::Sse(address) = &b.transport else {
            panic!("server-sent events")
        };
        assert_eq!(
            (address.url.as_str(), address.headers["H"].as_str()),
            ("https://b.test/sse", "1")
        );
        assert_eq!(
            (b.prefix.as_deref(), b.timeout.map(|it| it.as_secs())),
            (Some(""), Some(2))
        );
        assert!(b.takes("find_one") && !b.takes("find_all") && !b.takes("other"));
        assert!(b.trust.questions && !b.trust.follow);
    }

    #[test]
    fn a_field_with_a_wrong_value_is_told() {
        let told = problems(
            r#"{"mcpServers": {"a": {"command": "x", "url": "y"}, "b": {"url": "y", "type": "carrier-pigeon"},
            "c": {"command": "x", "trust": "all"}, "d": {"command": "x", "env": {"E": 1}}}}"#,
        );
        for expected in [
            "expected one of both",
            "unknown type `carrier-pigeon`",
            "unknown trust `all`",
            "mcpServers.d.env.E",
        ] {
            assert!(told.contains(expected), "{expected}: {told}");
        }
    }
}
