//! `toolwright proxy`: serves one other MCP server, with the whitelist, the limits and the log of this one.

use std::{convert::Infallible, env, path::Path};

use serde_json::json;
use toolwright::{
    Server,
    cli::{self, Failure, ServeArguments, output},
};
use toolwright_gateway::{Gateway, ServerConfig, Transport, UpstreamState};
use toolwright_registry::{SecretKeys, read_mcp_file};

use super::{
    access,
    called_tool::CalledTool,
    engines::Engines,
    governance::governed,
    memory,
    registry::{ServerArguments, SupervisedLauncher, shared_registry},
    shared::Shared,
};
use crate::config::Config;

/// The name of the server in messages.
const NAME: &str = "proxied";

/// Serve another MCP server, with the whitelist, the limits and the log of this one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Options stand before the address or the program:

  toolwright proxy https://tools.example.com/mcp
  toolwright proxy --port 8090 uvx mcp-server-time
  toolwright proxy --http --header 'Authorization: Bearer ${TOKEN}' https://tools.example.com/mcp

An address is served on standard input and output, so that a desktop host can start it. A program is served \
over HTTP. Clients may speak another revision of MCP than the server.")]
pub(super) struct ProxyArguments {
    #[command(flatten)]
    server: ServerArguments,
    /// Serve on standard input and output [default for an address]
    #[arg(long, conflicts_with = "http")]
    stdio: bool,
    /// Serve over HTTP [default for a program]
    #[arg(long)]
    http: bool,
    /// Refuse the questions of the server: for input, for a sample of the client's model, and for its
    /// roots
    #[arg(long)]
    no_questions: bool,
    #[command(flatten)]
    serve: ServeArguments,
}

impl ProxyArguments {
    fn is_stdio(&self) -> bool {
        self.stdio || (!self.http && self.server.is_address())
    }

    /// Returns the server behind this one. A program runs in the folder of this process.
    fn server(&self) -> Result<ServerConfig, Failure> {
        let file = json!({"mcpServers": {NAME: self.server.entry()?}}).to_string();
        let read = read_mcp_file("the command line", &file, &SecretKeys::default());
        let read = read.map_err(|invalid| Failure::because(invalid.to_string()))?;
        let server = read.into_iter().next();
        let mut server = server.ok_or_else(|| Failure::because("there is no server"))?;
        if let Transport::Stdio(program) = &mut server.transport {
            program.folder = env::current_dir().ok();
        }
        server.prefix = Some(String::new());
        // The user has chosen this one server.
        server.trust.follow = true;
        server.trust.questions = !self.no_questions;
        Ok(server)
    }
}

/// Connects to the server, and serves it until a signal stops this process.
pub(super) async fn run(
    program: &Path,
    config: Config,
    arguments: ProxyArguments,
) -> Result<(), Failure> {
    let launcher = SupervisedLauncher::new(program, config.search_path.clone());
    let gateway = Gateway::new(launcher, None);
    let upstream = arguments.server()?;
    let configured = gateway.configure([upstream]);
    configured.map_err(|error| Failure::because(error.to_string()))?;
    gateway.settled().await;
    report(&gateway);
    let server = build(program, gateway, config)?;
    match arguments.is_stdio() {
        true => cli::serve_stdio(server, "toolwright", None).await,
        false => cli::serve_http(server, arguments.serve).await,
    }
}

/// Says what was found. A server that is not there may still come.
fn report(gateway: &Gateway) {
    for status in gateway.status() {
        match status.state {
            UpstreamState::Ready { revision, .. } => output::notice(&format!(
                "connected to a server of {revision} with {} tools, {} resources and {} prompts",
                status.tools.len(),
                status.resources,
                status.prompts
            )),
            UpstreamState::Waiting { reason, .. } => {
                output::notice(&format!("not connected yet: {reason}"));
            }
            _ => {}
        }
        for problem in status.problems {
            output::notice(&problem);
        }
    }
}

/// Builds a server that introduces itself as the one behind it.
fn build(program: &Path, gateway: Gateway, config: Config) -> Result<Server, Failure> {
    let engines = Engines::new(&config, program);
    let registry = shared_registry(&config.registry.place, &engines);
    let introduction = gateway.introduction(NAME).unwrap_or_default();
    let name = introduction.name.as_deref();
    let mut server = Server::new(name.unwrap_or(&config.server_name));
    if let Some(version) = introduction.version {
        server = server.version(version);
    }
    if let Some(title) = introduction.title {
        server = server.title(title);
    }
    if let Some(instructions) = introduction.instructions {
        server = server.instructions(instructions);
    }
    let closed = gateway.clone();
    let server = server.source(gateway).on_stop(move |_| async move {
        closed.disconnect();
        Ok::<_, Infallible>(())
    });
    let accounts = access::accounts(&config.access, registry.as_ref())?;
    let server = access::authenticated(server, &config.access, accounts);
    // Its limits and its log are its own.
    let shared = Shared::new(None, &config);
    Ok(memory::trimmed(governed(
        server,
        config,
        CalledTool::default(),
        shared,
    )))
}
