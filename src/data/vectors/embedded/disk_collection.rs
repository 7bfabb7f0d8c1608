//! [`DiskCollection`]: a collection in memory that follows its file.

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
use crate::data::vectors::{index_error::IndexError, store::Record};

/// Records that were replaced are thrown out of the file when there are more of them than of the others, and so many at least.
const MOST_REPLACED: usize = 1000;

/// A collection in memory that follows its file. All of it blocks.
#[derive(Debug)]
pub(super) struct DiskCollection {
    path: PathBuf,
    stamp: Option<FileStamp>,
    loaded: Option<Loaded>,
}

/// What was read of the file.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) header: Header,
    pub(super) collection: Collection,
    /// Where the last whole frame ends.
    end: u64,
    /// How many records the file has, replaced ones too.
    written: usize,
}

/// What a file looks like from outside: as long as that is the same, so is the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileStamp {
    length: u64,
    changed: Option<SystemTime>,
    file: u64,
}

/// What to do with a collection before records are added.
pub(super) enum Change {
    /// Leave it as it is.
    Append,
    /// Begin anew with this.
    Recreate(Header),
    /// Take out the records with these ids.
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

    /// What is known of it.
    pub(super) const fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }

    /// Whether the file is as it was when it was read.
    pub(super) fn is_current(&self) -> Result<bool, IndexError> {
        Ok(stamp(&self.path)? == self.stamp)
    }

    /// Reads what is new in the file.
    pub(super) fn refresh(&mut self) -> Result<(), IndexError> {
        // Taken first: what is written meanwhile is seen next time, and perhaps read twice.
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
                    loaded.take(reading.payloads);
                }
            }
        }
        self.stamp = stamp;
        Ok(())
    }

    /// Begins anew, or adds records. Only for whoever holds the lock and has caught up; who reads can go on meanwhile.
    pub(super) fn write(&self, start: Change, records: &[Record]) -> Result<(), IndexError> {
        match start {
            Change::Recreate(header) => {
                file::write_new(&self.path, &header, records)?;
                Ok(())
            }
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
        if replaced < MOST_REPLACED.max(loaded.collection.len()) {
            file::append(&self.path, loaded.end, records)?;
            return Ok(());
        }
        self.rewrite(loaded, &HashSet::new(), records)
    }

    /// Puts a file in the place of this one: without records that were replaced, and without these.
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
        file::write_new(&self.path, &header, &all.records())?;
        Ok(())
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

    fn take(&mut self, payloads: Vec<Payload>) {
        for payload in payloads {
            // The header is there already; a second one says nothing.
            if let Payload::Records(records) = payload {
                self.written += records.len();
                records
                    .into_iter()
                    .for_each(|record| self.collection.put(record));
            }
        }
    }
}

fn stamp(path: &Path) -> Result<Option<FileStamp>, IndexError> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(FileStamp {
            length: metadata.len(),
            changed: metadata.modified().ok(),
            #[cfg(unix)]
            file: std::os::unix::fs::MetadataExt::ino(&metadata),
            #[cfg(not(unix))]
            file: 0,
        })),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(IndexError::disk(path)(error)),
    }
}
