//! [`ServersFile`]: `mcp.json` on disk, which the command line and the API change.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};
use toolwright::cli::ConfigFile;
use toolwright_base::files::{self, LockFile};
use toolwright_gateway::ServerConfig;

use super::{
    credentials,
    entry::{
        ExpectedServer, KEY, ServersError, StoredServer, check_entry, check_expected, check_name,
        importable, invalid, object, unknown,
    },
    mcp_file::read_mcp_file,
    pasted::PastedServers,
};
use crate::{sealing::SecretKeys, store::LOCK};

/// The longest file, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// The outcome of an import of servers.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ImportedServers {
    /// The entries that are added, with credentials masked.
    pub added: Map<String, Value>,
    /// The names of the others, each with the reason.
    pub left_out: Vec<(String, &'static str)>,
}

/// `mcp.json` on disk. Its comments and its order are kept, and what would be malformed is not written.
///
/// Changes of other processes are waited for, not overwritten.
#[derive(Debug, Clone)]
pub struct ServersFile {
    path: PathBuf,
    keys: SecretKeys,
}

impl ServersFile {
    /// The file at `path`, whose credentials are sealed with `keys`. It may not exist yet.
    pub fn new(path: impl Into<PathBuf>, keys: SecretKeys) -> Self {
        Self {
            path: path.into(),
            keys,
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the servers. A file that does not exist has none.
    ///
    /// # Errors
    /// If it cannot be read, or is malformed.
    pub fn read(&self) -> Result<Vec<ServerConfig>, ServersError> {
        match files::read_text(&self.path, MAX_FILE) {
            Ok(text) => Ok(read_mcp_file(
                &self.path.to_string_lossy(),
                &text,
                &self.keys,
            )?),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(self.unusable(&error)),
        }
    }

    /// Returns the server `name` as it is stored.
    ///
    /// # Errors
    /// If there is none, or the file cannot be read.
    pub fn stored(&self, name: &str) -> Result<StoredServer, ServersError> {
        let mut all = self.entries()?;
        let entry = all.remove(name).and_then(object);
        entry
            .map(StoredServer::of)
            .ok_or_else(|| ServersError::Unknown(name.to_owned()))
    }

    /// Returns all servers as they are stored.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn all_stored(&self) -> Result<Vec<(String, StoredServer)>, ServersError> {
        let all = self.entries()?.into_iter();
        let stored = all.filter_map(|(name, entry)| Some((name, StoredServer::of(object(entry)?))));
        Ok(stored.collect())
    }

    fn entries(&self) -> Result<Map<String, Value>, ServersError> {
        let file = ConfigFile::read(&self.path).map_err(ServersError::Unusable)?;
        Ok(file.entries(KEY))
    }

    /// Adds a server, or replaces the one of its name. Credentials are sealed: values that look like one,
    /// and those of the headers and variables in `marked`. Returns whether there was one.
    ///
    /// # Errors
    /// If the entry is malformed, or the present one is not as expected.
    pub fn put(
        &self,
        name: &str,
        entry: Map<String, Value>,
        marked: &[String],
        expected: &ExpectedServer,
    ) -> Result<bool, ServersError> {
        check_name(name)?;
        self.change(|file, entries| {
            let before = entries.get(name).and_then(Value::as_object);
            let entry = self.ready(name, entry, before, marked)?;
            check_expected(name, before, expected)?;
            file.remove(KEY, name);
            file.set(KEY, name, &entry)
                .map_err(ServersError::Unusable)?;
            Ok(before.is_some())
        })
    }

    /// Changes the entry of a server with `change`. Members that stay keep their text and their comments.
    ///
    /// # Errors
    /// If the entry is malformed then, or the present one is not as expected.
    pub fn patch(
        &self,
        name: &str,
        change: impl FnOnce(&mut Map<String, Value>),
        marked: &[String],
        expected: &ExpectedServer,
    ) -> Result<(), ServersError> {
        self.change(|file, entries| {
            let before = entries.get(name).and_then(Value::as_object);
            let mut entry = before.cloned().ok_or_else(|| unknown(name))?;
            change(&mut entry);
            let entry = self.ready(name, entry, before, marked)?;
            check_expected(name, before, expected)?;
            write_entry(file, name, &entry)
        })
    }

    /// Removes a server.
    ///
    /// # Errors
    /// If there is none, or it is not as expected.
    pub fn remove(&self, name: &str, expected: &ExpectedServer) -> Result<(), ServersError> {
        self.change(|file, entries| {
            let before = entries.get(name).ok_or_else(|| unknown(name))?;
            check_expected(name, before.as_object(), expected)?;
            file.remove(KEY, name);
            Ok(())
        })
    }

    /// Adds servers. Those that are there already stay as they are. With `is_dry_run` nothing is written.
    ///
    /// # Errors
    /// If one of them is malformed. Then none is added.
    pub fn import(
        &self,
        pasted: PastedServers,
        is_dry_run: bool,
    ) -> Result<ImportedServers, ServersError> {
        self.change(|file, entries| {
            let mut imported = ImportedServers::default();
            for (name, entry) in pasted.0 {
                match importable(&name, entry, entries) {
                    Err(why) => imported.left_out.push((name, why)),
                    Ok(mut entry) if is_dry_run => {
                        check_entry(&name, &entry, &self.keys)?;
                        credentials::mask(&mut entry);
                        imported.added.insert(name, entry.into());
                    }
                    Ok(entry) => {
                        let mut entry = self.ready(&name, entry, None, &[])?;
                        write_entry(file, &name, &entry)?;
                        credentials::mask(&mut entry);
                        imported.added.insert(name, entry.into());
                    }
                }
            }
            Ok(imported)
        })
    }

    /// Seals all credentials with the first key. Returns the number of servers that changed.
    ///
    /// # Errors
    /// If a credential cannot be opened, or the file cannot be written.
    pub fn rotate(&self) -> Result<usize, ServersError> {
        self.change(|file, entries| {
            let mut changed = 0;
            for (name, entry) in entries {
                let Some(mut entry) = object(entry.clone()) else {
                    continue;
                };
                let rewrapped = credentials::rewrap(&mut entry, name, &self.keys);
                let unreadable = |why| format!("a credential of `{name}` cannot be read: {why}");
                if rewrapped.map_err(|why| ServersError::Unusable(unreadable(why)))? {
                    write_entry(file, name, &entry)?;
                    changed += 1;
                }
            }
            Ok(changed)
        })
    }

    /// Returns whether a credential is sealed with another key than the first.
    pub fn is_rotation_pending(&self) -> bool {
        let entries = self.entries().unwrap_or_default().into_iter();
        let mut objects = entries.filter_map(|(name, entry)| Some((name, object(entry)?)));
        objects.any(|(name, mut entry)| {
            credentials::rewrap(&mut entry, &name, &self.keys).unwrap_or_default()
        })
    }

    /// Returns an entry that can be written.
    fn ready(
        &self,
        name: &str,
        mut entry: Map<String, Value>,
        before: Option<&Map<String, Value>>,
        marked: &[String],
    ) -> Result<Map<String, Value>, ServersError> {
        check_entry(name, &entry, &self.keys)?;
        credentials::seal(&mut entry, name, before, marked, &self.keys)
            .map_err(|(path, why)| invalid(name, path, &why))?;
        Ok(entry)
    }

    /// Changes the file while no other process does.
    fn change<T>(
        &self,
        change: impl FnOnce(&ConfigFile, &Map<String, Value>) -> Result<T, ServersError>,
    ) -> Result<T, ServersError> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        let lock = || {
            fs::create_dir_all(folder)?;
            let lock = LockFile::open(&folder.join(LOCK))?;
            lock.lock()?;
            Ok(lock)
        };
        let _lock = lock().map_err(|error: io::Error| self.unusable(&error))?;
        let file = ConfigFile::read(&self.path).map_err(ServersError::Unusable)?;
        let before = file.text();
        let changed = change(&file, &file.entries(KEY))?;
        let text = file.text();
        if text != before {
            if text.len() as u64 > MAX_FILE {
                let why = format!("it would be longer than {MAX_FILE} bytes");
                return Err(self.unusable(&io::Error::other(why)));
            }
            read_mcp_file(&self.path.to_string_lossy(), &text, &self.keys)?;
            file.write().map_err(|error| self.unusable(&error))?;
        }
        Ok(changed)
    }

    fn unusable(&self, error: &io::Error) -> ServersError {
        ServersError::Unusable(format!("`{}`: {error}", self.path.display()))
    }
}

/// Writes an entry. Members that stay keep their text, unless one is gone.
fn write_entry(
    file: &ConfigFile,
    name: &str,
    entry: &Map<String, Value>,
) -> Result<(), ServersError> {
    let set = || file.set(KEY, name, entry).map_err(ServersError::Unusable);
    set()?;
    let written = file.entries(KEY).remove(name).and_then(object);
    if written.as_ref() != Some(entry) {
        file.remove(KEY, name);
        set()?;
    }
    Ok(())
}
