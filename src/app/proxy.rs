//! `toolwright proxy`: serves one other MCP server, with the whitelist, the limits and the log of this one.

use std::{collections::BTreeMap, convert::Infallible, path::Path};

use toolwright::{
    Server,
    cli::{self, Failure, ServeArguments, output},
    govern::NamePattern,
};
use toolwright_gateway::{
    Gateway, HttpAddress, Program, ServerConfig, Transport, Trust, UpstreamState,
};

use super::{
    access,
    governance::governed,
    memory,
    registry::{SupervisedLauncher, header, is_address},
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
    /// Address of the server, or a program with its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "URL|COMMAND"
    )]
    target: Vec<String>,
    /// Serve on standard input and output [default for an address]
    #[arg(long, conflicts_with = "http")]
    stdio: bool,
    /// Serve over HTTP [default for a program]
    #[arg(long)]
    http: bool,
    /// The address is one of HTTP+SSE, the transport of 2024-11-05
    #[arg(long)]
    from_sse: bool,
    /// Header of each request to the address, as in `X-Team: blue`; can be repeated. `${NAME}` is
    /// replaced with the variable
    #[arg(long = "header", value_name = "HEADER", value_parser = header)]
    headers: Vec<(String, String)>,
    /// Only tools and prompts with these names, as in `read_*,list_*`
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    include: Vec<String>,
    /// No tools and prompts with these names
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    exclude: Vec<String>,
    /// Refuse the questions of the server: for input, for a sample of the client's model, and for its
    /// roots
    #[arg(long)]
    no_questions: bool,
    #[command(flatten)]
    serve: ServeArguments,
}

impl ProxyArguments {
    fn is_stdio(&self) -> bool {
        self.stdio || (!self.http && is_address(&self.target))
    }

    /// Returns the program, which runs in the folder of this process.
    fn program(&self) -> Program {
        let mut words = self.target.iter().cloned();
        let mut program = Program::default();
        program.command = words.next().unwrap_or_default();
        program.arguments = words.collect();
        program.folder = std::env::current_dir().ok();
        program
    }

    /// Returns the server behind this one.
    fn server(&self) -> Result<ServerConfig, Failure> {
        let transport = if is_address(&self.target) {
            let mut address = HttpAddress::default();
            address.url = self.target.concat();
            address.headers = BTreeMap::from_iter(self.headers.iter().cloned());
            match self.from_sse {
                true => Transport::Sse(address),
                false => Transport::Http(address),
            }
        } else if self.from_sse || !self.headers.is_empty() {
            let why = "`--from-sse` and `--header` are for an address";
            return Err(Failure::Usage(why.to_owned()));
        } else {
            Transport::Stdio(self.program())
        };
        let patterns = |texts: &[String]| texts.iter().map(NamePattern::new).collect();
        let mut server = ServerConfig::new(NAME, transport);
        server.prefix = Some(String::new());
        server.include = patterns(&self.include);
        server.exclude = patterns(&self.exclude);
        // Whoever starts it has chosen this one server.
        server.trust = Trust::default();
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
    let server = build(gateway, config)?;
    match arguments.is_stdio() {
        true => cli::serve_stdio(server, "toolwright").await,
        false => cli::serve_http(server, arguments.serve).await,
    }
}

/// Says what was found. A server that is not there may still come.
fn report(gateway: &Gateway) {
    for status in gateway.status() {
        match status.state {
            UpstreamState::Ready { revision } => output::notice(&format!(
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
fn build(gateway: Gateway, config: Config) -> Result<Server, Failure> {
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
    let accounts = access::accounts(&config.access)?;
    let server = access::authenticated(server, &config.access, accounts);
    Ok(memory::trimmed(governed(server, config)))
}
