//! [`DiskCollection`]: a collection in memory, kept in step with its file.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    collection::Collection,
    file::{self, Header, Payload},
};
use crate::vectors::{index_error::IndexError, store::Record};

/// The file is rewritten without replaced records when they are more than the others, and at least
/// so many.
const MAX_REPLACED: usize = 1000;

/// A collection in memory, kept in step with its file. All methods block.
#[derive(Debug)]
pub(super) struct DiskCollection {
    path: PathBuf,
    stamp: Option<CollectionStamp>,
    loaded: Option<Loaded>,
}

/// The contents of the file.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) header: Header,
    pub(super) collection: Collection,
    /// The end of the last complete frame.
    end: u64,
    /// The number of records in the file, including replaced ones.
    written: usize,
}

/// Identifies a version of a file, without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CollectionStamp {
    length: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

/// How a collection changes before records are added.
pub(super) enum Change {
    /// Nothing changes, and no records are added.
    Skip,
    /// The existing records stay.
    Append,
    /// The file is replaced by one with this header.
    Recreate(Header),
    /// The records with these ids are removed.
    Remove(HashSet<String>),
}

impl DiskCollection {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self {
            path,
            stamp: None,
            loaded: None,
        }
    }

    /// Returns the contents as of the last refresh; `None` if the file does not exist.
    pub(super) const fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// Whether the file is unchanged since the last refresh.
    pub(super) fn is_current(&self) -> Result<bool, IndexError> {
        Ok(stamp(&self.path)? == self.stamp)
    }

    /// Reads the frames that were added to the file.
    pub(super) fn refresh(&mut self) -> Result<(), IndexError> {
        // Taken first: what is written meanwhile is read again next time, and not missed.
        let stamp = stamp(&self.path)?;
        let known = self.loaded.as_ref();
        let known = known.map(|loaded| (&loaded.header, loaded.end));
        match file::read_from(&self.path, known)? {
            None => self.loaded = None,
            Some(reading) => {
                if reading.is_new {
                    self.loaded = Some(Loaded::new(reading.header));
                }
                if let Some(loaded) = &mut self.loaded {
                    loaded.end = reading.end;
                    loaded.add(reading.payloads);
                }
            }
        }
        self.stamp = stamp;
        Ok(())
    }

    /// Changes the file and adds records. The caller must hold the lock and have refreshed. Readers
    /// are not blocked.
    pub(super) fn write(&self, change: Change, records: &[Record]) -> Result<(), IndexError> {
        match change {
            Change::Recreate(header) => file::write_new(&self.path, &header, records),
            Change::Skip => Ok(()),
            Change::Append if records.is_empty() => Ok(()),
            Change::Append => self.add(records),
            Change::Remove(ids) => match &self.loaded {
                Some(loaded) => self.rewrite(loaded, &ids, records),
                None => Ok(()),
            },
        }
    }

    fn add(&self, records: &[Record]) -> Result<(), IndexError> {
        let Some(loaded) = &self.loaded else {
            return Ok(());
        };
        let replaced = loaded.written - loaded.collection.len();
        if replaced < MAX_REPLACED.max(loaded.collection.len()) {
            return file::append(&self.path, &loaded.header, loaded.end, records);
        }
        self.rewrite(loaded, &HashSet::new(), records)
    }

    /// Rewrites the file without replaced records, and without those in `without`.
    fn rewrite(
        &self,
        loaded: &Loaded,
        without: &HashSet<String>,
        records: &[Record],
    ) -> Result<(), IndexError> {
        let header = &loaded.header;
        let header = Header::new(&header.model, header.dimension, header.sample.clone());
        let mut all = Collection::new(header.dimension);
        let old = loaded.collection.records().into_iter();
        old.filter(|record| !without.contains(&record.id))
            .chain(records.iter().cloned())
            .for_each(|record| all.put(record));
        file::write_new(&self.path, &header, &all.records())
    }
}

impl Loaded {
    fn new(header: Header) -> Self {
        Self {
            collection: Collection::new(header.dimension),
            header,
            end: 0,
            written: 0,
        }
    }

    fn add(&mut self, payloads: Vec<Payload>) {
        for payload in payloads {
            // The header is already known.
            if let Payload::Records(records) = payload {
                self.written += records.len();
                records
                    .into_iter()
                    .for_each(|record| self.collection.put(record));
            }
        }
    }
}

fn stamp(path: &Path) -> Result<Option<CollectionStamp>, IndexError> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(CollectionStamp {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            inode: std::os::unix::fs::MetadataExt::ino(&metadata),
            #[cfg(not(unix))]
            inode: 0,
        })),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(IndexError::disk(path)(error)),
    }
}
