//! [`FileStore`]: keeps definitions in `tools.json`.

use std::{
    collections::HashSet,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};

use serde_json::{Map, Value};
use toolwright::BoxFuture;
use toolwright_base::{
    files::{LockFile, read_text, replace},
    lock,
};

use super::{journal::Journal, tools_text::ToolsText, watcher::Watcher};
use crate::{
    agent::Agent,
    definition::Definition,
    kinds::Engines,
    spec::{Hashes, StoredTool, ToolSpec, ToolsFile},
    store::{ChangeKind, Edit, Expected, Record, Store, StoreError, Version, stack::on_own_thread},
};

/// The file of tools.
pub const TOOLS: &str = <ToolSpec as Definition>::FILE;
/// The file that is locked while the registry is written.
pub const LOCK: &str = "registry.lock";

/// The bytes of the largest `tools.json`. 10,000 tools are about 6 MB.
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The author of a change that was found in the file.
const BY_HAND: &str = "file";

/// Keeps definitions in a file: tools in `tools.json`, agents in `agents.json`.
#[derive(Debug)]
pub struct FileStore<D: Definition = ToolSpec> {
    inner: Arc<Mutex<OpenFiles<D>>>,
    watcher: Arc<Watcher>,
}

impl<D: Definition> Clone for FileStore<D> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            watcher: Arc::clone(&self.watcher),
        }
    }
}

#[derive(Debug)]
pub(super) struct OpenFiles<D: Definition = ToolSpec> {
    pub(super) folder: PathBuf,
    pub(super) context: D::Context,
    pub(super) tools: ToolsText<D>,
    pub(super) journal: Journal,
}

impl FileStore {
    /// Creates the store of the tools in a folder. Nothing is read yet.
    pub fn new(folder: impl Into<PathBuf>, engines: Engines) -> Self {
        Self::in_folder(folder.into(), engines)
    }
}

impl FileStore<Agent> {
    /// Creates the store of the agents in a folder. Nothing is read yet.
    pub fn of_agents(folder: impl Into<PathBuf>) -> Self {
        Self::in_folder(folder.into(), ())
    }
}

impl<D: Definition> FileStore<D> {
    fn in_folder(folder: PathBuf, context: D::Context) -> Self {
        let watcher = Watcher::new(folder.clone(), D::FILE);
        let inner = OpenFiles {
            journal: Journal::new(folder.join(D::HISTORY), D::NOUN),
            tools: ToolsText::default(),
            context,
            folder,
        };
        Self {
            inner: Arc::new(Mutex::new(inner)),
            watcher: Arc::new(watcher),
        }
    }

    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut OpenFiles<D>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let inner = Arc::clone(&self.inner);
        on_own_thread(move || work(&mut lock(&inner))).await
    }
}

impl<D: Definition> Store<D> for FileStore<D> {
    fn load(&self) -> BoxFuture<'_, Result<Vec<Record<D>>, StoreError>> {
        Box::pin(self.blocking(|inner| {
            let _lock = inner.lock();
            inner.refresh()?;
            Ok(inner.records())
        }))
    }

    fn load_only(&self, name: String) -> BoxFuture<'_, Result<Option<Arc<D>>, StoreError>> {
        Box::pin(self.blocking(move |inner| inner.find(&name)))
    }

    fn apply(&self, edits: Vec<Edit<D>>) -> BoxFuture<'_, Result<Vec<u64>, StoreError>> {
        Box::pin(self.blocking(move |inner| {
            let _lock = inner.lock()?;
            inner.refresh()?;
            inner.apply(&edits)
        }))
    }

    fn history(&self, name: String) -> BoxFuture<'_, Result<Vec<Version>, StoreError>> {
        Box::pin(self.blocking(move |inner| {
            let _lock = inner.lock();
            inner.refresh()?;
            let versions = inner.journal.versions(&name);
            versions.map_err(|error| io_error(inner.journal.path(), error))
        }))
    }

    fn removed(&self) -> BoxFuture<'_, Result<Vec<Version>, StoreError>> {
        Box::pin(self.blocking(|inner| {
            let _lock = inner.lock();
            inner.refresh()?;
            let removed = inner.journal.removed();
            removed.map_err(|error| io_error(inner.journal.path(), error))
        }))
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.watcher.changed())
    }
}

impl<D: Definition> OpenFiles<D> {
    /// Waits until no other process reads or writes.
    ///
    /// A folder that cannot be written to needs no lock: nobody changes it in steps.
    pub(super) fn lock(&self) -> Result<LockFile, StoreError> {
        let path = self.folder.join(LOCK);
        let failed = |error| io_error(&path, error);
        let file = LockFile::open(&path).map_err(failed)?;
        file.lock().map_err(failed)?;
        Ok(file)
    }

    /// Reads one definition. The file is replaced as a whole, so nothing is locked, and `load` seals a credential
    /// that somebody wrote into it.
    fn find(&self, name: &str) -> Result<Option<Arc<D>>, StoreError> {
        let path = self.folder.join(D::FILE);
        let text = read(&path, D::WITHOUT_FILE)?;
        let found = ToolsFile::<D>::find(&path.display().to_string(), &text, name, &self.context)?;
        Ok(found.filter(|spec| !spec.has_plain_credential()))
    }

    /// Reads what others have changed.
    pub(super) fn refresh(&mut self) -> Result<(), StoreError> {
        let path = self.folder.join(D::FILE);
        let text = read(&path, D::WITHOUT_FILE)?;
        self.journal
            .catch_up()
            .map_err(|error| io_error(self.journal.path(), error))?;
        if text != self.tools.text() || text.is_empty() {
            let (name, accepted) = (path.display().to_string(), self.journal.hashes());
            let parsed = self
                .tools
                .parse_again(&name, text, &self.context, &accepted);
            self.tools = self.with_sealed_credentials(parsed?)?;
        }
        let found = self.found_versions();
        if let Err(error) = self.journal.append(&found) {
            // The file counts, whether or not its versions can be recorded.
            tracing::warn!("`{}`: {error}", self.journal.path().display());
        }
        Ok(())
    }

    /// Seals the credentials that somebody wrote into the file, and writes the file anew.
    fn with_sealed_credentials(&self, mut next: ToolsText<D>) -> Result<ToolsText<D>, StoreError> {
        let tools = next.tools().iter().map(|tool| Arc::clone(&tool.spec));
        let plain: Vec<_> = tools.filter(|spec| spec.has_plain_credential()).collect();
        if plain.is_empty() {
            return Ok(next);
        }
        for spec in plain {
            let before = self.tools.get(spec.name()).map(|tool| &*tool.spec);
            next.put(&Arc::new(spec.sealed(before, &self.context)?));
        }
        let next = self.read_back(&next)?;
        let path = real_path(&self.folder.join(D::FILE));
        replace(&path, next.text().as_bytes()).map_err(|error| io_error(&path, error))?;
        Ok(next)
    }

    /// Returns versions of what is in the file and not the latest version.
    fn found_versions(&self) -> Vec<Version> {
        let tools = self.tools.tools();
        let changed = tools.iter().filter(|tool| {
            let latest = self.journal.latest(tool.spec.name());
            latest.and_then(|latest| latest.hash) != Some(tool.spec.hash())
        });
        let names: HashSet<&str> = tools.iter().map(|tool| tool.spec.name()).collect();
        let removed = self
            .journal
            .present()
            .filter(|name| !names.contains(name.as_str()));
        let changed = changed.map(|tool| {
            let spec = Some(tool.spec.json().clone());
            self.version(tool.spec.name(), ChangeKind::Found, BY_HAND, spec)
        });
        let removed = removed.map(|name| self.version(name, ChangeKind::Found, BY_HAND, None));
        changed.chain(removed).collect()
    }

    fn version(
        &self,
        name: &str,
        change: ChangeKind,
        by: &str,
        spec: Option<Map<String, Value>>,
    ) -> Version {
        Version {
            tool: name.to_owned(),
            revision: self.revision(name) + 1,
            at: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
            by: by.to_owned(),
            change,
            spec,
        }
    }

    fn revision(&self, name: &str) -> u64 {
        self.journal
            .latest(name)
            .map_or(0, |latest| latest.revision)
    }

    pub(super) fn records(&self) -> Vec<Record<D>> {
        let record = |tool: &StoredTool<D>| {
            let latest = self.journal.latest(tool.spec.name());
            Record {
                spec: Arc::clone(&tool.spec),
                revision: latest.map_or(0, |latest| latest.revision),
                at: latest.map(|latest| latest.at.clone()).unwrap_or_default(),
                by: latest.map(|latest| latest.by.clone()).unwrap_or_default(),
                row: None,
            }
        };
        self.tools.tools().iter().map(record).collect()
    }

    fn apply(&mut self, edits: &[Edit<D>]) -> Result<Vec<u64>, StoreError> {
        let mut next = self.tools.clone();
        for edit in edits {
            self.check(edit)?;
            match &edit.spec {
                Some(spec) => next.put(spec),
                None => next.remove(&edit.name),
            }
        }
        let next = self.read_back(&next)?;
        let version = |edit: &Edit<D>| {
            let json = next.get(&edit.name).map(|tool| tool.spec.json().clone());
            self.version(&edit.name, edit.change, &edit.by, json)
        };
        let versions: Vec<Version> = edits.iter().map(version).collect();
        let journal = self.journal.path().to_owned();
        let before = self
            .journal
            .mark(versions.iter().map(|version| version.tool.as_str()));
        let appended = self.journal.append(&versions);
        appended.map_err(|error| io_error(&journal, error))?;
        let path = real_path(&self.folder.join(D::FILE));
        if let Err(error) = replace(&path, next.text().as_bytes()) {
            if let Err(error) = self.journal.take_back(before) {
                tracing::warn!("`{}`: {error}", journal.display());
            }
            return Err(io_error(&path, error));
        }
        self.tools = next;
        Ok(versions.iter().map(|version| version.revision).collect())
    }

    /// Reads a text that is about to be written, so that what is written can always be read.
    pub(super) fn read_back(&self, next: &ToolsText<D>) -> Result<ToolsText<D>, StoreError> {
        let path = self.folder.join(D::FILE);
        let name = path.display().to_string();
        let text = next.text().to_owned();
        if text.len() as u64 > MAX_BYTES {
            return Err(StoreError::TooLarge {
                path,
                most: MAX_BYTES,
            });
        }
        match self
            .tools
            .parse_again(&name, text, &self.context, &Hashes::new())
        {
            Ok(read) if read.has_tools_of(next) => Ok(read.with_specs_of(next)),
            read => {
                let problems = read.err().map(|invalid| invalid.to_string());
                tracing::error!("a change would break the file: {problems:?}");
                Err(StoreError::Unwritable { path })
            }
        }
    }

    /// Refuses a change that was made for another state.
    fn check(&self, edit: &Edit<D>) -> Result<(), StoreError> {
        let name = edit.name.clone();
        let is_present = self.tools.get(&name).is_some();
        let current = self.revision(&name);
        match edit.expected {
            Expected::Absent if is_present => Err(StoreError::Taken {
                noun: D::NOUN,
                name,
            }),
            Expected::Present | Expected::Revision(_) if !is_present => Err(StoreError::Unknown {
                noun: D::NOUN,
                name,
            }),
            Expected::Revision(revision) if revision != current => {
                Err(StoreError::Conflict { name, current })
            }
            _ => Ok(()),
        }
    }
}

pub(super) fn io_error(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io {
        path: path.to_owned(),
        error,
    }
}

/// Returns the file itself if `path` is a link to it, so that the link stays.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Reads a file, for which `without` stands if there is none.
fn read(path: &Path, without: Option<&str>) -> Result<String, StoreError> {
    let text = read_text(path, MAX_BYTES);
    if let (Err(error), Some(without)) = (&text, without)
        && error.kind() == io::ErrorKind::NotFound
    {
        return Ok(without.to_owned());
    }
    text.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StoreError::Missing {
            path: path.to_owned(),
        },
        _ => io_error(path, error),
    })
}
