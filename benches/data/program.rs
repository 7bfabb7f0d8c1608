//! The program `toolwright`: as a command, as a server that listens, as a server in this process.

use std::{fs, path::Path, process::Command, time::Duration};

use toolwright::Server;
use toolwright_server::app;

use crate::rig::{Era, HttpClient, HttpServer, Request, Result, scratch};

/// The `toolwright` binary of the same build.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_toolwright");

/// Returns the command with this data folder and an empty environment.
pub(crate) fn toolwright(folder: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("TOOLWRIGHT_DATA_DIR", folder);
    command
}

/// Starts a server with these settings. Returns it and the time until its first answer. It blocks.
pub(crate) fn listening(
    folder: &Path,
    settings: &[(&str, &str)],
) -> Result<(HttpServer, Duration)> {
    let client = HttpClient::new()?;
    let mut command = toolwright(folder);
    command.envs(settings.iter().copied());
    HttpServer::start_until(command, "data", |server| {
        let answer = client.post(&server.url(), &Request::list(Era::Modern), None)?;
        match answer.status {
            200 => Ok(()),
            status => Err(format!("`tools/list` is answered with {status}").into()),
        }
    })
}

/// Creates a server with these settings and an empty data folder, in this process. Only one may
/// exist at a time.
pub(crate) fn quiet_server(variables: &[(&str, &str)]) -> Result<Server> {
    let folder = scratch()?.join("data-server");
    if folder.exists() {
        // The log of the previous one may be large.
        fs::remove_dir_all(&folder)?;
    }
    let folder = folder.to_string_lossy().into_owned();
    let mut settings = vec![("TOOLWRIGHT_DATA_DIR", folder.as_str())];
    settings.extend(variables);
    Ok(app::server_with(PROGRAM.as_ref(), settings)?)
}
