//! [`Store`]: the files of questions, changed by one process at a time.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    time::SystemTime,
};

use super::question::Question;

const LOCK: &str = "lock";

/// What identifiers are made of: nothing that looks like something else.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const LENGTH: usize = 6;

/// The files of questions. All of it blocks.
#[derive(Debug, Clone)]
pub(super) struct Store {
    folder: PathBuf,
}

/// The right to change questions.
pub(super) struct Turn<'s> {
    store: &'s Store,
    _lock: File,
}

impl Store {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// The question of this name.
    pub(super) fn read(&self, id: &str) -> io::Result<Option<Question>> {
        if !is_id(id) {
            return Ok(None);
        }
        match fs::read(self.path(id)) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All questions, the oldest first.
    pub(super) fn all(&self) -> io::Result<Vec<Question>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut questions = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let Some(id) = name.to_str().and_then(|name| name.strip_suffix(".json")) else {
                continue;
            };
            match self.read(id) {
                Ok(found) => questions.extend(found),
                Err(error) => tracing::warn!("`{id}.json` is not a question: {error}"),
            }
        }
        questions.sort_by(|one, other| (one.asked_at, &one.id).cmp(&(other.asked_at, &other.id)));
        Ok(questions)
    }

    /// Waits until nobody else changes questions.
    pub(super) fn turn(&self) -> io::Result<Turn<'_>> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        let lock = private(&self.folder.join(LOCK))?;
        lock.lock()?;
        Ok(Turn {
            store: self,
            _lock: lock,
        })
    }
}

impl Turn<'_> {
    /// Writes a question, whole or not at all.
    pub(super) fn write(&self, question: &Question) -> io::Result<()> {
        let path = self.store.path(&question.id);
        let draft = path.with_extension("new");
        let mut file = private(&draft)?;
        file.write_all(&serde_json::to_vec_pretty(question)?)?;
        file.sync_all()?;
        fs::rename(draft, path)
    }

    /// Removes what is long over; says how many wait.
    pub(super) fn tidy(&self, now: SystemTime) -> io::Result<usize> {
        let (gone, left): (Vec<_>, Vec<_>) = self
            .store
            .all()?
            .into_iter()
            .partition(|question| question.is_forgotten(now));
        for question in gone {
            fs::remove_file(self.store.path(&question.id))?;
        }
        Ok(left.iter().filter(|question| question.is_open(now)).count())
    }

    /// A name that no question has.
    pub(super) fn free_id(&self) -> io::Result<String> {
        loop {
            let mut bytes = [0_u8; LENGTH];
            getrandom::fill(&mut bytes).map_err(io::Error::other)?;
            let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
            let id: String = bytes.iter().map(letter).collect();
            if self.store.read(&id)?.is_none() {
                return Ok(id);
            }
        }
    }
}

fn is_id(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A file that is this user's alone, emptied.
fn private(path: &std::path::Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)
}
