//! [`Collections`]: the collections of a folder, read when they are first used.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Instant,
};

use toolwright_base::lock;

use super::{
    collection::Filters,
    collection_path::{collection_path, lock_for_writing},
    disk_collection::{Change, DiskCollection, Loaded},
    file::Header,
    keywords::Synonyms,
};
use crate::vectors::{
    collection_model::CollectionModel,
    error::VectorError,
    store::{CollectionInfo, Hit, Record, VectorQuery},
};

/// The collections that were used so far. All methods block.
#[derive(Debug)]
pub(super) struct Collections {
    folder: PathBuf,
    /// Parsed when a query first needs it.
    synonyms: LazyLock<Synonyms>,
    /// The collections whose model was warned about.
    warned: Mutex<HashSet<String>>,
    collections: Mutex<HashMap<String, Arc<RwLock<DiskCollection>>>>,
}

impl Collections {
    pub(super) fn new(folder: PathBuf, synonyms: fn() -> Synonyms) -> Self {
        Self {
            folder,
            synonyms: LazyLock::new(synonyms),
            warned: Mutex::default(),
            collections: Mutex::default(),
        }
    }

    fn collection(&self, name: &str) -> Result<Arc<RwLock<DiskCollection>>, VectorError> {
        let path = collection_path(&self.folder, name)?;
        let mut collections = lock(&self.collections);
        let collection = collections
            .entry(name.to_owned())
            .or_insert_with(|| Arc::new(RwLock::new(DiskCollection::new(path))));
        Ok(Arc::clone(collection))
    }

    /// Reads from a collection as it is now. Several readers do so at once.
    pub(super) fn read<T>(
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

    /// Changes a collection as `change` decides, and adds records. Waits until no other process
    /// writes.
    pub(super) fn write(
        &self,
        name: &str,
        change: impl FnOnce(Option<&Loaded>) -> Result<Change, VectorError>,
        records: &[Record],
        deadline: Instant,
    ) -> Result<(), VectorError> {
        let collection = self.collection(name)?;
        let _alone = lock_for_writing(&collection_path(&self.folder, name)?, deadline)?;
        write_lock(&collection).refresh()?;
        {
            // Readers are not blocked while the disk works.
            let collection = read_lock(&collection);
            collection.write(change(collection.loaded())?, records)?;
        }
        Ok(write_lock(&collection).refresh()?)
    }

    /// Checks that vectors of this model fit into a collection.
    pub(super) fn check(
        &self,
        name: &str,
        header: &Header,
        model: &str,
        dimension: usize,
    ) -> Result<(), VectorError> {
        let collection = CollectionModel {
            collection: name,
            model: Some(&header.model),
            dimension: Some(header.dimension),
        };
        let is_first = || lock(&self.warned).insert(name.to_owned());
        collection.check(model, dimension, is_first)
    }

    pub(super) fn describe(&self, name: &str) -> Result<CollectionInfo, VectorError> {
        self.read(name, |loaded| {
            Ok(CollectionInfo {
                name: name.to_owned(),
                dimension: Some(loaded.header.dimension),
                model: Some(loaded.header.model.clone()),
                count: loaded.collection.len(),
            })
        })
    }

    pub(super) fn query(
        &self,
        name: &str,
        query: &VectorQuery,
        deadline: Instant,
    ) -> Result<Vec<Vec<Hit>>, VectorError> {
        let filters = Filters::parse(query)?;
        self.read(name, |loaded| {
            for embedding in &query.embeddings {
                self.check(name, &loaded.header, &query.model, embedding.len())?;
            }
            let collection = &loaded.collection;
            Ok(collection.query(query, &filters, &self.synonyms, deadline)?)
        })
    }
}

/// A reader that panicked changed nothing, so the lock is not poisoned.
fn read_lock(collection: &RwLock<DiskCollection>) -> RwLockReadGuard<'_, DiskCollection> {
    collection.read().unwrap_or_else(PoisonError::into_inner)
}

fn write_lock(collection: &RwLock<DiskCollection>) -> RwLockWriteGuard<'_, DiskCollection> {
    collection.write().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the error for a collection that does not exist.
pub(super) fn missing(name: &str) -> VectorError {
    VectorError::NoCollection {
        collection: name.to_owned(),
        place: None,
    }
}
