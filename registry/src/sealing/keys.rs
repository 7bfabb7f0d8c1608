//! [`SecretKeys`]: the keys of the server.

use std::{
    fmt, fs, io,
    path::Path,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard},
};

use aes_gcm::{Aes256Gcm, Key, KeyInit as _};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};
use toolwright_base::{
    files::{LockFile, create_private_folders, replace},
    token,
};
use zeroize::Zeroizing;

/// The bytes of a key.
pub(super) const KEY: usize = 32;
/// The bytes of the id of a key.
pub(super) const ID: usize = 8;

/// The keys of the server. The first one seals, all of them open. Clones share them.
#[derive(Clone, Default)]
pub struct SecretKeys {
    keys: Arc<RwLock<Vec<SecretKey>>>,
    /// The file of the keys, if they were not given.
    file: Option<Arc<Path>>,
}

#[derive(Clone)]
pub(super) struct SecretKey {
    pub(super) id: [u8; ID],
    pub(super) cipher: Aes256Gcm,
    state: Zeroizing<[u8; KEY]>,
}

impl fmt::Debug for SecretKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKeys")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

/// A text that is not a list of keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("key {number} is not 32 bytes in Base64: `toolwright secrets generate` prints one")]
pub struct KeyError {
    /// The number of the key, counted from 1.
    number: usize,
}

impl SecretKeys {
    /// Parses keys in Base64, separated by commas or white space.
    ///
    /// # Errors
    /// If one of them is not a key.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        Ok(Self {
            keys: Arc::new(RwLock::new(parse(text)?)),
            file: None,
        })
    }

    /// Returns the keys of a file. It is read when a key is first needed, and made when something is
    /// first sealed.
    pub fn in_file(path: &Path) -> Self {
        Self {
            keys: Arc::default(),
            file: Some(path.into()),
        }
    }

    /// Returns a key for the state that clients carry, which is derived from the one that seals. There is
    /// none for keys in a file, which other servers do not have.
    pub fn state_key(&self) -> Option<[u8; KEY]> {
        let first = self.known().first().map(|key| *key.state);
        first.filter(|_| !self.are_in_file())
    }

    /// Makes a new key that seals from now on. The earlier ones still open.
    ///
    /// # Errors
    /// If the keys were given, or the file cannot be written.
    pub fn renew(&self) -> io::Result<()> {
        let Some(path) = &self.file else {
            return Err(io::Error::other(
                "the keys are configured: put a new one before them",
            ));
        };
        let _lock = lock(path)?;
        let text = Zeroizing::new(format!("{}\n{}", *generate(), *text_of(path)?));
        replace(path, text.as_bytes())?;
        self.read_file();
        Ok(())
    }

    /// Makes the first key, unless another process has made it meanwhile.
    fn make_first(&self, path: &Path) -> io::Result<()> {
        let lock = lock(path)?;
        if text_of(path)?.trim().is_empty() {
            replace(path, format!("{}\n", *generate()).as_bytes())?;
            tracing::info!("made a key for credentials: `{}`", path.display());
        }
        drop(lock);
        self.read_file();
        Ok(())
    }

    /// Returns whether the keys are in a file of the server.
    pub const fn are_in_file(&self) -> bool {
        self.file.is_some()
    }

    /// Returns whether there is a key to seal with. One is made if the keys are in a file that has none.
    pub(crate) fn has_key(&self) -> bool {
        self.first().is_some()
    }

    /// Returns the key that seals. One is made if there is none and no other was given.
    pub(super) fn first(&self) -> Option<SecretKey> {
        let first = || self.known().first().cloned();
        if first().is_none() {
            self.read_file();
        }
        if first().is_none()
            && let Some(path) = &self.file
            && let Err(error) = self.make_first(path)
        {
            tracing::error!("`{}`: {error}", path.display());
        }
        first()
    }

    /// Returns the key with this id. Another process may have made it meanwhile.
    pub(super) fn find(&self, id: &[u8]) -> Option<SecretKey> {
        let find = || self.known().iter().find(|key| key.id == id).cloned();
        find().or_else(|| {
            self.read_file();
            find()
        })
    }

    fn known(&self) -> RwLockReadGuard<'_, Vec<SecretKey>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_file(&self) {
        let text = self
            .file
            .as_ref()
            .and_then(|path| fs::read_to_string(path).ok());
        let Some(text) = text.map(Zeroizing::new) else {
            return;
        };
        match parse(&text) {
            Ok(keys) => *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys,
            Err(error) => tracing::error!("the file of keys: {error}"),
        }
    }
}

/// Waits until no other process writes the file of keys. Its folder is created if there is none.
fn lock(path: &Path) -> io::Result<LockFile> {
    if let Some(folder) = path.parent() {
        create_private_folders(folder)?;
    }
    // The whole name: `registry.lock` beside a `registry.key` is another lock.
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = LockFile::open(Path::new(&name))?;
    file.lock()?;
    Ok(file)
}

/// Returns the text of the file of keys, which is empty if there is none.
fn text_of(path: &Path) -> io::Result<Zeroizing<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Zeroizing::default()),
        text => text.map(Zeroizing::new),
    }
}

fn parse(text: &str) -> Result<Vec<SecretKey>, KeyError> {
    let words = text.split(|letter: char| letter == ',' || letter.is_whitespace());
    let words = words.filter(|word| !word.is_empty()).enumerate();
    let key = |(index, word)| SecretKey::parse(word).ok_or(KeyError { number: index + 1 });
    words.map(key).collect()
}

impl SecretKey {
    fn parse(word: &str) -> Option<Self> {
        let bytes = Zeroizing::new(BASE64_STANDARD.decode(word).ok()?);
        let bytes: Zeroizing<[u8; KEY]> = Zeroizing::new(bytes.as_slice().try_into().ok()?);
        let derived = |purpose: &str| {
            let hash = Sha256::new().chain_update(purpose).chain_update(*bytes);
            Zeroizing::new(<[u8; KEY]>::from(hash.finalize()))
        };
        let mut id = [0; ID];
        id.copy_from_slice(&derived("toolwright key id")[..ID]);
        Some(Self {
            id,
            state: derived("toolwright client state"),
            cipher: Aes256Gcm::new(&Key::<Aes256Gcm>::from(*bytes)),
        })
    }
}

/// Returns a new key in Base64.
pub fn generate() -> Zeroizing<String> {
    let bytes: Zeroizing<[u8; KEY]> = Zeroizing::new(token::bytes());
    Zeroizing::new(BASE64_STANDARD.encode(*bytes))
}

#[cfg(test)]
mod tests {
    use std::{env, thread};

    use super::*;

    #[test]
    fn processes_that_need_the_first_key_at_once_make_one() {
        for _ in 0..20 {
            let folder = env::temp_dir().join(format!("toolwright-keys-{}", token::random()));
            let path = folder.join("secret.key");
            let ids: Vec<_> = thread::scope(|scope| {
                let makers: Vec<_> = (0..8)
                    .map(|_| scope.spawn(|| SecretKeys::in_file(&path).first().unwrap().id))
                    .collect();
                makers
                    .into_iter()
                    .map(|maker| maker.join().unwrap())
                    .collect()
            });
            let kept = parse(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!((kept.len(), ids), (1, vec![kept[0].id; 8]));
            SecretKeys::in_file(&path).renew().unwrap();
            assert_eq!(parse(&fs::read_to_string(&path).unwrap()).unwrap().len(), 2);
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn servers_with_the_same_key_have_the_same_one_for_state_and_it_is_another() {
        let [one, other] = [(); 2].map(|()| generate());
        let state = |text: &str| SecretKeys::parse(text).unwrap().state_key();
        assert_eq!(state(&one), state(&format!("{},{}", *one, *other)));
        assert_ne!(state(&one), state(&other));
        let sealing = BASE64_STANDARD.decode(&*one).unwrap();
        assert_ne!(state(&one).unwrap().to_vec(), sealing);
        assert_eq!(SecretKeys::default().state_key(), None);
        let folder = env::temp_dir().join(format!("toolwright-keys-{}", token::random()));
        let in_file = SecretKeys::in_file(&folder.join("secret.key"));
        assert!(in_file.first().is_some());
        assert_eq!(in_file.state_key(), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_lock_of_a_file_of_keys_is_its_own() {
        let folder = env::temp_dir().join(format!("toolwright-keys-{}", token::random()));
        fs::create_dir_all(&folder).unwrap();
        let other = LockFile::open(&folder.join("registry.lock")).unwrap();
        other.lock().unwrap();
        let (sender, made) = std::sync::mpsc::channel();
        let path = folder.join("registry.key");
        thread::spawn(move || sender.send(SecretKeys::in_file(&path).first().is_some()));
        let made = made.recv_timeout(std::time::Duration::from_secs(10));
        assert_eq!(made, Ok(true));
        fs::remove_dir_all(folder).unwrap();
    }
}
