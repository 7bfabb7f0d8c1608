//! [`Store`]: the files of questions, which are read and changed on threads for blocking work.

use std::{
    collections::HashMap,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use tokio::sync::Semaphore;
use toolwright_base::files::{LockFile, create_private_folders, replace};

use super::{
    bell,
    question::{InboxError, Question},
};

const LOCK: &str = "lock";
/// The most closed questions that are kept.
const MAX_CLOSED: usize = 100;

/// The characters of ids: none that looks like another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const LENGTH: usize = 6;

/// The files of questions. All methods block but [`in_turn`](Self::in_turn).
#[derive(Debug, Clone)]
pub(super) struct Store {
    folder: PathBuf,
    turn: Arc<Semaphore>,
}

/// A store that no other process can change.
pub(super) struct LockedStore<'s> {
    store: &'s Store,
    _lock: LockFile,
}

impl Store {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            turn: Arc::new(Semaphore::new(1)),
        }
    }

    /// Runs a change on a thread that may block, one after the other.
    ///
    /// Another process may hold the lock of the folder for long. One thread waits for it, and not
    /// one for each question.
    pub(super) async fn in_turn<T: Send + 'static>(
        &self,
        change: impl FnOnce() -> Result<T, InboxError> + Send + 'static,
    ) -> Result<T, InboxError> {
        let turn = Arc::clone(&self.turn).acquire_owned().await;
        let turn = turn.map_err(|closed| InboxError::Unavailable(io::Error::other(closed)))?;
        blocking(move || {
            let changed = change();
            drop(turn);
            changed
        })
        .await
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn create_folder(&self) -> io::Result<()> {
        create_private_folders(&self.folder)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Reads a question.
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

    /// Reads all questions, the oldest first. Files that are not questions are skipped.
    pub(super) fn read_all(&self) -> io::Result<Vec<Question>> {
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

    /// Returns the questions that somebody waits for.
    pub(super) fn open_among(
        &self,
        mut questions: Vec<Question>,
        now: SystemTime,
    ) -> Vec<Question> {
        let mut heard: HashMap<String, bool> = HashMap::new();
        questions.retain(|question| {
            question.is_open(now)
                && *heard
                    .entry(question.bell.clone())
                    .or_insert_with(|| bell::is_heard(&self.folder, &question.bell))
        });
        questions
    }

    /// Waits until no other process changes questions.
    pub(super) fn lock(&self) -> io::Result<LockedStore<'_>> {
        self.create_folder()?;
        let lock = LockFile::open(&self.folder.join(LOCK))?;
        lock.lock()?;
        Ok(LockedStore {
            store: self,
            _lock: lock,
        })
    }
}

impl LockedStore<'_> {
    /// Writes a question, completely or not at all.
    pub(super) fn write(&self, question: &Question) -> io::Result<()> {
        let bytes = serde_json::to_vec_pretty(question)?;
        replace(&self.store.path(&question.id), &bytes)
    }

    /// Removes the old questions, most of the closed ones, and what processes left that have ended.
    /// Returns the questions that somebody waits for.
    pub(super) fn remove_old(&self, now: SystemTime) -> io::Result<Vec<Question>> {
        for entry in fs::read_dir(&self.store.folder)? {
            bell::remove_unheard(&entry?.path());
        }
        let questions = self.store.read_all()?;
        let open = self.store.open_among(questions.clone(), now);
        let is_open = |question: &Question| open.iter().any(|other| other.id == question.id);
        let closed: Vec<_> = questions.iter().filter(|one| !is_open(one)).collect();
        let kept_from = closed.len().saturating_sub(MAX_CLOSED);
        for (place, question) in closed.into_iter().enumerate() {
            if place < kept_from || question.is_old(now) {
                fs::remove_file(self.store.path(&question.id))?;
            }
        }
        Ok(open)
    }

    /// Returns an id that no question has.
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

/// Runs `work` on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, InboxError> + Send + 'static,
) -> Result<T, InboxError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|panicked| InboxError::Unavailable(io::Error::other(panicked)))?
}
