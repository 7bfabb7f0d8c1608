//! How [`Server::run`] behaves: its default command and its settings.

use std::path::{Path, PathBuf};

use super::server::Server;

impl Server {
    /// Makes [`Server::run`] serve HTTP if no command is given. By default it serves standard input
    /// and output.
    pub fn http_by_default(mut self) -> Self {
        self.http_by_default = true;
        self
    }

    pub(crate) const fn serves_http_by_default(&self) -> bool {
        self.http_by_default
    }

    /// Lets [`Server::run`] take the settings that have a flag, such as `TOOLWRIGHT_PORT=8080`, from
    /// a file of lines `NAME=value`. A flag and the environment win over it; a file that is not there
    /// is ignored. Other variables in it are not added to the environment.
    ///
    /// A host may start a server in a folder of strangers. A relative path is therefore read only if
    /// a person runs the command in a terminal, and never by `stdio`; an absolute one always.
    ///
    /// ```no_run
    /// use toolwright::prelude::*;
    ///
    /// # #[tokio::main]
    /// # async fn main() -> toolwright::Result<()> {
    /// Server::new("demo").env_file(".env").run().await
    /// # }
    /// ```
    pub fn env_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.env_file = Some(path.into());
        self
    }

    pub(crate) fn env_file_path(&self) -> Option<&Path> {
        self.env_file.as_deref()
    }
}
