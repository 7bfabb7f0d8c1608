//! [`EmbeddedIndex`]: collections in a folder.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Instant,
};

use super::{
    collection::Filters,
    collection_path::{collection_path, lock_for_writing},
    disk_collection::{Change, DiskCollection, Loaded},
    file::Header,
    keywords::Synonyms,
    sample::Sample,
};
use crate::{
    core::{BoxFuture, lock},
    data::vectors::{
        error::VectorError,
        index_error::IndexError,
        store::{CollectionInfo, Hit, Record, StoredDocument, VectorQuery, VectorStore},
    },
};

/// Collections in a folder, which is made when something is first put into it. Several processes may have it open.
#[derive(Debug)]
pub(crate) struct EmbeddedIndex {
    collections: Arc<Collections>,
    sample: Option<Sample>,
    /// Held while the sample is filled.
    filling: tokio::sync::Mutex<()>,
}

/// The collections that were asked for so far.
#[derive(Debug)]
struct Collections {
    folder: PathBuf,
    /// Read from its table when a query first needs it.
    synonyms: LazyLock<Synonyms>,
    /// The collections that somebody was warned about.
    warned: Mutex<HashSet<String>>,
    collections: Mutex<HashMap<String, Arc<RwLock<DiskCollection>>>>,
}

impl Collections {
    fn collection(&self, name: &str) -> Result<Arc<RwLock<DiskCollection>>, VectorError> {
        let path = collection_path(&self.folder, name)?;
        let mut collections = lock(&self.collections);
        let collection = collections
            .entry(name.to_owned())
            .or_insert_with(|| Arc::new(RwLock::new(DiskCollection::new(path))));
        Ok(Arc::clone(collection))
    }

    /// Reads from a collection as it is now, together with others who read. It blocks.
    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Loaded) -> Result<T, VectorError>,
    ) -> Result<T, VectorError> {
        let collection = self.collection(name)?;
        let is_current = read_lock(&collection).is_current()?;
        if !is_current {
            write_lock(&collection).refresh()?;
        }
        let collection = read_lock(&collection);
        read(collection.loaded().ok_or_else(|| missing(name))?)
    }

    /// Writes into a collection. It blocks.
    fn write(
        &self,
        name: &str,
        start: impl FnOnce(Option<&Loaded>) -> Result<Change, VectorError>,
        records: &[Record],
        deadline: Instant,
    ) -> Result<(), VectorError> {
        let collection = self.collection(name)?;
        let _alone = lock_for_writing(&collection_path(&self.folder, name)?, deadline)?;
        write_lock(&collection).refresh()?;
        {
            // What takes long, the disk, keeps nobody from reading.
            let collection = read_lock(&collection);
            collection.write(start(collection.loaded())?, records)?;
        }
        Ok(write_lock(&collection).refresh()?)
    }

    /// Whether vectors of this model fit. The same model may have two names, so another name is no error.
    fn check(
        &self,
        name: &str,
        header: &Header,
        model: &str,
        dimension: usize,
    ) -> Result<(), VectorError> {
        if header.dimension != dimension {
            return Err(VectorError::Dimension {
                collection: name.to_owned(),
                collection_model: Some(header.model.clone()),
                model: model.to_owned(),
                expected: header.dimension,
                actual: dimension,
            });
        }
        if header.model != model && lock(&self.warned).insert(name.to_owned()) {
            tracing::warn!(
                collection = name,
                filled_with = header.model,
                asked_with = model,
                "the collection was filled with another model: what it finds may make no sense"
            );
        }
        Ok(())
    }

    fn describe(&self, name: &str) -> Result<CollectionInfo, VectorError> {
        self.read(name, |loaded| {
            Ok(CollectionInfo {
                name: name.to_owned(),
                dimension: Some(loaded.header.dimension),
                model: Some(loaded.header.model.clone()),
                count: loaded.collection.len(),
            })
        })
    }

    fn query(
        &self,
        name: &str,
        question: &VectorQuery,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let filters = Filters::parse(question)?;
        self.read(name, |loaded| {
            for embedding in &question.embeddings {
                self.check(name, &loaded.header, &question.model, embedding.len())?;
            }
            let collection = &loaded.collection;
            Ok(collection.query(question, &filters, &self.synonyms, deadline)?)
        })
    }
}

/// A reader that panicked has changed nothing.
fn read_lock(collection: &RwLock<DiskCollection>) -> RwLockReadGuard<'_, DiskCollection> {
    collection.read().unwrap_or_else(PoisonError::into_inner)
}

fn write_lock(collection: &RwLock<DiskCollection>) -> RwLockWriteGuard<'_, DiskCollection> {
    collection.write().unwrap_or_else(PoisonError::into_inner)
}

impl EmbeddedIndex {
    /// Opens the collections in `folder`. With a sample, one of them is filled when it is first
    /// asked for and does not exist, and every query uses the sample's synonyms.
    pub(crate) fn new(folder: PathBuf, sample: Option<Sample>) -> Self {
        let synonyms = match sample {
            Some(_) => Sample::synonyms,
            None => Synonyms::default,
        };
        let collections = Collections {
            folder,
            synonyms: LazyLock::new(synonyms),
            warned: Mutex::default(),
            collections: Mutex::default(),
        };
        Self {
            collections: Arc::new(collections),
            sample,
            filling: tokio::sync::Mutex::default(),
        }
    }

    /// Does what blocks where it may.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Collections) -> Result<T, VectorError> + Send + 'static,
    ) -> Result<T, VectorError> {
        let collections = Arc::clone(&self.collections);
        let working = tokio::task::spawn_blocking(move || work(&collections));
        let failed = |error: tokio::task::JoinError| IndexError::Failed(error.to_string());
        working.await.map_err(failed)?
    }

    /// Fills the collection with the sample, if that belongs there.
    async fn prepare(&self, name: &str, deadline: Instant) -> Result<(), VectorError> {
        let sample = self.sample.as_ref();
        let Some(sample) = sample.filter(|sample| sample.collection == name) else {
            return Ok(());
        };
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
            // Another process may have been faster.
            let is_wanted = |loaded: Option<&Loaded>| is_sample_wanted(loaded, &model);
            let start = |loaded: Option<&Loaded>| {
                Ok(if is_wanted(loaded) {
                    Change::Recreate(header)
                } else {
                    Change::Append
                })
            };
            collections.write(&name, start, &records, deadline)
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

/// Whether the sample is missing, or an old one. What somebody has filled is left alone.
fn is_sample_wanted(loaded: Option<&Loaded>, model: &str) -> bool {
    match loaded.map(|loaded| &loaded.header) {
        None => true,
        Some(header) => match &header.sample {
            None => false,
            Some(version) => *version != Sample::version() || header.model != model,
        },
    }
}

/// A collection is made anew if it is not there, or has only the sample.
fn begin(loaded: Option<&Loaded>, model: &str, dimension: usize) -> Change {
    let is_own = loaded.is_some_and(|loaded| loaded.header.sample.is_none());
    if is_own {
        Change::Append
    } else {
        Change::Recreate(Header::new(model, dimension, None))
    }
}

fn missing(name: &str) -> VectorError {
    VectorError::NoCollection {
        collection: name.to_owned(),
        place: None,
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
        question: VectorQuery,
        deadline: Instant,
    ) -> BoxFuture<'a, Result<Vec<Vec<Hit>>, VectorError>> {
        Box::pin(async move {
            self.prepare(collection, deadline).await?;
            let name = collection.to_owned();
            self.work(move |collections| collections.query(&name, &question, deadline))
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
            let start = |loaded: Option<&Loaded>| Ok(begin(loaded, &model, dimension));
            collections.write(&name, start, &[], deadline)?;
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
            let start = |loaded: Option<&Loaded>| {
                let header = &loaded.ok_or_else(|| missing(&name))?.header;
                for record in &records {
                    collections.check(&name, header, &model, record.embedding.len())?;
                }
                Ok(Change::Append)
            };
            collections.write(&name, start, &records, deadline)
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
            let start = |loaded: Option<&Loaded>| {
                let collection = &loaded.ok_or_else(|| missing(&name))?.collection;
                let is_there = ids.iter().any(|id| collection.has(id));
                Ok(match is_there {
                    true => Change::Remove(ids),
                    false => Change::Append,
                })
            };
            collections.write(&name, start, &[], deadline)
        }))
    }
}
