//! The database behind `query_bga_database`: a configured server, or the private cluster.

use std::{collections::BTreeMap, path::Path, sync::Arc};

#[cfg(feature = "embedded-postgres")]
use toolwright_engines::postgres::Cluster;
use toolwright_engines::postgres::{
    Address, Database, DatabaseOptions, Endpoint, StatementChecker,
};

use crate::{config::Config, tools::data::DatabaseQueries};

/// The database of the registry in the private cluster.
#[cfg(feature = "embedded-postgres")]
const REGISTRY_DATABASE: &str = "toolwright_registry";

/// The database and where it is.
#[derive(Debug)]
pub(in crate::app) struct DatabaseEngine {
    pub(in crate::app) database: Database,
    /// Which database it is, for people.
    pub(in crate::app) place: String,
    /// Whether it is a configured server, not the private cluster.
    pub(in crate::app) is_configured: bool,
    #[cfg(feature = "embedded-postgres")]
    cluster: Option<Cluster>,
}

impl DatabaseEngine {
    /// Creates the database that `config` names. Nothing is started.
    pub(super) fn new(config: &Config, program: &Path) -> Self {
        let options = options(config);
        match &config.engines.database.server {
            Some(server) => Self::at(server, options),
            None => Self::embedded(config, program, options),
        }
    }

    /// Creates the databases of the tables `[databases.NAME]`, by their names.
    pub(super) fn named(config: &Config) -> BTreeMap<String, Self> {
        let named = config.engines.database.named.iter();
        named
            .map(|(name, server)| (name.clone(), Self::at(server, options(config))))
            .collect()
    }

    /// Creates the database of a server.
    fn at(server: &Address, options: DatabaseOptions) -> Self {
        Self {
            database: Database::new(Arc::new(server.clone()), options),
            place: format!(
                "database `{}` at `{}` as `{}`",
                server.database,
                server.location(),
                server.user
            ),
            is_configured: true,
            #[cfg(feature = "embedded-postgres")]
            cluster: None,
        }
    }

    #[cfg(feature = "embedded-postgres")]
    fn embedded(config: &Config, program: &Path, options: DatabaseOptions) -> Self {
        let folder = config.data_folder.join("postgres");
        let place = format!("the embedded cluster in `{}`", folder.display());
        let cluster = Cluster::with_runtime(folder, program, config.engines.database.runtime);
        Self {
            database: Database::new(Arc::new(cluster.clone()), options),
            place,
            is_configured: false,
            cluster: Some(cluster),
        }
    }

    #[cfg(not(feature = "embedded-postgres"))]
    fn embedded(_: &Config, _: &Path, options: DatabaseOptions) -> Self {
        Self {
            database: Database::new(Arc::new(super::no_cluster::NoCluster), options),
            place: "none".into(),
            is_configured: false,
        }
    }

    /// Returns a database for the registry in the private cluster, if that is used.
    #[cfg(feature = "embedded-postgres")]
    pub(in crate::app) fn registry_database(&self) -> Option<Arc<dyn Endpoint>> {
        let cluster = self.cluster.as_ref()?;
        Some(Arc::new(cluster.own_database(REGISTRY_DATABASE)))
    }

    /// Returns a database for the registry in the private cluster, which this build does not have.
    #[cfg(not(feature = "embedded-postgres"))]
    pub(in crate::app) fn registry_database(&self) -> Option<Arc<dyn Endpoint>> {
        None
    }

    /// Creates the state of `query_bga_database`.
    pub(super) fn queries(&self, config: &Config) -> DatabaseQueries {
        let settings = &config.engines.database;
        DatabaseQueries {
            checker: StatementChecker::new(&settings.allowed_functions),
            database: self.database.clone(),
            limits: settings.limits,
        }
    }

    /// Returns the database for `sql` tools of the registry.
    pub(in crate::app) fn sql(&self, config: &Config) -> toolwright_registry::SqlEngine {
        let settings = &config.engines.database;
        toolwright_registry::SqlEngine {
            checker: StatementChecker::new(&settings.allowed_functions),
            database: self.database.clone(),
            limits: settings.limits,
        }
    }

    /// Closes the connections and stops the private cluster.
    pub(super) async fn stop(&self) {
        self.database.stop().await;
        #[cfg(feature = "embedded-postgres")]
        if let Some(cluster) = &self.cluster {
            cluster.stop().await;
        }
    }
}

fn options(config: &Config) -> DatabaseOptions {
    let settings = &config.engines.database;
    DatabaseOptions {
        max_connections: settings.connections,
        statement_timeout: settings.limits.timeout,
        lock_timeout: settings.limits.timeout,
        ..DatabaseOptions::default()
    }
}
