//! `uninstall`: removes the entry of this program from the configuration of a host.

use super::{config_file::ConfigFile, host::Host, user_folders::UserFolders};
use crate::{
    cli::{failure::Failure, output},
    server::Server,
};

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
