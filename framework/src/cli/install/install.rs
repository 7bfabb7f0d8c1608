//! `install` and `uninstall`: write the entry of a server into the configuration of a host, or remove it.

use std::{env, path::Path};

use toolwright_base::Secret;

use super::{
    config_file::ConfigFile,
    entry::HostConfigEntry,
    host::{Host, UserFolders},
};
use crate::{
    cli::{output, output::Failure, setting, setting::HostVariable},
    server::Server,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Other entries, settings and comments are kept, and so are the variables of an entry that exists. A copy of the \
previous file is kept beside it, with the suffix `.bak`. Where the file cannot be changed, the entry is printed.")]
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
    #[arg(long = "env", value_name = "KEY=VALUE", value_parser = setting::variable)]
    variables: Vec<(String, String)>,
    /// Leave out the settings of files in the working folder, which a host does not read
    #[arg(long)]
    no_settings: bool,
}

/// Writes the entry unless this is a dry run, and prints it. `inherited` are the settings that the
/// server does not find by itself when the host starts it.
pub(in crate::cli) fn install(
    server: &Server,
    arguments: &InstallArguments,
    inherited: &[HostVariable],
) -> Result<(), Failure> {
    let host = arguments.host;
    let name = arguments.name.as_deref().unwrap_or_else(|| server.name());
    let inherited = if arguments.no_settings {
        &[]
    } else {
        inherited
    };
    let variables = all_variables(&arguments.variables, inherited);
    let program = env::current_exe()?;
    let entry = HostConfigEntry::new(&program, server.serves_http_by_default(), variables);
    let folders = UserFolders::current().map_err(Failure::because)?;
    let Some(path) = host.file(&folders) else {
        return Ok(output::print_json(&entry.document(host, name))?);
    };
    if host == Host::Goose {
        return print_yaml(&path, name, &entry);
    }
    let done = write(&path, host, name, &entry, arguments.dry_run);
    print(&path, host, name, &entry, done.is_ok())?;
    match done {
        Ok(notice) => {
            tell_inherited(inherited);
            output::notice(&notice);
            Ok(())
        }
        Err(problem) => Err(Failure::because(format!(
            "{problem}; add the entry above by hand"
        ))),
    }
}

/// Writes the entry, and returns what was done.
fn write(
    path: &Path,
    host: Host,
    name: &str,
    entry: &HostConfigEntry,
    is_dry_run: bool,
) -> Result<String, String> {
    let file = ConfigFile::read(path)?;
    let was_there = file.set(host.key(), name, &entry.members(host))?;
    if !file.is_changed() {
        return Ok("the entry exists already: nothing to do".into());
    }
    if is_dry_run {
        return Ok("nothing was written".into());
    }
    file.write()
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    let done = if was_there { "replaced" } else { "added" };
    let host = host.label();
    Ok(format!("`{name}` was {done}: restart {host} to use it"))
}

/// Prints the entry: without secrets if it was written, and whole if somebody must copy it.
fn print(
    path: &Path,
    host: Host,
    name: &str,
    entry: &HostConfigEntry,
    is_written: bool,
) -> Result<(), Failure> {
    output::print(&path.display().to_string())?;
    let document = if is_written {
        entry.masked_document(host, name)
    } else {
        entry.document(host, name)
    };
    Ok(output::print_json(&document)?)
}

/// Prints the entry for a file that is not JSON, and is not changed.
fn print_yaml(path: &Path, name: &str, entry: &HostConfigEntry) -> Result<(), Failure> {
    output::print(&entry.yaml(name))?;
    let path = path.display();
    output::notice(&format!("add this entry to `{path}`: nothing was written"));
    Ok(())
}

/// Says which settings the entry has from elsewhere, so that nobody takes over a stranger's.
fn tell_inherited(inherited: &[HostVariable]) {
    if !inherited.is_empty() {
        let names: Vec<_> = inherited.iter().map(|one| one.name.as_str()).collect();
        let names = names.join("`, `");
        output::notice(&format!(
            "the entry has settings of the working folder: `{names}` (`--no-settings` leaves them out)"
        ));
    }
}

/// Returns the inherited variables and those of the command line, which win.
fn all_variables(given: &[(String, String)], inherited: &[HostVariable]) -> Vec<HostVariable> {
    let is_given = |variable: &&HostVariable| given.iter().any(|(name, _)| *name == variable.name);
    let inherited = inherited.iter().filter(|one| !is_given(one)).cloned();
    let given = given.iter().map(|(name, value)| HostVariable {
        name: name.clone(),
        value: Secret::new(value.as_str()),
        is_secret: false,
    });
    inherited.chain(given).collect()
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Other entries, settings and comments are kept. A copy of the previous file is kept beside it, with the suffix `.bak`.")]
pub(in crate::cli) struct UninstallArguments {
    /// Name of the host
    #[arg(value_enum)]
    host: Host,
    /// Name of the entry [default: the name of the server]
    #[arg(long)]
    name: Option<String>,
    /// Print what would be removed, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Removes the entry unless this is a dry run.
pub(in crate::cli) fn uninstall(
    server: &Server,
    arguments: &UninstallArguments,
) -> Result<(), Failure> {
    let host = arguments.host;
    let name = arguments.name.as_deref().unwrap_or_else(|| server.name());
    let folders = UserFolders::current().map_err(Failure::because)?;
    let Some(path) = host.file(&folders) else {
        let why = "`mcp-json` is a form of entry, not a host: remove the entry where you put it";
        return Err(Failure::Usage(why.into()));
    };
    let shown = path.display();
    if host == Host::Goose {
        return Err(Failure::because(format!(
            "`{shown}` is not changed: remove the entry `{name}` by hand"
        )));
    }
    let file = ConfigFile::read(&path).map_err(Failure::because)?;
    let entry = format!("`{name}` in `{shown}`");
    if !file.remove(host.key(), name) {
        output::notice(&format!("there is no {entry}: nothing to do"));
    } else if arguments.dry_run {
        output::notice(&format!("nothing was written: {entry} would be removed"));
    } else {
        file.write()
            .map_err(|error| Failure::because(format!("cannot write `{shown}`: {error}")))?;
        let host = host.label();
        output::notice(&format!("{entry} was removed: restart {host}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_variable_wins_over_an_inherited_one() {
        let inherited = ["A", "B"].map(|name| HostVariable {
            name: name.into(),
            value: Secret::new("file"),
            is_secret: true,
        });
        let all = all_variables(&[("B".into(), "given".into())], &inherited);
        let shown: Vec<_> = all
            .iter()
            .map(|one| (one.name.as_str(), one.value.expose()))
            .collect();
        assert_eq!(shown, [("A", "file"), ("B", "given")]);
    }
}
