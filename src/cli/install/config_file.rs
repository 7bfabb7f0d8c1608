//! [`ConfigFile`]: a host's JSON file, changed in one place and replaced as a whole.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

/// A host's configuration, which may not exist yet.
#[derive(Debug)]
pub(super) struct ConfigFile {
    path: PathBuf,
    document: Map<String, Value>,
}

impl ConfigFile {
    /// Reads the file at `path`; one that does not exist is empty. A link is followed, so that it stays one.
    pub(super) fn read(path: PathBuf) -> Result<Self, String> {
        let path = fs::canonicalize(&path).unwrap_or(path);
        let document = match fs::read_to_string(&path) {
            Ok(text) => parse(&text).map_err(|problem| {
                format!("`{}` {problem}: it was left as it is", path.display())
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(format!("cannot read `{}`: {error}", path.display())),
        };
        Ok(Self { path, document })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts `entry` under `key` and `name`; says what was there.
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
                "`{key}` in `{}` is not an object: it was left as it is",
                self.path.display()
            )),
        }
    }

    /// Replaces the file, in one step that cannot be seen half done. The former one is kept as `.bak`.
    pub(super) fn write(&self) -> io::Result<()> {
        let folder = self.path.parent().unwrap_or_else(|| Path::new("."));
        fs::create_dir_all(folder)?;
        let new = self.beside(&format!("{}.new", std::process::id()));
        let replaced = self.write_to(&new).and_then(|()| {
            if self.path.exists() {
                fs::copy(&self.path, self.beside("bak"))?;
                fs::set_permissions(&new, fs::metadata(&self.path)?.permissions())?;
            }
            fs::rename(&new, &self.path)
        });
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        // The name is on the disk when the folder is; some systems cannot open folders.
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

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

/// A new file for this person alone: entries may hold secrets.
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
    fn a_document_is_an_object_and_nothing_is_an_empty_one() {
        assert_eq!(parse(" \n"), Ok(Map::new()));
        assert_eq!(parse("[]"), Err("is not a JSON object".into()));
        assert_eq!(
            parse("{\"a\": 1,}"),
            Err("is not JSON (trailing comma at line 1 column 9)".into())
        );
    }
}
