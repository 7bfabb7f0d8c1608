//! The server that the `toolwright` binary runs, built from its settings.

use std::{path::Path, sync::Arc, time::Duration};

use toolwright::{Result, Server};
use toolwright_access::Accounts;
use toolwright_engines::{
    documents::{DocumentLimits, DocumentParser, Documents},
    expression::{ExpressionLimits, Expressions},
    inbox::Inbox,
    search::SearchClient,
};
use toolwright_registry::{CallHistory, PostgresRegistry};

use super::{
    access, api, called_tool::CalledTool, code_execution, engines::Engines, governance::governed,
    lists, memory, registry, shared::Shared,
};
use crate::{
    agents::ServedAgents,
    config::{Config, Settings},
    tools,
    tools::{DocParser, WebSearch},
};

/// The time limit of a search with all its attempts. It is below the time limit of the call, so
/// that the error can name the service that was slow.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(25);

/// Builds the server of the `toolwright` binary in another program, for instance a test. `program` is
/// the path of the binary, which the workers run, and `variables` are all of its settings.
///
/// # Errors
/// If a setting has an invalid value.
#[doc(hidden)]
pub fn server_with<'a>(
    program: &Path,
    variables: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Server> {
    let config = Config::read(&Settings::of_values(variables))?;
    let engines = Arc::new(Engines::new(&config, program));
    build_server(program, config, &engines, CalledTool::default())
}

/// Builds the server: the built-in tools, over HTTP if no command is given.
///
/// # Errors
/// If the file of users and keys cannot be read.
pub(super) fn build_server(
    program: &Path,
    config: Config,
    engines: &Arc<Engines>,
    called: CalledTool,
) -> Result<Server> {
    let parser = DocumentParser::new(program, DocumentLimits::default());
    let documents = Documents::new(parser, config.files_folder.clone(), config.reach);
    let expressions = Expressions::new(program, ExpressionLimits::default());
    let server = Server::new(&config.server_name)
        .version(env!("CARGO_PKG_VERSION"))
        .title(&config.server_title)
        .instructions("Ready tools for agents. Each tool's description says when to use it.")
        .http_by_default()
        .state(DocParser(documents))
        .state(expressions.clone())
        .state(inbox(&config))
        .tools(tools::all());
    let server = with_search(with_shared_state(server, &config), &config);
    let options = registry::RegistryOptions::new(program, &config, engines, expressions);
    let shared = Shared::new(options.shared().map(PostgresRegistry::database), &config);
    let examined = Arc::clone(engines);
    let server = Arc::clone(engines).serve(server, &config);
    let server = code_execution::add(server, program, &config);
    let server = lists::with_finding(server, &config.lists, &engines.chooser);
    let accounts = access::accounts(&config.access, options.shared())?;
    let server = with_registry(
        server,
        (options, called.clone()),
        &config,
        (examined, shared.history(&config)),
        &accounts.accounts,
    );
    let server = access::authenticated(server, &config.access, accounts);
    Ok(memory::trimmed(governed(server, config, called, shared)))
}

/// Adds the tools that are defined at run time, and the API that changes them.
fn with_registry(
    server: Server,
    (options, called): (registry::RegistryOptions, CalledTool),
    config: &Config,
    (engines, log): (Arc<Engines>, CallHistory),
    accounts: &Arc<Accounts>,
) -> Server {
    let (registry, agents) = options.registries(server.added_tools());
    let agents = ServedAgents::new(agents, registry.clone());
    let servers = options.servers().clone();
    let audit = options.shared().map(PostgresRegistry::audit);
    let server = registry::serve(server, options, &registry, &agents, called);
    let parts = api::Parts {
        engines,
        log,
        inbox: inbox(config),
        accounts: Arc::clone(accounts),
        audit,
        registry,
        agents,
        servers,
    };
    api::serve(server, config, parts)
}

/// Lets other servers with the same secret key read what clients carry for this one.
fn with_shared_state(server: Server, config: &Config) -> Server {
    let server = match config.registry.secrets.state_key() {
        Some(key) => server.state_key(key),
        None => server,
    };
    match config.portable_sessions {
        true => server.portable_sessions(),
        false => server,
    }
}

/// Adds the tool that searches the web. Without a service, a call says what to set.
fn with_search(server: Server, config: &Config) -> Server {
    let service = config.search.clone();
    let client = service.map(|service| SearchClient::new(service.backend(), SEARCH_TIMEOUT));
    server.state(WebSearch(client)).tools(tools::web_search())
}

/// Returns the inbox in which questions wait for a person.
pub(super) fn inbox(config: &Config) -> Inbox {
    Inbox::new(config.data_folder.join("questions"))
}
