//! Prints the entry of this program, and writes it to the configuration of a host.

use std::{env, path::Path};

use serde_json::{Map, Value, json};

use super::{config_file::ConfigFile, host::Host, user_folders::UserFolders};
use crate::{
    cli::{failure::Failure, output},
    server::Server,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Other entries and settings are kept. A copy of the previous file is kept beside it, with the suffix `.bak`.")]
pub(in crate::cli) struct InstallArguments {
    /// Name of the host
    #[arg(value_enum)]
    host: Host,
    /// Name of the entry [default: the name of the server]
    #[arg(long)]
    name: Option<String>,
    /// Print the path and the entry, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Environment variable of the server; can be repeated
    #[arg(long = "env", value_name = "KEY=VALUE", value_parser = parse_variable)]
    variables: Vec<(String, String)>,
}

/// Prints the entry, and writes it unless this is a dry run.
pub(in crate::cli) fn run(server: &Server, arguments: &InstallArguments) -> Result<(), Failure> {
    let host = arguments.host;
    let name = arguments.name.as_deref().unwrap_or_else(|| server.name());
    let program = env::current_exe()?;
    let entry = entry(
        host,
        &program,
        server.serves_http_by_default(),
        &arguments.variables,
    );
    let folders = UserFolders::current().map_err(Failure::because)?;
    let mut file = ConfigFile::read(host.file(&folders)).map_err(Failure::because)?;
    let path = file.path().display().to_string();
    let previous = file
        .set(host.key(), name, entry.clone())
        .map_err(Failure::because)?;
    output::print(&path)?;
    output::print_json(&json!({host.key(): {name: entry}}))?;
    if previous.as_ref() == Some(&entry) {
        output::notice("the entry exists already: nothing to do");
        return Ok(());
    }
    if arguments.dry_run {
        output::notice("nothing was written");
        return Ok(());
    }
    file.write()
        .map_err(|error| Failure::because(format!("cannot write `{path}`: {error}")))?;
    let done = if previous.is_some() {
        "replaced"
    } else {
        "added"
    };
    output::notice(&format!(
        "`{name}` was {done}: restart {} to use it",
        host.label()
    ));
    Ok(())
}

/// Returns the entry that makes the host start `program`.
fn entry(host: Host, program: &Path, needs_command: bool, variables: &[(String, String)]) -> Value {
    let mut entry = Map::new();
    if host.needs_type() {
        entry.insert("type".into(), json!("stdio"));
    }
    let arguments: &[&str] = if needs_command { &["stdio"] } else { &[] };
    entry.insert("command".into(), json!(program.to_string_lossy()));
    entry.insert("args".into(), json!(arguments));
    if !variables.is_empty() {
        let variables: Map<String, Value> = variables
            .iter()
            .map(|(key, value)| (key.clone(), json!(value)))
            .collect();
        entry.insert("env".into(), Value::Object(variables));
    }
    Value::Object(entry)
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("expected KEY=VALUE".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_the_members_that_its_host_needs() {
        let program = Path::new("/opt/demo");
        assert_eq!(
            entry(Host::ClaudeDesktop, program, false, &[]),
            json!({"command": "/opt/demo", "args": []})
        );
        let variables = [("KEY".to_owned(), "a=b".to_owned())];
        assert_eq!(
            entry(Host::Vscode, program, true, &variables),
            json!({"type": "stdio", "command": "/opt/demo", "args": ["stdio"], "env": {"KEY": "a=b"}})
        );
    }

    #[test]
    fn a_variable_needs_a_name() {
        assert_eq!(parse_variable("A=b=c"), Ok(("A".into(), "b=c".into())));
        assert_eq!(parse_variable("=b"), Err("expected KEY=VALUE".into()));
        assert_eq!(parse_variable("A"), Err("expected KEY=VALUE".into()));
    }
}
