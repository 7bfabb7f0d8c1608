//! [`PostgresStore`]: keeps definitions in a database.

use std::{
    fmt, mem,
    sync::{Arc, Mutex},
};

use tokio::sync::Mutex as AsyncMutex;
use toolwright::BoxFuture;
use toolwright_base::lock;

use super::{
    columns::TableRow,
    copy::{self, CopiedRows},
    database::{RegistryDatabase, within},
    listener::{Listener, NewsReceiver},
    migrations,
    rows::{self, KnownTools},
    write,
};
use crate::{
    agent::Agent,
    kinds::Engines,
    spec::ToolSpec,
    store::{Edit, Record, RegistryContents, Store, StoreError, Version, on_own_thread},
};

/// Keeps definitions in a database that several servers share. Clones share what they have read.
pub struct PostgresStore<D: TableRow = ToolSpec> {
    inner: Arc<StoreInner<D>>,
}

impl<D: TableRow> Clone for PostgresStore<D> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }
}

struct StoreInner<D: TableRow> {
    database: RegistryDatabase,
    context: D::Context,
    known: AsyncMutex<KnownTools<D>>,
    /// The problems of definitions that cannot be read.
    problem: Mutex<Option<String>>,
    listener: Arc<Listener>,
    news: NewsReceiver,
}

impl<D: TableRow> fmt::Debug for PostgresStore<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PostgresStore")
            .field(&self.inner.database)
            .finish()
    }
}

impl PostgresStore {
    /// Creates the store of the tools in a database. Nothing is connected yet; the tables are made, or
    /// brought up to date, when something is first read or written.
    pub fn new(database: RegistryDatabase, engines: Engines) -> Self {
        let listener = Arc::new(Listener::new(database.clone()));
        Self::on(database, engines, listener)
    }

    /// Returns the store of the agents in the same database. It listens on the same connection.
    pub fn agents(&self) -> PostgresStore<Agent> {
        let listener = Arc::clone(&self.inner.listener);
        PostgresStore::on(self.inner.database.clone(), (), listener)
    }

    /// Returns everything that the database keeps.
    ///
    /// # Errors
    /// If the database cannot be read, or has definitions that cannot be.
    pub async fn export(&self) -> Result<RegistryContents, StoreError> {
        let agents = self.agents();
        let database = self.migrated().await?;
        let (of_tools, of_agents) = (self.readable().await?, agents.readable().await?);
        let client = database.client().await?;
        let read = within(async {
            let agents = copy::export(&client, database, of_agents).await?;
            Ok(RegistryContents {
                tools: copy::export(&client, database, of_tools).await?,
                agents: copy::with_ids_of_names(&client, database, agents).await?,
            })
        });
        let read = read.await;
        RegistryDatabase::finish(client, read).await
    }

    /// Writes everything that another place keeps.
    ///
    /// # Errors
    /// If there are definitions already, or credentials that no key here opens, or the database cannot
    /// be written. Then nothing changes.
    pub async fn import(&self, contents: RegistryContents) -> Result<(), StoreError> {
        for record in &contents.tools.records {
            record.spec.check_sealed(&self.inner.context)?;
        }
        let database = self.migrated().await?;
        let engines = self.inner.context.clone();
        let rows = on_own_thread(move || {
            let agents = CopiedRows::of(contents.agents, &())?;
            Ok((CopiedRows::of(contents.tools, &engines)?, agents))
        });
        let (tools, agents) = rows.await?;
        let mut client = database.client().await?;
        let written = within(copy::import(&mut client, database, &tools, agents)).await;
        RegistryDatabase::finish(client, written).await
    }
}

impl<D: TableRow> PostgresStore<D> {
    pub(super) fn on(
        database: RegistryDatabase,
        context: D::Context,
        listener: Arc<Listener>,
    ) -> Self {
        Self {
            inner: Arc::new(StoreInner {
                news: listener.subscribe(),
                listener,
                database,
                context,
                known: AsyncMutex::default(),
                problem: Mutex::default(),
            }),
        }
    }

    /// Makes the tables, or brings them up to date. Returns how many steps were missing.
    ///
    /// # Errors
    /// If the database cannot be used, or has the tables of another version of this program.
    pub async fn migrate(&self) -> Result<usize, StoreError> {
        migrations::migrate(&self.inner.database).await
    }

    /// Returns the number of the last step of the tables that was applied. Nothing is changed.
    ///
    /// # Errors
    /// As [`migrate`](Self::migrate).
    pub async fn applied_migrations(&self) -> Result<i64, StoreError> {
        migrations::applied(&self.inner.database).await
    }

    async fn migrated(&self) -> Result<&RegistryDatabase, StoreError> {
        migrations::migrated(&self.inner.database).await
    }

    async fn load_changed(&self) -> Result<Vec<Record<D>>, StoreError> {
        let database = self.migrated().await?;
        let mut known = self.inner.known.lock().await;
        let client = database.client().await?;
        let read = within(rows::changed_rows::<D>(&client, database, known.sequence())).await;
        let (latest, changed) = RegistryDatabase::finish(client, read).await?;
        // If the thread fails, everything is read the next time.
        let mut next = mem::take(&mut *known);
        let context = self.inner.context.clone();
        let next = on_own_thread(move || {
            next.update(latest, changed, &context);
            Ok(next)
        });
        *known = next.await?;
        let problem = known.problem();
        let mut before = lock(&self.inner.problem);
        if problem.is_some() && *before != problem {
            let problem = problem.as_deref().unwrap_or_default();
            tracing::error!("definitions in the registry's database cannot be read:\n{problem}");
        }
        *before = problem;
        Ok(known.records())
    }

    /// Returns all definitions, if each of them can be read.
    async fn readable(&self) -> Result<Vec<Record<D>>, StoreError> {
        let records = self.load_changed().await?;
        match self.problem() {
            Some(why) => Err(StoreError::Refused { why }),
            None => Ok(records),
        }
    }

    async fn load_definition(&self, name: String) -> Result<Option<Arc<D>>, StoreError> {
        let database = self.migrated().await?;
        let client = database.client().await?;
        let read = within(rows::definition::<D>(&client, database, &name)).await;
        let Some(definition) = RegistryDatabase::finish(client, read).await? else {
            return Ok(None);
        };
        let context = self.inner.context.clone();
        on_own_thread(move || {
            let spec = rows::read_definition::<D>(&name, &definition, &context);
            Ok(spec.ok().map(Arc::new))
        })
        .await
    }

    async fn apply_all(&self, edits: Vec<Edit<D>>) -> Result<Vec<u64>, StoreError> {
        let database = self.migrated().await?;
        let mut client = database.client().await?;
        let applied = within(write::apply(&mut client, database, &edits)).await;
        let revisions = RegistryDatabase::finish(client, applied).await?;
        let mut known = self.inner.known.lock().await;
        for spec in edits.iter().filter_map(|edit| edit.spec.as_ref()) {
            known.expect(spec);
        }
        Ok(revisions)
    }
}

impl<D: TableRow> Store<D> for PostgresStore<D> {
    fn load(&self) -> BoxFuture<'_, Result<Vec<Record<D>>, StoreError>> {
        Box::pin(self.load_changed())
    }

    fn load_only(&self, name: String) -> BoxFuture<'_, Result<Option<Arc<D>>, StoreError>> {
        Box::pin(self.load_definition(name))
    }

    fn apply(&self, edits: Vec<Edit<D>>) -> BoxFuture<'_, Result<Vec<u64>, StoreError>> {
        Box::pin(self.apply_all(edits))
    }

    fn history(&self, name: String) -> BoxFuture<'_, Result<Vec<Version>, StoreError>> {
        Box::pin(async move {
            let database = self.migrated().await?;
            let client = database.client().await?;
            let read = within(rows::history::<D>(&client, database, &name)).await;
            RegistryDatabase::finish(client, read).await
        })
    }

    fn removed(&self) -> BoxFuture<'_, Result<Vec<Version>, StoreError>> {
        Box::pin(async move {
            let database = self.migrated().await?;
            let client = database.client().await?;
            let read = within(rows::removed::<D>(&client, database)).await;
            RegistryDatabase::finish(client, read).await
        })
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.inner.listener.changed(&self.inner.news))
    }

    fn problem(&self) -> Option<String> {
        lock(&self.inner.problem).clone()
    }
}
