//! [`HostConfigEntry`]: what makes a host start this program.

use std::path::Path;

use serde_json::{Map, Value, json};
use toolwright_base::Redactor;

use super::host::Host;
use crate::cli::setting::HostVariable;

/// The command, arguments and variables that a host starts this program with.
#[derive(Debug)]
pub(super) struct HostConfigEntry {
    command: String,
    arguments: &'static [&'static str],
    variables: Vec<HostVariable>,
}

impl HostConfigEntry {
    /// Creates the entry of `program`, which gets these environment variables. `needs_command` is
    /// set if it does not speak on standard input and output by default.
    pub(super) fn new(program: &Path, needs_command: bool, variables: Vec<HostVariable>) -> Self {
        Self {
            command: program.to_string_lossy().into_owned(),
            arguments: if needs_command { &["stdio"] } else { &[] },
            variables,
        }
    }

    /// Returns the members of the entry in a JSON configuration of `host`.
    pub(super) fn members(&self, host: Host) -> Map<String, Value> {
        self.members_with(host, |variable| variable.value.expose())
    }

    /// Returns the part of a JSON configuration that has the entry as `name`.
    pub(super) fn document(&self, host: Host, name: &str) -> Value {
        json!({host.key(): {name: self.members(host)}})
    }

    /// Returns the same without secrets.
    pub(super) fn masked_document(&self, host: Host, name: &str) -> Value {
        let members = self.members_with(host, |variable| match variable.is_secret {
            true => Redactor::MASK,
            false => variable.value.expose(),
        });
        json!({host.key(): {name: members}})
    }

    /// Returns the part of a configuration of Goose that has the entry as `name`. JSON values are
    /// YAML values too.
    pub(super) fn yaml(&self, name: &str) -> String {
        let (name, variables) = (json!(name), self.variables(|one| one.value.expose()));
        let (command, arguments) = (json!(self.command), json!(self.arguments));
        let variables = Value::Object(variables);
        format!(
            "{key}:\n  {name}:\n    name: {name}\n    type: stdio\n    cmd: {command}\n    args: {arguments}\n    \
             envs: {variables}\n    enabled: true\n    timeout: 300",
            key = Host::Goose.key()
        )
    }

    fn members_with(&self, host: Host, shown: fn(&HostVariable) -> &str) -> Map<String, Value> {
        let mut members = Map::new();
        if let Some((name, value)) = host.marker() {
            members.insert(name.into(), json!(value));
        }
        members.insert("command".into(), json!(self.command));
        members.insert("args".into(), json!(self.arguments));
        if !self.variables.is_empty() {
            members.insert("env".into(), Value::Object(self.variables(shown)));
        }
        members
    }

    fn variables(&self, shown: fn(&HostVariable) -> &str) -> Map<String, Value> {
        let variables = self.variables.iter();
        variables
            .map(|variable| (variable.name.clone(), json!(shown(variable))))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use toolwright_base::Secret;

    use super::*;

    fn variable(is_secret: bool) -> HostVariable {
        HostVariable {
            name: "KEY".into(),
            value: Secret::new("a=b"),
            is_secret,
        }
    }

    #[test]
    fn an_entry_has_the_members_that_its_host_needs() {
        let program = Path::new("/opt/demo");
        let plain = HostConfigEntry::new(program, false, Vec::new());
        assert_eq!(
            Value::Object(plain.members(Host::ClaudeDesktop)),
            json!({"command": "/opt/demo", "args": []})
        );
        assert_eq!(
            plain.document(Host::Zed, "demo"),
            json!({"context_servers": {"demo": {"source": "custom", "command": "/opt/demo", "args": []}}})
        );
        let entry = HostConfigEntry::new(program, true, vec![variable(false)]);
        assert_eq!(
            Value::Object(entry.members(Host::Vscode)),
            json!({"type": "stdio", "command": "/opt/demo", "args": ["stdio"], "env": {"KEY": "a=b"}})
        );
    }

    #[test]
    fn a_masked_entry_has_no_secret() {
        let entry = HostConfigEntry::new(Path::new("/opt/demo"), true, vec![variable(true)]);
        let shown = entry.masked_document(Host::Cursor, "demo");
        assert_eq!(
            shown["mcpServers"]["demo"]["env"],
            json!({"KEY": "********"})
        );
        assert_eq!(
            entry.document(Host::Cursor, "demo")["mcpServers"]["demo"]["env"],
            json!({"KEY": "a=b"})
        );
    }

    #[test]
    fn goose_reads_yaml() {
        let entry = HostConfigEntry::new(Path::new("/opt/demo"), true, vec![variable(false)]);
        let expected = "\
extensions:
  \"demo\":
    name: \"demo\"
    type: stdio
    cmd: \"/opt/demo\"
    args: [\"stdio\"]
    envs: {\"KEY\":\"a=b\"}
    enabled: true
    timeout: 300";
        assert_eq!(entry.yaml("demo"), expected);
    }
}
