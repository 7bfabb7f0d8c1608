//! Servers that speak MCP inside of one's own: [`Server::mount_remote`] and, with the feature `rmcp`,
//! `Server::mount_rmcp`.
//!
//! [`Server::mount`] takes a server that was built with this crate. These take any other: what it
//! offers is listed when the server starts, and again when it says that a list has changed. Calls are
//! [forwarded](super::forward), so they are governed like those of the server's own tools.
//!
//! | file | content |
//! |---|---|
//! | `mounted` | another server as a source of tools |
//! | `remote` | one behind a connected client |
//! | `rmcp` | one that is an rmcp handler in this process |
//! | `session_logs` | asking a server with sessions for log messages |

mod mounted;
mod remote;
#[cfg(feature = "rmcp")]
mod rmcp;
mod session_logs;

use std::sync::Arc;

use self::{
    mounted::{Mounted, MountedSource},
    remote::RemoteServer,
};
use crate::{client::client::Client, server::Server};

impl Server {
    /// Adds the tools, resources and prompts of another server, under the names that they have there.
    ///
    /// They are listed when this server starts, and again when the other one says that they have
    /// changed. To give them a prefix, [mount](Self::mount) the server that has them. A connection
    /// that is lost is not made again: calls fail from then on. The crate `toolwright-gateway` keeps
    /// connections, to as many servers as are configured.
    ///
    /// Questions of the other server reach the client that calls, if its client was connected with
    /// [`passing_questions_on`](crate::client::ClientBuilder::passing_questions_on).
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::{Client, prelude::*, transport::HttpOptions};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main]
    /// # async fn main() -> toolwright::Result<()> {
    /// let elsewhere = Server::new("math").tools(tools![add]).build()?;
    /// let mut options = HttpOptions::default();
    /// options.port = 0;
    /// let (say, address) = tokio::sync::oneshot::channel();
    /// let listening = |address| say.send(address).unwrap_or_default();
    /// tokio::spawn(elsewhere.serve_http(options, listening, std::future::pending()));
    /// # let address = address.await.expect("it listens");
    ///
    /// let math = Client::connect(format!("http://{address}/mcp")).await?;
    /// let client = Server::new("demo").mount_remote(math).client().await?;
    /// let sum = client.call("add", json!({"a": 1, "b": 2})).await?;
    /// assert_eq!(sum.value::<i64>()?, 3);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A client of a server in the same process cannot be mounted, and stops the start: [`mount`](Self::mount)
    /// the server itself.
    pub fn mount_remote(self, client: Client) -> Self {
        match RemoteServer::new(client) {
            Some(server) => self.mount_foreign(Mounted::new(Arc::new(server))),
            None => self.on_start(|_| async {
                Err("a client in memory cannot be mounted: mount its server with `Server::mount`")
            }),
        }
    }

    fn mount_foreign(self, mounted: Mounted) -> Self {
        let mounted = Arc::new(mounted);
        let source = MountedSource(Arc::clone(&mounted));
        self.source(source)
            .on_start(|services| async move { mounted.start(services.catalog()).await })
            .starts_for_lists()
    }
}
