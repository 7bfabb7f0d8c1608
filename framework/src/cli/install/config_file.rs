//! [`ConfigFile`]: the JSON configuration of a host, which is changed and atomically replaced.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};
use toolwright_base::files::read_text;

use super::document::Document;

/// The largest file that is changed, in bytes. Some hosts keep more than settings in it.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The configuration of a host. The file may not exist yet.
pub(super) struct ConfigFile {
    path: PathBuf,
    /// The text of the file, if it exists.
    text: Option<String>,
    document: Document,
}

impl ConfigFile {
    /// Reads the file at `path`. A missing file is empty.
    ///
    /// A symbolic link is resolved, so that [`write`](Self::write) does not replace it.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let text = match read_text(&path, MAX_BYTES) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
        };
        let document = Document::parse(text.as_deref().unwrap_or_default())
            .map_err(|problem| format!("`{}` {problem}: it was not changed", path.display()))?;
        Ok(Self {
            path,
            text,
            document,
        })
    }

    /// Sets the members of the entry `name` under `key`. Returns whether there was such an entry.
    pub(super) fn set(
        &self,
        key: &str,
        name: &str,
        members: &Map<String, Value>,
    ) -> Result<bool, String> {
        self.document.set(key, name, members).map_err(|problem| {
            let path = self.path.display();
            format!("`{key}` in `{path}` {problem}: the file was not changed")
        })
    }

    /// Removes the entry `name` under `key`. Returns whether there was one.
    pub(super) fn remove(&self, key: &str, name: &str) -> bool {
        self.document.remove(key, name)
    }

    /// Returns whether the document differs from the file.
    pub(super) fn is_changed(&self) -> bool {
        self.text.as_deref() != Some(&self.document.to_string())
    }

    /// Replaces the file atomically. A copy of the previous one is kept as `.bak`.
    pub(super) fn write(&self) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder)?;
        let permissions = match &self.text {
            Some(former) => {
                let permissions = fs::metadata(&self.path)?.permissions();
                self.replace(&self.with_suffix("bak"), former, Some(permissions.clone()))?;
                Some(permissions)
            }
            None => None,
        };
        self.replace(&self.path, &self.document.to_string(), permissions)?;
        // The rename is durable once the folder is synced. Some systems cannot open folders.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Replaces `target` by a file with this text. A link at `target` is replaced, not followed.
    fn replace(
        &self,
        target: &Path,
        text: &str,
        permissions: Option<Permissions>,
    ) -> io::Result<()> {
        let new = self.with_suffix(&format!("{}.new", std::process::id()));
        let replaced = write_private(&new, text)
            .and_then(|()| permissions.map_or(Ok(()), |same| fs::set_permissions(&new, same)))
            .and_then(|()| fs::rename(&new, target));
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        replaced
    }

    fn with_suffix(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(suffix);
        name.into()
    }
}

/// Writes a file that only its owner can read, because entries may contain secrets.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
