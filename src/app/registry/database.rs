//! The registry in a database: the configured one, or one in the private cluster.

use std::sync::Arc;

use toolwright::BoxFuture;
use toolwright_engines::postgres::{Address, ConnectError, Endpoint};
use toolwright_registry::{PostgresRegistry, RegistryDatabase};

use crate::{app::engines::Engines, config::RegistryPlace};

/// Returns the registry in a database, if it is not in files. Nothing is connected or started.
pub(in crate::app) fn of(place: &RegistryPlace, engines: &Engines) -> Option<PostgresRegistry> {
    let RegistryPlace::Postgres { address, schema } = place else {
        return None;
    };
    let schema = schema.clone();
    let database = match address {
        Some(address) => RegistryDatabase::new(Arc::new(address.clone()), schema),
        None => {
            let own = engines.database.registry_database();
            let endpoint = own.unwrap_or_else(|| Arc::new(NoDatabase));
            RegistryDatabase::new(endpoint, schema).created_if_missing()
        }
    };
    Some(PostgresRegistry::new(database))
}

/// Stands in for a database that nobody named.
#[derive(Debug)]
struct NoDatabase;

impl Endpoint for NoDatabase {
    fn address(&self) -> BoxFuture<'_, Result<Address, ConnectError>> {
        let why = "there is no embedded one beside the database of `POSTGRESQL_DB_HOST`; set `TOOLWRIGHT_REGISTRY_URL`";
        Box::pin(std::future::ready(Err(ConnectError::NotStarted(
            why.into(),
        ))))
    }
}
