//! [`Journal`]: every version of every tool, a line each.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use serde::Deserialize;
use serde_json::value::RawValue;
use toolwright_base::files::{append_to_private, open_regular};

use crate::{
    spec::{Hashes, hash, hash_of_text},
    store::record::{ChangeKind, Version},
};

/// The latest version of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Latest {
    pub(super) revision: u64,
    /// The hash of its definition. `None` if it was removed.
    pub(super) hash: Option<[u8; 32]>,
    pub(super) at: String,
    pub(super) by: String,
}

/// The file of all versions, as far as it was read.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    /// What it has versions of: the first field of each line.
    noun: &'static str,
    read: u64,
    latest: HashMap<String, Latest>,
}

impl Journal {
    /// Creates a journal that was not read yet.
    pub(super) fn new(path: PathBuf, noun: &'static str) -> Self {
        Self {
            path,
            noun,
            read: 0,
            latest: HashMap::new(),
        }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the latest version of a tool.
    pub(super) fn latest(&self, name: &str) -> Option<&Latest> {
        self.latest.get(name)
    }

    /// Returns the hashes of the latest definitions. Whatever is in the journal was valid when it was
    /// appended.
    pub(super) fn hashes(&self) -> Hashes {
        self.latest
            .values()
            .filter_map(|latest| latest.hash)
            .collect()
    }

    /// Returns the tools that exist by their latest version.
    pub(super) fn present(&self) -> impl Iterator<Item = &String> {
        let present = self
            .latest
            .iter()
            .filter(|(_, latest)| latest.hash.is_some());
        present.map(|(name, _)| name)
    }

    /// Reads the lines that were appended since it was read last.
    ///
    /// A last line without an end is of a process that was killed while it wrote: it is not read, and
    /// [`append`](Self::append) overwrites it.
    pub(super) fn catch_up(&mut self) -> io::Result<()> {
        let mut file = match open_regular(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.read = 0;
                self.latest.clear();
                return Ok(());
            }
            file => file?,
        };
        if file.metadata()?.len() < self.read {
            // Somebody has cut or replaced it.
            self.read = 0;
            self.latest.clear();
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut lines = BufReader::new(file);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            self.read += line.len() as u64;
            if let Ok(version) = serde_json::from_slice::<WrittenVersion<'_>>(&line) {
                self.note(version.latest(), &version.tool);
            }
            line.clear();
        }
        Ok(())
    }

    /// Appends versions, and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written. Then the file is as it was.
    pub(super) fn append(&mut self, versions: &[Version]) -> io::Result<()> {
        if versions.is_empty() {
            return Ok(());
        }
        let mut lines = Vec::new();
        for version in versions {
            let line = serde_json::to_string(version)?;
            let fields = line.strip_prefix("{\"tool\"").unwrap_or_default();
            lines.extend_from_slice(format!("{{\"{}\"{fields}\n", self.noun).as_bytes());
        }
        let mut file = append_to_private(&self.path)?;
        file.set_len(self.read)?;
        if let Err(error) = file.write_all(&lines).and_then(|()| file.sync_all()) {
            // There is nothing more to do if this fails too: the next one that appends does it.
            let _ = file.set_len(self.read);
            return Err(error);
        }
        self.read += lines.len() as u64;
        for version in versions {
            let latest = Latest {
                revision: version.revision,
                hash: version.spec.as_ref().map(hash),
                at: version.at.clone(),
                by: version.by.clone(),
            };
            self.note(latest, &version.tool);
        }
        Ok(())
    }

    /// Takes back the versions that were appended since `before`, which did not take effect.
    pub(super) fn take_back(&mut self, before: Mark) -> io::Result<()> {
        append_to_private(&self.path)?.set_len(before.read)?;
        self.read = before.read;
        for (name, latest) in before.latest {
            match latest {
                Some(latest) => drop(self.latest.insert(name, latest)),
                None => drop(self.latest.remove(&name)),
            }
        }
        Ok(())
    }

    /// Returns the present state of some tools, for [`take_back`](Self::take_back).
    pub(super) fn mark<'a>(&self, names: impl Iterator<Item = &'a str>) -> Mark {
        let latest = |name: &str| (name.to_owned(), self.latest.get(name).cloned());
        Mark {
            read: self.read,
            latest: names.map(latest).collect(),
        }
    }

    /// Returns whether there is a version.
    pub(super) fn is_begun(&self) -> bool {
        self.read > 0
    }

    /// Returns all versions that are in the file, in their order.
    pub(super) fn all(&self) -> io::Result<Vec<Version>> {
        let mut versions = Vec::new();
        self.read_all(|version| versions.push(version))?;
        Ok(versions)
    }

    /// Returns all versions of a tool that are in the file.
    pub(super) fn versions(&self, name: &str) -> io::Result<Vec<Version>> {
        let mut versions = Vec::new();
        self.read_all(|version| {
            if version.tool == name {
                versions.push(version);
            }
        })?;
        Ok(versions)
    }

    /// Returns the tools that were removed, by name: each the version that removed it, with its last
    /// definition.
    pub(super) fn removed(&self) -> io::Result<Vec<Version>> {
        let mut removed: BTreeMap<String, Version> = BTreeMap::new();
        self.read_all(|mut version| {
            let latest = self.latest.get(&version.tool);
            if latest.is_some_and(|latest| latest.hash.is_none()) {
                let before = removed.remove(&version.tool);
                version.spec = version
                    .spec
                    .or_else(|| before.and_then(|before| before.spec));
                removed.insert(version.tool.clone(), version);
            }
        })?;
        Ok(removed.into_values().collect())
    }

    fn read_all(&self, mut take: impl FnMut(Version)) -> io::Result<()> {
        let file = match open_regular(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        for line in BufReader::new(file.take(self.read)).lines() {
            if let Ok(version) = serde_json::from_str(&line?) {
                take(version);
            }
        }
        Ok(())
    }

    fn note(&mut self, latest: Latest, tool: &str) {
        self.latest.insert(tool.to_owned(), latest);
    }
}

/// A line of the file. Its definition was written as it is hashed, so its parts need not be parsed.
#[derive(Deserialize)]
struct WrittenVersion<'a> {
    #[serde(borrow, alias = "agent")]
    tool: Cow<'a, str>,
    revision: u64,
    #[serde(borrow)]
    at: Cow<'a, str>,
    #[serde(borrow)]
    by: Cow<'a, str>,
    #[serde(rename = "change")]
    _change: ChangeKind,
    #[serde(borrow, default)]
    spec: Option<&'a RawValue>,
}

impl WrittenVersion<'_> {
    fn latest(&self) -> Latest {
        Latest {
            revision: self.revision,
            hash: self.spec.map(|spec| hash_of_text(spec.get())),
            at: self.at.clone().into_owned(),
            by: self.by.clone().into_owned(),
        }
    }
}

/// The state of a journal before versions were appended.
#[derive(Debug)]
pub(super) struct Mark {
    read: u64,
    latest: Vec<(String, Option<Latest>)>,
}
