//! [`Follower`]: what is written from now on.

use std::{collections::BTreeMap, io, path::PathBuf};

use super::{
    backward_lines::BackwardLines,
    entry::Entry,
    filter::Filter,
    forward_lines::ForwardLines,
    line::{Line, Lines as _, Skipped},
    snapshot::{FileSnapshot, snapshot},
};
use crate::data::execution_log::file_name::FileName;

/// Reads what was written since it was asked last, in whatever file: those of the next day and of other processes too.
#[derive(Debug)]
pub(crate) struct Follower {
    folder: PathBuf,
    filter: Filter,
    /// Up to where each file was read.
    places: BTreeMap<FileName, u64>,
    skipped: Skipped,
}

impl Follower {
    /// Follows `folder` from the ends of these files on.
    pub(super) fn new(folder: PathBuf, filter: Filter, files: &[FileSnapshot]) -> Self {
        let places = files.iter().map(|file| (file.name, whole(file)));
        Self {
            folder,
            filter,
            places: places.collect(),
            skipped: Skipped::default(),
        }
    }

    /// How many lines were skipped so far.
    pub(crate) const fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// The records that came since it was asked last.
    pub(crate) fn news(&mut self) -> io::Result<Vec<Entry>> {
        let mut news = Vec::new();
        for file in snapshot(&self.folder)? {
            match self.read(&file, &mut news) {
                // It was deleted just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                read => read?,
            }
        }
        news.sort_by_key(|entry| entry.end);
        Ok(news)
    }

    fn read(&mut self, file: &FileSnapshot, news: &mut Vec<Entry>) -> io::Result<()> {
        let place = self.places.entry(file.name).or_default();
        if file.length < *place {
            // Somebody put another file in its place.
            *place = 0;
        }
        if file.length == *place {
            return Ok(());
        }
        let mut lines = ForwardLines::open(&file.path, *place, file.length)?;
        while let Some(line) = lines.next_line()? {
            // What has no end yet is read again when it has.
            if line == Line::Torn {
                break;
            }
            let entry = self.skipped.read(line);
            news.extend(entry.filter(|entry| self.filter.fits(entry)));
        }
        *place = lines.at();
        Ok(())
    }
}

/// Where the last whole line of a file ends.
fn whole(file: &FileSnapshot) -> u64 {
    let torn = BackwardLines::open(&file.path, file.length).and_then(|mut lines| lines.torn());
    file.length - torn.unwrap_or(0)
}
