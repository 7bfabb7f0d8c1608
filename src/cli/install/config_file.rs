//! [`ConfigFile`]: the JSON configuration of a host, which is changed and atomically replaced.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

/// The configuration of a host. The file may not exist yet.
#[derive(Debug)]
pub(super) struct ConfigFile {
    path: PathBuf,
    document: Map<String, Value>,
}

impl ConfigFile {
    /// Reads the file at `path`. A missing file is empty.
    ///
    /// A symbolic link is resolved, so that [`write`](Self::write) does not replace it.
    pub(super) fn read(path: PathBuf) -> Result<Self, String> {
        let path = fs::canonicalize(&path).unwrap_or(path);
        let document = match fs::read_to_string(&path) {
            Ok(text) => parse(&text)
                .map_err(|problem| format!("`{}` {problem}: it was not changed", path.display()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
        };
        Ok(Self { path, document })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Sets the entry `name` under `key`, and returns the previous one.
    pub(super) fn set(
        &mut self,
        key: &str,
        name: &str,
        entry: Value,
    ) -> Result<Option<Value>, String> {
        let servers = self
            .document
            .entry(key)
            .or_insert_with(|| Map::new().into());
        match servers {
            Value::Object(servers) => Ok(servers.insert(name.to_owned(), entry)),
            _ => Err(format!(
                "`{key}` in `{}` is not an object: the file was not changed",
                self.path.display()
            )),
        }
    }

    /// Replaces the file atomically. A copy of the previous one is kept as `.bak`.
    pub(super) fn write(&self) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder)?;
        let new = self.with_suffix(&format!("{}.new", std::process::id()));
        let replaced = self.write_to(&new).and_then(|()| {
            if self.path.exists() {
                fs::copy(&self.path, self.with_suffix("bak"))?;
                fs::set_permissions(&new, fs::metadata(&self.path)?.permissions())?;
            }
            fs::rename(&new, &self.path)
        });
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        // The rename is durable once the folder is synced. Some systems cannot open folders.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        replaced
    }

    fn write_to(&self, path: &Path) -> io::Result<()> {
        let mut file = open_private(path)?;
        serde_json::to_writer_pretty(&mut file, &self.document)?;
        file.write_all(b"\n")?;
        file.sync_all()
    }

    fn with_suffix(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(suffix);
        name.into()
    }
}

/// Creates a file that only its owner can read, because entries may contain secrets.
fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn parse(text: &str) -> Result<Map<String, Value>, String> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(document)) => Ok(document),
        Ok(_) => Err("is not a JSON object".into()),
        Err(error) => Err(format!("is not JSON ({error})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_an_object_and_an_empty_file_is_empty() {
        assert_eq!(parse(" \n"), Ok(Map::new()));
        assert_eq!(parse("[]"), Err("is not a JSON object".into()));
        assert_eq!(
            parse("{\"a\": 1,}"),
            Err("is not JSON (trailing comma at line 1 column 9)".into())
        );
    }
}
