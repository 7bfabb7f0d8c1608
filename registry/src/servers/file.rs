//! [`McpFile`]: `mcp.json` on disk.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use serde_json::{Map, Value};
use toolwright::{BoxFuture, cli::ConfigFile};
use toolwright_base::files::{self, LockFile};
use toolwright_gateway::ServerConfig;

use super::{
    entry::{KEY, ServersError, object},
    mcp_file::read_mcp_file,
    store::{MAX_BYTES, ServerChange, ServerEdit, ServerStore},
};
use crate::{sealing::SecretKeys, store::LOCK};

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// `mcp.json` on disk. Its comments and its order are kept.
///
/// Changes of other processes are waited for, not overwritten.
#[derive(Debug)]
pub(super) struct McpFile {
    path: PathBuf,
    keys: SecretKeys,
}

impl McpFile {
    pub(super) const fn new(path: PathBuf, keys: SecretKeys) -> Self {
        Self { path, keys }
    }

    fn unusable(&self, error: &io::Error) -> ServersError {
        ServersError::Unusable(format!("`{}`: {error}", self.path.display()))
    }

    fn text(&self) -> Result<Option<String>, ServersError> {
        match files::read_text(&self.path, MAX_BYTES) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.unusable(&error)),
        }
    }

    /// Writes a text that can be read.
    fn check(&self, text: &str) -> Result<(), ServersError> {
        if text.len() as u64 > MAX_BYTES {
            let why = format!("it would be longer than {MAX_BYTES} bytes");
            return Err(self.unusable(&io::Error::other(why)));
        }
        read_mcp_file(&self.path.to_string_lossy(), text, &self.keys)?;
        Ok(())
    }
}

impl ServerStore for McpFile {
    fn place(&self) -> String {
        format!("`{}`", self.path.display())
    }

    fn version(&self) -> Result<u128, ServersError> {
        let metadata = fs::metadata(&self.path).ok();
        Ok(metadata.map_or(0, |found| {
            let modified = found.modified().ok();
            let age = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            age.map_or(1, |age| age.as_nanos()) ^ (u128::from(found.len()) << 96)
        }))
    }

    fn changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(INTERVAL))
    }

    fn read(&self, keys: &SecretKeys) -> Result<Vec<ServerConfig>, ServersError> {
        let text = self.text()?;
        let read = |text: String| read_mcp_file(&self.path.to_string_lossy(), &text, keys);
        Ok(text.map(read).transpose()?.unwrap_or_default())
    }

    fn entries(&self) -> Result<Map<String, Value>, ServersError> {
        let file = ConfigFile::read(&self.path).map_err(ServersError::Unusable)?;
        Ok(file.entries(KEY))
    }

    fn text(&self) -> Result<Option<String>, ServersError> {
        Self::text(self)
    }

    fn change(&self, change: &mut ServerChange<'_>) -> Result<(), ServersError> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        let lock = || {
            fs::create_dir_all(folder)?;
            let lock = LockFile::open(&folder.join(LOCK))?;
            lock.lock()?;
            Ok(lock)
        };
        let _lock = lock().map_err(|error: io::Error| self.unusable(&error))?;
        let mut file = ConfigFile::read(&self.path).map_err(ServersError::Unusable)?;
        let before = file.text();
        for edit in change(&file.entries(KEY))? {
            match edit {
                ServerEdit::Text(text) => {
                    self.check(&text)?;
                    let written = files::replace(&self.path, text.as_bytes());
                    written.map_err(|error| self.unusable(&error))?;
                    file = ConfigFile::read(&self.path).map_err(ServersError::Unusable)?;
                }
                ServerEdit::Put(name, entry) if is_entry(&file, &name, &entry) => {}
                ServerEdit::Put(name, entry) => {
                    file.remove(KEY, &name);
                    let set = file.set(KEY, &name, &entry);
                    set.map_err(ServersError::Unusable)?;
                }
                ServerEdit::Patch(name, entry) => write_entry(&file, &name, &entry)?,
                ServerEdit::Remove(name) => drop(file.remove(KEY, &name)),
            }
        }
        let text = file.text();
        if text != before {
            self.check(&text)?;
            file.write().map_err(|error| self.unusable(&error))?;
        }
        Ok(())
    }
}

fn is_entry(file: &ConfigFile, name: &str, entry: &Map<String, Value>) -> bool {
    let written = file.entries(KEY).remove(name).and_then(object);
    written.as_ref() == Some(entry)
}

/// Writes an entry. Members that stay keep their text, unless one is gone.
fn write_entry(
    file: &ConfigFile,
    name: &str,
    entry: &Map<String, Value>,
) -> Result<(), ServersError> {
    let set = || file.set(KEY, name, entry).map_err(ServersError::Unusable);
    set()?;
    if !is_entry(file, name, entry) {
        file.remove(KEY, name);
        set()?;
    }
    Ok(())
}
