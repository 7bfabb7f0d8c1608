//! [`Remote`]: decides whether a command works on this machine or on a server elsewhere.

use toolwright::cli::Failure;

use super::{address::ServerAddress, arguments::RemoteArguments, remote_server::RemoteServer};
use crate::config::RemoteSettings;

/// The server elsewhere that the settings name, which a flag may replace.
#[derive(Debug, Clone)]
pub(in crate::app) struct Remote(RemoteSettings);

impl Remote {
    pub(in crate::app) const fn new(settings: RemoteSettings) -> Self {
        Self(settings)
    }

    /// Returns the server that a command works on, or `None` for this machine.
    ///
    /// # Errors
    /// If the address is wrong, or the key would be sent where others can read it.
    pub(in crate::app) fn server(
        &self,
        arguments: &RemoteArguments,
    ) -> Result<Option<RemoteServer>, Failure> {
        let (source, url) = match (&arguments.url, &self.0.url) {
            (Some(url), _) => ("--url", url),
            (None, Some(url)) => ("TOOLWRIGHT_URL", url),
            (None, None) => return Ok(None),
        };
        let address = ServerAddress::parse(url)
            .map_err(|expected| Failure::because(format!("`{source}`: {expected}")))?;
        if self.0.key.is_some() && !address.is_confidential() && !arguments.insecure {
            return Err(Failure::because(format!(
                "others could read the key on its way to `{address}`: use `https`, or pass \
                 `--insecure`"
            )));
        }
        Ok(Some(RemoteServer::new(address, self.0.key.clone())))
    }

    /// Refuses a command that works on this machine alone while the settings name another server.
    ///
    /// # Errors
    /// If they do.
    pub(in crate::app) fn refuse(&self, command: &str) -> Result<(), Failure> {
        match self.0.url {
            None => Ok(()),
            Some(_) => Err(Failure::because(format!(
                "`{command}` works on this machine alone, and `TOOLWRIGHT_URL` names another \
                 server: unset it, or run the command where that server runs"
            ))),
        }
    }
}
