//! [`EmbeddedIndex`]: the vector store inside of this process.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
    time::Instant,
};

use toolwright::BoxFuture;

use super::{
    collections::{Collections, missing},
    disk_collection::{Change, Loaded},
    file::Header,
    keywords::Synonyms,
    sample::Sample,
};
use crate::vectors::{
    error::VectorError,
    index_error::IndexError,
    store::{CollectionInfo, Hit, Record, StoredDocument, VectorQuery, VectorStore},
};

/// Collections in a folder, which is created when the first one is written. Several processes may
/// use it at once.
#[derive(Debug)]
pub struct EmbeddedIndex {
    collections: Arc<Collections>,
    sample: Option<Sample>,
    /// Held while the sample is filled.
    filling: tokio::sync::Mutex<()>,
}

impl EmbeddedIndex {
    /// Opens the collections in `folder`. With a sample, one of them is filled when it is first
    /// asked for and does not exist, and every query uses the sample's synonyms.
    pub fn new(folder: PathBuf, sample: Option<Sample>) -> Self {
        let synonyms = match sample {
            Some(_) => Sample::synonyms,
            None => Synonyms::default,
        };
        Self {
            collections: Arc::new(Collections::new(folder, synonyms)),
            sample,
            filling: tokio::sync::Mutex::default(),
        }
    }

    /// Opens the collections in `folder` without a sample. Queries use its synonyms nevertheless:
    /// they are words for columns that many databases have.
    pub fn without_sample(folder: PathBuf) -> Self {
        Self {
            collections: Arc::new(Collections::new(folder, Sample::synonyms)),
            ..Self::new(PathBuf::new(), None)
        }
    }

    /// Runs blocking work on a thread that may block.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Collections) -> Result<T, VectorError> + Send + 'static,
    ) -> Result<T, VectorError> {
        let collections = Arc::clone(&self.collections);
        let working = tokio::task::spawn_blocking(move || work(&collections));
        let failed = |error: tokio::task::JoinError| IndexError::Failed(error.to_string());
        working.await.map_err(failed)?
    }

    /// Fills the collection with the sample, if it is that of the sample and not filled yet.
    ///
    /// # Errors
    /// [`VectorError::NoCollection`] if it was filled with the sample and there is none any more.
    async fn prepare(&self, name: &str, deadline: Instant) -> Result<(), VectorError> {
        let Some(sample) = &self.sample else {
            return self.refuse_sample(name).await;
        };
        if sample.collection != name {
            return Ok(());
        }
        let model = sample.embedder.model().to_owned();
        if !self.wants_sample(name, &model).await? {
            return Ok(());
        }
        let _alone = self.filling.lock().await;
        if !self.wants_sample(name, &model).await? {
            return Ok(());
        }
        let records = sample.records(deadline).await?;
        let name = name.to_owned();
        self.work(move |collections| {
            let dimension = records.first().map_or(0, |record| record.embedding.len());
            let header = Header::new(&model, dimension, Some(Sample::version()));
            // Another process may have filled it meanwhile.
            let change = |loaded: Option<&Loaded>| {
                Ok(match is_sample_wanted(loaded, &model) {
                    true => Change::Recreate(header),
                    false => Change::Skip,
                })
            };
            collections.write(&name, change, &records, deadline)
        })
        .await
    }

    async fn refuse_sample(&self, name: &str) -> Result<(), VectorError> {
        let name = name.to_owned();
        self.work(move |collections| {
            let is_sample = |loaded: &Loaded| Ok(loaded.header.sample.is_some());
            match collections.read(&name, is_sample)? {
                true => Err(missing(&name)),
                false => Ok(()),
            }
        })
        .await
    }

    async fn wants_sample(&self, name: &str, model: &str) -> Result<bool, VectorError> {
        let (name, model) = (name.to_owned(), model.to_owned());
        self.work(move |collections| {
            let wanted = |loaded: &Loaded| Ok(is_sample_wanted(Some(loaded), &model));
            match collections.read(&name, wanted) {
                Err(VectorError::NoCollection { .. }) => Ok(true),
                outcome => outcome,
            }
        })
        .await
    }
}

/// Whether the sample is missing or outdated. A collection that somebody filled is left alone.
fn is_sample_wanted(loaded: Option<&Loaded>, model: &str) -> bool {
    match loaded.map(|loaded| &loaded.header) {
        None => true,
        Some(header) => match &header.sample {
            None => false,
            Some(version) => *version != Sample::version() || header.model != model,
        },
    }
}

/// Creates the collection if it does not exist, or replaces the sample.
fn begin(loaded: Option<&Loaded>, model: &str, dimension: usize) -> Change {
    let is_filled = loaded.is_some_and(|loaded| loaded.header.sample.is_none());
    if is_filled {
        Change::Append
    } else {
        Change::Recreate(Header::new(model, dimension, None))
    }
}

impl VectorStore for EmbeddedIndex {
    fn describe<'a>(
        &'a self,
        collection: &'a str,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        Box::pin(async move {
            self.prepare(collection, deadline).await?;
            let name = collection.to_owned();
            self.work(move |collections| collections.describe(&name))
                .await
        })
    }

    fn query<'a>(
        &'a self,
        collection: &'a str,
        query: VectorQuery,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>> {
        Box::pin(async move {
            self.prepare(collection, deadline).await?;
            let name = collection.to_owned();
            self.work(move |collections| collections.query(&name, &query, deadline))
                .await
        })
    }

    fn create_if_missing<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        dimension: usize,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<CollectionInfo, VectorError>> {
        let (name, model) = (collection.to_owned(), model.to_owned());
        Box::pin(self.work(move |collections| {
            let change = |loaded: Option<&Loaded>| Ok(begin(loaded, &model, dimension));
            collections.write(&name, change, &[], deadline)?;
            collections.describe(&name)
        }))
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a str,
        model: &'a str,
        records: Vec<Record>,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        let (name, model) = (collection.to_owned(), model.to_owned());
        Box::pin(self.work(move |collections| {
            let change = |loaded: Option<&Loaded>| {
                let header = &loaded.ok_or_else(|| missing(&name))?.header;
                for record in &records {
                    collections.check(&name, header, &model, record.embedding.len())?;
                }
                Ok(Change::Append)
            };
            collections.write(&name, change, &records, deadline)
        }))
    }

    fn get_documents<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        _deadline: Instant,
    ) -> BoxFuture<'a, Result<HashMap<String, StoredDocument>, VectorError>> {
        let (name, ids) = (collection.to_owned(), ids.to_vec());
        let stored = move |loaded: &Loaded| Ok(loaded.collection.get_documents(&ids));
        Box::pin(self.work(move |collections| collections.read(&name, stored)))
    }

    fn ids_with<'a>(
        &'a self,
        collection: &'a str,
        key: &'a str,
        value: &'a str,
        _deadline: Instant,
    ) -> BoxFuture<'a, Result<HashSet<String>, VectorError>> {
        let [name, key, value] = [collection, key, value].map(str::to_owned);
        let found = move |loaded: &Loaded| Ok(loaded.collection.ids_with(&key, &value));
        Box::pin(self.work(move |collections| collections.read(&name, found)))
    }

    fn remove<'a>(
        &'a self,
        collection: &'a str,
        ids: &'a [String],
        deadline: Instant,
    ) -> BoxFuture<'a, Result<(), VectorError>> {
        let name = collection.to_owned();
        let ids: HashSet<String> = ids.iter().cloned().collect();
        Box::pin(self.work(move |collections| {
            let change = |loaded: Option<&Loaded>| {
                let collection = &loaded.ok_or_else(|| missing(&name))?.collection;
                let is_there = ids.iter().any(|id| collection.has(id));
                Ok(match is_there {
                    true => Change::Remove(ids),
                    false => Change::Skip,
                })
            };
            collections.write(&name, change, &[], deadline)
        }))
    }
}
