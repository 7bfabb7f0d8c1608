//! Adds the REST API to the server.

use std::{
    convert::Infallible,
    io::{self, IsTerminal as _},
    net::SocketAddr,
    sync::Arc,
};

use toolwright::{BoxFuture, Server, transport::FrontPage};
use toolwright_access::Accounts;
use toolwright_engines::inbox::Inbox;
use toolwright_registry::{CallHistory, PostgresAudit, Registry, Servers};

use super::{doctor, engines::Engines};
use crate::{
    admin::{
        Api, ApiParts, AuditLog, ConsoleSessions, Examine, HealthFinding, ServerFacts, Sessions,
        SettingView, SettingsView, console_routes, routes,
    },
    agents::ServedAgents,
    config::{Config, SettingsListing},
};

/// The parts of the server that the API uses.
pub(super) struct Parts {
    pub(super) engines: Arc<Engines>,
    /// The calls that people read about.
    pub(super) log: CallHistory,
    pub(super) inbox: Inbox,
    pub(super) accounts: Arc<Accounts>,
    /// The audit log of all servers, if the registry is in a database.
    pub(super) audit: Option<PostgresAudit>,
    pub(super) registry: Registry,
    pub(super) agents: ServedAgents,
    pub(super) servers: Servers,
}

/// Adds `/api/v1` and the console to `server`, and lets in who logged in there.
pub(super) fn serve(server: Server, config: &Config, parts: Parts) -> Server {
    let Parts {
        engines,
        log,
        inbox,
        accounts,
        audit,
        registry,
        agents,
        servers,
    } = parts;
    let sessions = Arc::new(Sessions::new(Arc::clone(&accounts)));
    let server = server.authenticate(ConsoleSessions(Arc::clone(&sessions)));
    let server = server.state(front_page(Arc::clone(&sessions), config.access.is_required));
    let features = registry.engines().kinds.names().collect();
    let api = Api::new(ApiParts {
        registry,
        agents,
        servers,
        accounts,
        sessions,
        chooser: engines.chooser.clone(),
        log,
        inbox: Arc::new(inbox),
        settings: settings(&config.summary.listing),
        health: Box::new(Doctor(engines)),
        audit: AuditLog::new(config.data_folder.join("audit.jsonl"), audit),
        facts: ServerFacts {
            name: server.name().to_owned(),
            version: env!("CARGO_PKG_VERSION"),
            features,
        },
    });
    let server = with_pages(server, &api, config.console);
    server.on_start(move |services| async move {
        api.start(&services);
        Ok::<_, Infallible>(())
    })
}

/// Makes the link to the console. Where everybody needs a key, whoever started the server in a
/// terminal of this machine gets in without one, once. A log is not a terminal: others may read it.
fn front_page(sessions: Arc<Sessions>, is_required: bool) -> FrontPage {
    FrontPage::new(move |address: SocketAddr| {
        let is_for_starter = is_required && address.ip().is_loopback();
        let plain = format!("http://{address}/");
        match is_for_starter && io::stderr().is_terminal() {
            true => format!("{plain}#token={}", sessions.issue_link_token()),
            false => plain,
        }
    })
}

/// Adds the paths of the API, and those of the console if it is wanted.
fn with_pages(server: Server, api: &Arc<Api>, has_console: bool) -> Server {
    let server = server.pages(routes(api));
    match has_console {
        true => server.pages(console_routes(api)),
        false => server,
    }
}

/// Examines the engines.
struct Doctor(Arc<Engines>);

impl Examine for Doctor {
    fn examine(&self) -> BoxFuture<'_, Vec<HealthFinding>> {
        Box::pin(doctor::findings(&self.0))
    }
}

fn settings(listing: &SettingsListing) -> SettingsView {
    let items = listing.settings.iter().map(|setting| SettingView {
        name: setting.name.to_owned(),
        value: setting.value.clone(),
        place: setting.place.clone(),
        description: setting.description.clone(),
        is_secret: setting.is_secret,
    });
    SettingsView {
        items: items.collect(),
        files: listing.files.clone(),
    }
}
