//! [`Collections`]: all collections of a data folder, and the names of their files.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    thread,
    time::{Duration, Instant},
};

use toolwright_base::{
    files::{LockFile, create_private_folders},
    lock,
};

use super::{
    super::{
        error::VectorError,
        index_error::IndexError,
        store::{CollectionInfo, CollectionModel, Hit, Record, VectorQuery},
    },
    collection::Filters,
    disk_collection::{Change, DiskCollection, Loaded},
    file::Header,
    keywords::Synonyms,
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

/// How long to wait before a lock is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Returns the path of a collection's file.
///
/// # Errors
/// If the name is not valid. The rules are those of ChromaDB, and no name is too long for a file.
fn collection_path(folder: &Path, name: &str) -> Result<PathBuf, IndexError> {
    let is_edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = name.as_bytes();
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let is_name = (3..=63).contains(&bytes.len())
        && bytes.iter().all(is_inner)
        && is_edge(bytes.first())
        && is_edge(bytes.last());
    if !is_name {
        return Err(IndexError::Name(name.to_owned()));
    }
    Ok(folder.join(format!("{}.vectors", file_name(name))))
}

/// Marks capital letters, because some file systems ignore case.
fn file_name(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_ascii_uppercase() => format!("^{}", letter.to_ascii_lowercase()),
        letter => letter.to_string(),
    });
    letters.collect()
}

/// Waits until nobody else writes the file at `path`, and locks it until the lock is dropped. This
/// blocks the thread.
fn lock_for_writing(path: &Path, deadline: Instant) -> Result<LockFile, IndexError> {
    let path = path.with_extension("lock");
    let disk = IndexError::disk(&path);
    if let Some(folder) = path.parent() {
        create_private_folders(folder).map_err(disk)?;
    }
    let lock = LockFile::open(&path).map_err(disk)?;
    while !lock.try_lock().map_err(disk)? {
        if Instant::now() >= deadline {
            return Err(IndexError::Timeout);
        }
        thread::sleep(PAUSE);
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_of_the_folder() {
        let folder = Path::new("/data");
        let path = |name: &str| {
            let path = collection_path(folder, name).ok()?;
            Some(path.to_str().unwrap().to_owned())
        };
        assert_eq!(path("columns").as_deref(), Some("/data/columns.vectors"));
        assert_eq!(path("a.B-c_9").as_deref(), Some("/data/a.^b-c_9.vectors"));
        for wrong in [
            "",
            "ab",
            "..",
            "../x",
            "a/b",
            "a b",
            "-ab",
            "ab.",
            "한국어",
            &"a".repeat(64),
        ] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }
}
