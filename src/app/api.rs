//! Adds the REST API to the server.

use std::{convert::Infallible, sync::Arc};

use super::{doctor, engines::Engines};
use crate::{
    admin::{
        Api, ApiParts, Examine, HealthFinding, ServerFacts, SettingView, SettingsView,
        console_routes, routes,
    },
    config::{Config, SettingsListing},
    core::BoxFuture,
    data::{execution_log::LogReader, inbox::Inbox},
    registry::{KindName, Registry},
    server::Server,
};

/// Adds `/api/v1` and the console to `server`.
pub(super) fn serve(
    server: Server,
    config: &Config,
    engines: Arc<Engines>,
    inbox: Inbox,
    registry: Registry,
) -> Server {
    let api = Api::new(ApiParts {
        registry,
        log: LogReader::new(&config.log_folder),
        inbox,
        settings: settings(&config.summary.listing),
        health: Box::new(Doctor(engines)),
        audit: config.data_folder.join("audit.jsonl"),
        facts: ServerFacts {
            name: server.name().to_owned(),
            version: env!("CARGO_PKG_VERSION"),
            features: KindName::ALL.map(KindName::as_str).to_vec(),
        },
    });
    let server = routes(&api)
        .into_iter()
        .fold(server, |server, (path, methods)| {
            server.route(path, methods)
        });
    let server = if config.console {
        let pages = console_routes().into_iter();
        pages.fold(server, |server, (path, methods)| {
            server.open_route(path, methods)
        })
    } else {
        server
    };
    server.on_start(move |services| async move {
        api.start(&services);
        Ok::<_, Infallible>(())
    })
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
