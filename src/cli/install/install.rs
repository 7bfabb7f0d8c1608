//! `install`: writes the entry for this very program into the configuration of a desktop host, after showing it.

use std::{env, path::Path};

use serde_json::{Map, Value, json};

use super::{config_file::ConfigFile, host::Host, user_folders::Places};
use crate::{
    cli::{failure::Failure, output},
    server::Server,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Other entries and settings of the host stay as they are, and the former file is kept beside it as `.bak`.")]
pub(in crate::cli) struct InstallArguments {
    /// The host
    #[arg(value_enum)]
    host: Host,
    /// The name of the entry [default: the server's name]
    #[arg(long)]
    name: Option<String>,
    /// Show the file and the entry, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// A variable for the server's environment; can be repeated
    #[arg(long = "env", value_name = "KEY=VALUE", value_parser = variable)]
    variables: Vec<(String, String)>,
}

/// Shows the entry, and writes it unless this is a rehearsal.
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
    let places = Places::here().map_err(Failure::because)?;
    let mut file = ConfigFile::read(host.file(&places)).map_err(Failure::because)?;
    let path = file.path().display().to_string();
    let former = file
        .set(host.key(), name, entry.clone())
        .map_err(Failure::because)?;
    output::print(&path)?;
    output::print_json(&json!({host.key(): {name: entry}}))?;
    if former.as_ref() == Some(&entry) {
        output::notice("this entry is already there: nothing to do");
        return Ok(());
    }
    if arguments.dry_run {
        output::notice("nothing was written");
        return Ok(());
    }
    file.write()
        .map_err(|error| Failure::because(format!("cannot write `{path}`: {error}")))?;
    let done = if former.is_some() {
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

/// How the host starts this program.
fn entry(host: Host, program: &Path, needs_command: bool, variables: &[(String, String)]) -> Value {
    let mut entry = Map::new();
    if host.names_the_transport() {
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

fn variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("KEY=VALUE is wanted".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_its_host_wants_to_know() {
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
    fn a_variable_has_a_name() {
        assert_eq!(variable("A=b=c"), Ok(("A".into(), "b=c".into())));
        assert_eq!(variable("=b"), Err("KEY=VALUE is wanted".into()));
        assert_eq!(variable("A"), Err("KEY=VALUE is wanted".into()));
    }
}
