//! [`PostgresAccounts`]: keeps users and keys in a database.

use std::sync::Arc;

use tokio::{runtime::Handle, sync::Mutex as AsyncMutex, task::block_in_place};
use toolwright_access::{AccountError, AccountStore, Change, Directory, StoreVersion};

use super::{
    account_rows::KnownAccounts,
    database::{RegistryDatabase, within},
    listener::{Listener, NewsReceiver},
    migrations,
};
use crate::store::StoreError;

/// Keeps users and keys in a database that several servers share. Clones share what they have read.
///
/// As an [`AccountStore`] it blocks: it must be called by threads of a tokio runtime that may block.
#[derive(Debug, Clone)]
pub struct PostgresAccounts(Arc<AccountsInner>);

#[derive(Debug)]
struct AccountsInner {
    database: RegistryDatabase,
    known: AsyncMutex<KnownAccounts>,
    listener: Arc<Listener>,
    news: NewsReceiver,
}

impl PostgresAccounts {
    /// Creates the store. Nothing is connected yet.
    pub(super) fn new(database: RegistryDatabase, listener: Arc<Listener>) -> Self {
        Self(Arc::new(AccountsInner {
            database,
            known: AsyncMutex::default(),
            news: listener.subscribe(),
            listener,
        }))
    }

    /// Waits until somebody else may have changed something.
    pub async fn changed(&self) {
        self.0.listener.changed_or_due(&self.0.news).await;
    }

    /// Reads what has changed. Returns the number of the latest change.
    async fn updated(&self) -> Result<u64, StoreError> {
        let database = migrations::migrated(&self.0.database).await?;
        let mut known = self.0.known.lock().await;
        let client = database.client().await?;
        let read = within(known.update(&client, database)).await;
        RegistryDatabase::finish(client, read).await?;
        Ok(known.revision())
    }

    async fn make(
        &self,
        change: &mut Change<'_>,
    ) -> Result<Result<Directory, AccountError>, StoreError> {
        let database = migrations::migrated(&self.0.database).await?;
        let mut known = self.0.known.lock().await;
        let mut client = database.client().await?;
        let made = within(known.change(&mut client, database, change)).await;
        let made = RegistryDatabase::finish(client, made).await?;
        Ok(made.map(|()| known.directory().clone()))
    }
}

impl AccountStore for PostgresAccounts {
    fn version(&self) -> Result<Option<StoreVersion>, AccountError> {
        let latest = wait(self.updated())?;
        Ok(Some(StoreVersion(vec![latest])))
    }

    fn read(&self) -> Result<Directory, AccountError> {
        wait(async {
            self.updated().await?;
            Ok(self.0.known.lock().await.directory().clone())
        })
    }

    fn change(&self, change: &mut Change<'_>) -> Result<Directory, AccountError> {
        wait(self.make(change))?
    }

    fn is_remote(&self) -> bool {
        true
    }
}

/// Blocks the thread until the work is done.
fn wait<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, AccountError> {
    let runtime = Handle::try_current();
    let runtime = runtime.map_err(|error| AccountError::Unusable(error.to_string()))?;
    block_in_place(|| runtime.block_on(work)).map_err(|error| match error {
        StoreError::Away { why } => AccountError::Away(why),
        error => AccountError::Unusable(error.to_string()),
    })
}
