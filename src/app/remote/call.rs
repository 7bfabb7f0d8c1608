//! `toolwright call`: on this machine, or on a server elsewhere.

use serde_json::json;
use toolwright::{
    Server,
    cli::{self, CallArguments, Failure, Invocation},
};

use super::{arguments::RemoteArguments, mcp_session::McpSession, remote::Remote};

/// Call a tool
#[derive(Debug, clap::Args)]
pub(in crate::app) struct CallOptions {
    #[command(flatten)]
    call: CallArguments,
    #[command(flatten)]
    remote: RemoteArguments,
}

impl CallOptions {
    /// Returns the name of the tool.
    pub(in crate::app) fn name(&self) -> &str {
        self.call.name()
    }
}

/// Calls a tool and prints its result.
pub(in crate::app) async fn call(
    remote: &Remote,
    server: Server,
    invocation: &Invocation,
    options: &CallOptions,
) -> Result<(), Failure> {
    let Some(elsewhere) = remote.server(&options.remote)? else {
        return cli::call(server, &options.call, invocation).await;
    };
    let session = McpSession::open(&elsewhere).await?;
    let called = async {
        let tools = session.tools().await?;
        let send = async |params| Ok(session.call(&params).await?);
        // Over MCP a tool that is not listed is unknown. The API says whether the whitelist excludes
        // it; a server of another kind has no API.
        let call_unlisted = async |arguments| {
            let path = ["tools", options.call.name(), "call"];
            let body = json!({"arguments": arguments});
            elsewhere.post(&path, &body).await.ok()
        };
        cli::call_one_of(&tools, &options.call, invocation, send, call_unlisted).await
    };
    let called = called.await;
    session.close().await;
    called
}
