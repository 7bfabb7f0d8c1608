//! [`PostgresRegistry`]: the parts of a registry in one database, which listen on one connection.

use std::sync::Arc;

use deadpool_postgres::Object;
use tokio::{runtime::Handle, task::block_in_place};

use super::{
    accounts::PostgresAccounts,
    audit::PostgresAudit,
    database::{RegistryDatabase, within},
    listener::{Listener, NewsReceiver},
    migrations,
    postgres_store::PostgresStore,
};
use crate::{kinds::Engines, store::StoreError};

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

    /// Returns a receiver of the news from now on.
    pub(crate) fn subscribe(&self) -> NewsReceiver {
        self.listener.subscribe()
    }

    /// Waits until somebody else may have changed something.
    pub(crate) async fn changed(&self, news: &NewsReceiver) {
        self.listener.changed_or_due(news).await;
    }

    /// Blocks the thread until work on a connection is done.
    pub(crate) fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut Object, &RegistryDatabase) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let runtime = Handle::try_current().map_err(|_| StoreError::Gone)?;
        let done = async {
            let database = migrations::migrated(&self.database).await?;
            let mut client = database.client().await?;
            let done = within(work(&mut client, database)).await;
            RegistryDatabase::finish(client, done).await
        };
        block_in_place(|| runtime.block_on(done))
    }
}
