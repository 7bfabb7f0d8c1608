//! The program, and a server of it that listens.

use std::{path::Path, process::Command, time::Duration};

use crate::{
    program,
    rig::{Era, HttpClient, HttpServer, Request, Result},
};

/// The program with this data folder and nothing of the bench's own environment.
pub(crate) fn toolwright(folder: &Path) -> Command {
    let mut command = Command::new(program());
    command.env_clear().env("TOOLWRIGHT_DATA_DIR", folder);
    command
}

/// A server with these settings, and how long it took to answer for the first time. It blocks.
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
