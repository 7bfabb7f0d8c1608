//! [`SealedTexts`]: a file of secrets, each sealed.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use toolwright_base::files::{LockFile, create_private_folders, read_text, replace};

use super::{
    blob::{Place, SealedText},
    keys::SecretKeys,
};

/// The longest file, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

/// A file of secrets, each sealed for its name. Other processes may write it too.
///
/// ```no_run
/// use toolwright_registry::{SealedTexts, SecretKeys};
///
/// let keys = SecretKeys::in_file("secret.key".as_ref());
/// let logins = SealedTexts::new("logins.json", "login", keys);
/// logins.set("tickets", Some("a token"))?;
/// assert_eq!(logins.get("tickets")?.as_deref(), Some("a token"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SealedTexts {
    path: PathBuf,
    /// The purpose of the texts, which they are bound to.
    field: &'static str,
    keys: SecretKeys,
}

impl SealedTexts {
    /// Creates it for a file, which need not exist. `field` says what the texts are.
    pub fn new(path: impl Into<PathBuf>, field: &'static str, keys: SecretKeys) -> Self {
        Self {
            path: path.into(),
            field,
            keys,
        }
    }

    /// Opens the text with this name.
    ///
    /// # Errors
    /// If the file cannot be read, or the text was changed or sealed with another key.
    pub fn get(&self, name: &str) -> io::Result<Option<String>> {
        let sealed = self.read()?.remove(name);
        let Some(sealed) = sealed else {
            return Ok(None);
        };
        let sealed = SealedText::of(&sealed);
        let sealed = sealed.ok_or_else(|| self.invalid("a text is not sealed"))?;
        let opened = sealed.open(&self.keys, self.place(name));
        let opened = opened.map_err(|error| self.invalid(&error.to_string()))?;
        Ok(Some(opened.to_string()))
    }

    /// Seals a text and writes it, or removes the one with this name.
    ///
    /// # Errors
    /// If the file cannot be written, or there is no key.
    pub fn set(&self, name: &str, text: Option<&str>) -> io::Result<()> {
        let seal = |text| SealedText::seal(&self.keys, self.place(name), text);
        let sealed = text.map(|text| seal(text).ok_or_else(|| io::Error::other("there is no key")));
        let sealed = sealed.transpose()?;
        let _lock = self.lock()?;
        let mut texts = self.read()?;
        match sealed {
            Some(sealed) => drop(texts.insert(name.to_owned(), sealed.as_str().to_owned())),
            None => drop(texts.remove(name)),
        }
        self.write(&texts)
    }

    /// Seals all texts with the first key. Returns how many were sealed with another one.
    ///
    /// # Errors
    /// If one of them cannot be opened, or the file cannot be written.
    pub fn rewrap(&self) -> io::Result<usize> {
        let _lock = self.lock()?;
        let (mut texts, mut count) = (self.read()?, 0);
        for (name, text) in &mut texts {
            let sealed = SealedText::of(text);
            let sealed = sealed.ok_or_else(|| self.invalid("a text is not sealed"))?;
            let next = sealed.rewrap(&self.keys, self.place(name));
            if let Some(next) = next.map_err(|error| self.invalid(&error.to_string()))? {
                *text = next.as_str().to_owned();
                count += 1;
            }
        }
        if count > 0 {
            self.write(&texts)?;
        }
        Ok(count)
    }

    const fn place<'a>(&self, name: &'a str) -> Place<'a> {
        Place {
            record: name,
            field: self.field,
        }
    }

    fn read(&self) -> io::Result<BTreeMap<String, String>> {
        match read_text(&self.path, MAX_FILE) {
            Ok(text) => {
                let read = serde_json::from_str(&text);
                read.map_err(|_| self.invalid("it is no object of texts"))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(error) => Err(error),
        }
    }

    fn write(&self, texts: &BTreeMap<String, String>) -> io::Result<()> {
        replace(&self.path, &serde_json::to_vec_pretty(texts)?)
    }

    /// Waits until no other process writes the file.
    fn lock(&self) -> io::Result<LockFile> {
        if let Some(folder) = self.path.parent() {
            create_private_folders(folder)?;
        }
        let mut name = self.path.as_os_str().to_owned();
        name.push(".lock");
        let file = LockFile::open(Path::new(&name))?;
        file.lock()?;
        Ok(file)
    }

    fn invalid(&self, why: &str) -> io::Error {
        let path = self.path.display();
        io::Error::new(io::ErrorKind::InvalidData, format!("`{path}`: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use toolwright_base::token;

    use super::*;

    #[test]
    fn texts_are_sealed_for_their_names_and_can_be_sealed_anew() {
        let folder = env::temp_dir().join(format!("toolwright-texts-{}", token::random()));
        let keys = SecretKeys::in_file(&folder.join("secret.key"));
        let file = folder.join("logins.json");
        let texts = SealedTexts::new(&file, "login", keys.clone());
        assert_eq!(texts.get("a").unwrap(), None);
        texts.set("a", Some("first secret")).unwrap();
        texts.set("b", Some("second secret")).unwrap();
        let written = fs::read_to_string(&file).unwrap();
        assert!(!written.contains("secret\""), "{written}");
        assert_eq!(texts.get("a").unwrap().as_deref(), Some("first secret"));
        // A text that was moved to another name does not open.
        let mut moved: BTreeMap<String, String> = serde_json::from_str(&written).unwrap();
        let text = moved.remove("b").unwrap();
        moved.insert("c".to_owned(), text);
        fs::write(&file, serde_json::to_vec(&moved).unwrap()).unwrap();
        assert!(texts.get("c").is_err());
        texts.set("c", None).unwrap();
        keys.renew().unwrap();
        assert_eq!((texts.rewrap().unwrap(), texts.rewrap().unwrap()), (1, 0));
        assert_eq!(texts.get("a").unwrap().as_deref(), Some("first secret"));
        fs::remove_dir_all(folder).unwrap();
    }
}
