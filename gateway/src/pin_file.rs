//! [`PinFile`]: the definitions that were seen first, in memory and in a file, or in a store of several servers.
//!
//! A file that is written anew for each of hundreds of servers costs more than their connections. So a
//! change is made in memory, and whoever stores it next stores all that were made until then. Other
//! processes write the same file: each takes over what the others have written, under a lock.

use std::{
    collections::BTreeMap, fs, io, os::unix::fs::MetadataExt as _, path::Path, sync::Mutex,
    time::SystemTime,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolwright_base::{
    files::{self, LockFile},
    lock,
};

use crate::{
    pin_place::{PinError, PinPlace},
    pin_store::{PinStore, SharedPins},
};

/// The longest file, in bytes.
const MAX_FILE: u64 = 64 * 1024 * 1024;
/// The ending of the file that a process locks while it writes.
const WRITER: &str = "lock.writer";

/// The definitions of one server, by kind and name.
pub(crate) type ServerPins = BTreeMap<String, Pinned>;

/// A definition that was seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pinned {
    pub(crate) sha256: String,
    pub(crate) definition: Value,
}

/// The definitions that were seen first, in memory and in a file.
#[derive(Debug)]
pub(crate) struct PinFile {
    place: PinPlace,
    pins: Mutex<Pins>,
    /// Held by the thread that writes.
    stored: Mutex<Stored>,
}

/// The content of the file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    version: u32,
    servers: BTreeMap<String, ServerPins>,
}

#[derive(Debug, Default)]
struct Pins {
    content: Content,
    /// The changes until now.
    changes: u64,
    unstored: BTreeMap<String, Unstored>,
}

/// A change of a server's pins that the file does not have.
#[derive(Debug)]
struct Unstored {
    change: u64,
    /// The pins that the file has.
    before: Option<ServerPins>,
}

/// The contents of the file, or of the store.
#[derive(Debug, Default)]
struct Stored {
    changes: u64,
    version: Version,
    /// The version of a shared store.
    shared: u64,
}

/// The number, the time and the length of a file, which a change changes.
type Version = Option<(u64, SystemTime, u64)>;

/// A change that [`PinFile::store`] stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub(crate) struct Ticket(u64);

impl PinFile {
    /// Reads the file. One that does not exist is empty.
    ///
    /// # Errors
    /// If it cannot be read, or is malformed.
    pub(crate) fn open(place: PinPlace) -> Result<Self, PinError> {
        let file = Self {
            place,
            pins: Mutex::default(),
            stored: Mutex::default(),
        };
        file.reload()?;
        Ok(file)
    }

    /// Reads again what another process may have changed. Returns whether it did.
    ///
    /// # Errors
    /// If it cannot be read, or is malformed.
    pub(crate) fn reload(&self) -> Result<bool, PinError> {
        let mut stored = lock(&self.stored);
        match &self.place {
            PinPlace::File(path) => self.take_over(path, &mut stored),
            PinPlace::Shared(store) => {
                let read = store.read(stored.shared).map_err(PinError::Shared)?;
                stored.shared = read.version;
                let is_changed = !read.changed.is_empty();
                lock(&self.pins).merge_shared(read);
                Ok(is_changed)
            }
            PinPlace::Memory => Ok(false),
        }
    }

    /// Calls `read` with the pins of a server.
    pub(crate) fn with<T>(&self, server: &str, read: impl FnOnce(Option<&ServerPins>) -> T) -> T {
        read(lock(&self.pins).content.servers.get(server))
    }

    /// Sets the pins of a server, in memory.
    pub(crate) fn set(&self, server: &str, pins: ServerPins) -> Ticket {
        let mut state = lock(&self.pins);
        state.changes += 1;
        let change = state.changes;
        let before = state.content.servers.insert(server.to_owned(), pins);
        let unstored = state.unstored.entry(server.to_owned());
        unstored
            .and_modify(|unstored| unstored.change = change)
            .or_insert(Unstored { change, before });
        Ticket(change)
    }

    /// Stores a change, unless another thread has stored it together with its own. This blocks the thread.
    ///
    /// # Errors
    /// If the file cannot be written. Then the change is undone.
    pub(crate) fn store(&self, Ticket(change): Ticket) -> Result<(), PinError> {
        let mut stored = lock(&self.stored);
        if stored.changes >= change {
            return Ok(());
        }
        let written = match &self.place {
            PinPlace::File(path) => self.write(path, &mut stored),
            PinPlace::Shared(store) => self.write_shared(store.as_ref(), &mut stored),
            PinPlace::Memory => {
                lock(&self.pins).unstored.clear();
                return Ok(());
            }
        };
        if written.is_err() {
            lock(&self.pins).undo(change);
        }
        written
    }

    fn write(&self, path: &Path, stored: &mut Stored) -> Result<(), PinError> {
        let failed = |error| PinError::Io {
            path: path.to_owned(),
            error,
        };
        let writer = LockFile::open(&path.with_extension(WRITER)).map_err(failed)?;
        writer.lock().map_err(failed)?;
        self.take_over(path, stored)?;
        let (text, changes) = {
            let mut pins = lock(&self.pins);
            pins.content.version = 1;
            let text = serde_json::to_vec_pretty(&pins.content);
            (text.map_err(|error| failed(error.into()))?, pins.changes)
        };
        files::replace(path, &text).map_err(failed)?;
        lock(&self.pins).forget_stored(changes);
        (stored.changes, stored.version) = (changes, version(path));
        Ok(())
    }

    fn write_shared(&self, store: &dyn PinStore, stored: &mut Stored) -> Result<(), PinError> {
        let mut changes = 0;
        let version = store.store(stored.shared, &mut |present| {
            let mut pins = lock(&self.pins);
            pins.merge_shared(present);
            changes = pins.changes;
            pins.unstored_texts()
        });
        stored.shared = version.map_err(PinError::Shared)?;
        lock(&self.pins).forget_stored(changes);
        stored.changes = changes;
        Ok(())
    }

    /// Takes over what another process has written. What is not stored yet stays. Returns whether there was
    /// something.
    fn take_over(&self, path: &Path, stored: &mut Stored) -> Result<bool, PinError> {
        let now = version(path);
        if now == stored.version {
            return Ok(false);
        }
        let mut content = read(path)?;
        let mut pins = lock(&self.pins);
        let Pins {
            content: old,
            unstored,
            ..
        } = &mut *pins;
        for (server, change) in unstored {
            let before = content.servers.remove(server);
            change.before = before;
            let kept = old.servers.remove(server);
            content
                .servers
                .extend(kept.map(|kept| (server.clone(), kept)));
        }
        *old = content;
        stored.version = now;
        Ok(true)
    }
}

impl Pins {
    /// Takes over what another server has stored. What is not stored yet stays.
    fn merge_shared(&mut self, shared: SharedPins) {
        for (server, text) in shared.changed {
            match serde_json::from_str(&text) {
                Err(error) => {
                    tracing::error!("the pinned definitions of `{server}` are not used: {error}")
                }
                Ok(pins) => match self.unstored.get_mut(&server) {
                    Some(unstored) => unstored.before = Some(pins),
                    None => drop(self.content.servers.insert(server, pins)),
                },
            }
        }
    }

    /// Returns what is not stored yet, as JSON.
    fn unstored_texts(&self) -> BTreeMap<String, String> {
        let text = |server: &String| {
            let pins = self.content.servers.get(server)?;
            Some((server.clone(), serde_json::to_string(pins).ok()?))
        };
        self.unstored.keys().filter_map(text).collect()
    }

    /// Notes that the changes until this one are stored.
    fn forget_stored(&mut self, changes: u64) {
        self.unstored
            .retain(|_, unstored| unstored.change > changes);
    }

    /// Undoes a change that cannot be stored, unless a later one of the same server has taken its place.
    fn undo(&mut self, change: u64) {
        let mut unstored = self.unstored.iter();
        let Some((server, _)) = unstored.find(|(_, unstored)| unstored.change == change) else {
            return;
        };
        let server = server.clone();
        let undone = self.unstored.remove(&server);
        match undone.and_then(|undone| undone.before) {
            Some(before) => self.content.servers.insert(server, before),
            None => self.content.servers.remove(&server),
        };
    }
}

fn version(path: &Path) -> Version {
    let found = fs::metadata(path).ok()?;
    Some((found.ino(), found.modified().ok()?, found.len()))
}

fn read(path: &Path) -> Result<Content, PinError> {
    let path = path.to_owned();
    let text = match files::read_text(&path, MAX_FILE) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Content::default()),
        Err(error) => return Err(PinError::Io { path, error }),
    };
    serde_json::from_str(&text).map_err(|error| PinError::Malformed { path, error })
}

#[cfg(test)]
mod tests {
    use std::{env, path::PathBuf, thread};

    use serde_json::json;
    use toolwright_base::token;

    use super::*;

    /// A file in a folder of its own.
    fn new_path() -> PathBuf {
        let folder = env::temp_dir().join(format!("toolwright-pins-{}", token::random()));
        fs::create_dir(&folder).unwrap();
        folder.join("mcp.lock")
    }

    fn pins(description: &str) -> ServerPins {
        let pinned = Pinned {
            sha256: description.to_owned(),
            definition: json!({"description": description}),
        };
        [("tool a".to_owned(), pinned)].into()
    }

    fn pinned(file: &PinFile, server: &str) -> Option<String> {
        file.with(server, |pins| Some(pins?["tool a"].sha256.clone()))
    }

    fn store(file: &PinFile, server: &str, description: &str) {
        file.store(file.set(server, pins(description))).unwrap();
    }

    #[test]
    fn what_many_threads_store_at_once_is_all_there() {
        let path = new_path();
        let file = PinFile::open(PinPlace::File(path.clone())).unwrap();
        thread::scope(|scope| {
            for number in 0..32 {
                let file = &file;
                scope.spawn(move || store(file, &format!("s{number}"), "Adds."));
            }
        });
        let read = PinFile::open(PinPlace::File(path.clone())).unwrap();
        assert!((0..32).all(|number| pinned(&read, &format!("s{number}")).is_some()));
        assert!(lock(&file.pins).unstored.is_empty());
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn what_another_process_has_stored_stays() {
        let path = new_path();
        let (one, other) = (
            PinFile::open(PinPlace::File(path.clone())),
            PinFile::open(PinPlace::File(path.clone())),
        );
        let (one, other) = (one.unwrap(), other.unwrap());
        store(&one, "a", "Adds.");
        store(&other, "b", "Removes.");
        store(&one, "c", "Counts.");
        store(&other, "a", "Adds numbers.");
        one.reload().unwrap();
        for file in [
            &one,
            &other,
            &PinFile::open(PinPlace::File(path.clone())).unwrap(),
        ] {
            let found = ["a", "b", "c"].map(|server| pinned(file, server).unwrap());
            assert_eq!(found, ["Adds numbers.", "Removes.", "Counts."]);
        }
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn what_is_not_stored_yet_stays_when_the_file_is_read_again() {
        let path = new_path();
        let (one, other) = (
            PinFile::open(PinPlace::File(path.clone())),
            PinFile::open(PinPlace::File(path.clone())),
        );
        let (one, other) = (one.unwrap(), other.unwrap());
        let unstored = one.set("a", pins("Adds."));
        store(&other, "a", "Subtracts.");
        store(&other, "b", "Removes.");
        one.reload().unwrap();
        assert_eq!(pinned(&one, "a").as_deref(), Some("Adds."));
        assert_eq!(pinned(&one, "b").as_deref(), Some("Removes."));
        one.store(unstored).unwrap();
        other.reload().unwrap();
        assert_eq!(pinned(&other, "a").as_deref(), Some("Adds."));
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_change_that_cannot_be_stored_is_undone() {
        let path = new_path();
        let file = PinFile::open(PinPlace::File(path.clone())).unwrap();
        store(&file, "a", "Adds.");
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        for server in ["a", "b"] {
            assert!(file.store(file.set(server, pins("Other."))).is_err());
        }
        assert_eq!(pinned(&file, "b"), None);
        // Nobody has a file any more, so nothing is pinned in it.
        assert!(lock(&file.pins).unstored.is_empty());
        assert_ne!(pinned(&file, "a").as_deref(), Some("Other."));
    }
}
