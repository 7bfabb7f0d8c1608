//! [`PostgresRegistry`]: the parts of a registry in one database, which listen on one connection.

use std::sync::Arc;

use super::{
    accounts::PostgresAccounts, audit::PostgresAudit, database::RegistryDatabase,
    listener::Listener, postgres_store::PostgresStore,
};
use crate::kinds::Engines;

/// A registry in a database: its parts listen on one connection. Clones are the same registry.
#[derive(Debug, Clone)]
pub struct PostgresRegistry {
    database: RegistryDatabase,
    listener: Arc<Listener>,
}

impl PostgresRegistry {
    /// Creates the registry in a database. Nothing is connected before it is used.
    pub fn new(database: RegistryDatabase) -> Self {
        Self {
            listener: Arc::new(Listener::new(database.clone())),
            database,
        }
    }

    /// Returns the database.
    pub const fn database(&self) -> &RegistryDatabase {
        &self.database
    }

    /// Returns the store of the tools.
    pub fn tools(&self, engines: Engines) -> PostgresStore {
        PostgresStore::on(self.database.clone(), engines, Arc::clone(&self.listener))
    }

    /// Returns the store of users and keys.
    pub fn accounts(&self) -> PostgresAccounts {
        PostgresAccounts::new(self.database.clone(), Arc::clone(&self.listener))
    }

    /// Returns the log of who changed what.
    pub fn audit(&self) -> PostgresAudit {
        PostgresAudit::new(self.database.clone())
    }
}
