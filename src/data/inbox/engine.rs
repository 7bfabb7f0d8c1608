//! [`Inbox`]: asks questions, waits for their answers, and takes answers.

use std::{
    io,
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

use tokio::{sync::Notify, time::timeout};

use super::{
    error::{AnswerError, InboxError},
    question::{NewQuestion, Question, QuestionState},
    store::Store,
};

/// How often the file is read while waiting for the answer.
const INTERVAL: Duration = Duration::from_millis(200);

/// The most open questions.
const MOST: usize = 1_000;

/// Questions that wait for a person.
#[derive(Debug)]
pub(crate) struct Inbox {
    store: Store,
    answered: Notify,
}

impl Inbox {
    /// Uses `folder`, which is created when it is needed.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            store: Store::new(folder),
            answered: Notify::new(),
        }
    }

    /// Asks a question and waits for its answer. Dropping the future withdraws the question.
    ///
    /// # Errors
    /// If nobody answers within `time`.
    pub(crate) async fn ask(
        &self,
        question: NewQuestion,
        time: Duration,
    ) -> Result<String, InboxError> {
        let end = Instant::now() + time;
        let store = self.store.clone();
        let mut pending = blocking(move || PendingQuestion::put(store, question, time)).await?;
        loop {
            // Before reading, so that no answer is missed in between.
            let answered = self.answered.notified();
            if let Some(answer) = pending.read().await? {
                return Ok(answer);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return pending.expire().await?.ok_or(InboxError::Expired(time));
            }
            let _ = timeout(left.min(INTERVAL), answered).await;
        }
    }

    /// Returns the open questions, the oldest first. This blocks the thread.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn open_questions(&self) -> io::Result<Vec<Question>> {
        let now = SystemTime::now();
        let mut questions = self.store.read_all()?;
        questions.retain(|question| question.is_open(now));
        Ok(questions)
    }

    /// Answers a question, and returns the answer that was stored. This blocks the thread.
    ///
    /// # Errors
    /// If there is no such question, it is not open, or `text` is not an answer of its kind.
    pub(crate) fn answer(&self, id: &str, text: &str) -> Result<String, AnswerError> {
        let id = id.to_lowercase();
        if self.store.read(&id)?.is_none() {
            return Err(AnswerError::Unknown(id));
        }
        let locked = self.store.lock()?;
        let question = self.store.read(&id)?;
        let question = question.ok_or(AnswerError::Unknown(id))?;
        let question = question.answered(text, SystemTime::now())?;
        locked.write(&question)?;
        self.answered.notify_waiters();
        match question.state {
            QuestionState::Answered { answer } => Ok(answer),
            _ => Ok(text.to_owned()),
        }
    }
}

/// A question that was asked. Dropping this before the question is closed withdraws it.
struct PendingQuestion {
    store: Store,
    id: String,
    is_closed: bool,
}

impl PendingQuestion {
    fn put(store: Store, new: NewQuestion, time: Duration) -> Result<Self, InboxError> {
        let locked = store.lock()?;
        let now = SystemTime::now();
        if locked.remove_old(now)? >= MOST {
            return Err(InboxError::Full(MOST));
        }
        let question = Question::new(locked.free_id()?, new, now, time);
        locked.write(&question)?;
        drop(locked);
        Ok(Self {
            store,
            id: question.id,
            is_closed: false,
        })
    }

    /// Returns the answer, if there is one.
    async fn read(&mut self) -> Result<Option<String>, InboxError> {
        let (store, id) = (self.store.clone(), self.id.clone());
        let question = blocking(move || Ok(store.read(&id)?)).await?;
        let state = question.map(|question| question.state);
        self.is_closed = !matches!(state, Some(QuestionState::Open));
        match state.ok_or(InboxError::Removed)? {
            QuestionState::Answered { answer } => Ok(Some(answer)),
            _ => Ok(None),
        }
    }

    /// Closes the question. Returns the answer if one has just arrived.
    async fn expire(&mut self) -> Result<Option<String>, InboxError> {
        self.is_closed = true;
        let (store, id) = (self.store.clone(), self.id.clone());
        blocking(move || Ok(close(&store, &id, QuestionState::Expired)?)).await
    }
}

impl Drop for PendingQuestion {
    fn drop(&mut self) {
        if self.is_closed {
            return;
        }
        // At once, and not in a task: if the server stops, tasks are not run any more.
        if let Err(error) = close(&self.store, &self.id, QuestionState::Withdrawn) {
            tracing::warn!("the question `{}` cannot be withdrawn: {error}", self.id);
        }
    }
}

/// Closes a question if it is open. Returns its answer if it has one.
fn close(store: &Store, id: &str, state: QuestionState) -> io::Result<Option<String>> {
    let locked = store.lock()?;
    let Some(mut question) = store.read(id)? else {
        return Ok(None);
    };
    if question.state == QuestionState::Open {
        question.state = state;
        locked.write(&question)?;
    }
    Ok(match question.state {
        QuestionState::Answered { answer } => Some(answer),
        _ => None,
    })
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, InboxError> + Send + 'static,
) -> Result<T, InboxError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|panicked| InboxError::Unavailable(io::Error::other(panicked)))?
}

#[cfg(test)]
mod tests {
    use std::{env, fs, sync::Arc, thread};

    use super::*;
    use crate::data::inbox::QuestionKind;

    /// An inbox in a folder of its own, which is removed at the end.
    struct Fixture(PathBuf, Arc<Inbox>);

    impl Fixture {
        fn new(name: &str) -> Self {
            let name = format!("toolwright-inbox-{name}-{}", std::process::id());
            let folder = env::temp_dir().join(name);
            Self(folder.clone(), Arc::new(Inbox::new(folder)))
        }

        /// Waits for an open question, and returns its id.
        async fn question(&self) -> String {
            loop {
                if let [question] = self.1.open_questions().unwrap().as_slice() {
                    return question.id.clone();
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn question() -> NewQuestion {
        NewQuestion {
            question: "Which?".into(),
            kind: QuestionKind::Text,
            choices: Vec::new(),
            asked_by: None,
        }
    }

    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn the_first_of_many_answers_reaches_the_caller() {
        let fixture = Fixture::new("many");
        let inbox = Arc::clone(&fixture.1);
        let asked = tokio::spawn(async move { inbox.ask(question(), LONG).await });
        let id = fixture.question().await;
        let answers: Vec<_> = (0..8)
            .map(|number| {
                // As another process would.
                let (inbox, id) = (Inbox::new(fixture.0.clone()), id.clone());
                thread::spawn(move || inbox.answer(&id, &number.to_string()))
            })
            .collect();
        let answers = answers.into_iter().map(|answer| answer.join().unwrap());
        let (taken, refused): (Vec<_>, Vec<_>) = answers.partition(Result::is_ok);
        let taken = taken.into_iter().next().unwrap().unwrap();
        assert_eq!(asked.await.unwrap().unwrap(), taken);
        assert_eq!(refused.len(), 7);
        for error in refused {
            let said = error.unwrap_err().to_string();
            let before = format!("the question `{id}` was already answered with `{taken}`");
            assert_eq!(said, before);
        }
    }

    #[tokio::test]
    async fn old_questions_are_removed_and_other_files_are_skipped() {
        let fixture = Fixture::new("old");
        let store = Store::new(fixture.0.clone());
        let locked = store.lock().unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        let old = Question::new("abcdef".into(), question(), long_ago, LONG);
        locked.write(&old).unwrap();
        fs::write(fixture.0.join("bbbbbb.json"), "{").unwrap();
        drop(locked);
        let time = Duration::from_millis(1);
        let asked = fixture.1.ask(question(), time).await;
        assert!(matches!(asked, Err(InboxError::Expired(_))));
        assert_eq!(store.read("abcdef").unwrap(), None);
        assert_eq!(store.read_all().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn an_answer_at_the_last_moment_counts() {
        let fixture = Fixture::new("last");
        let question = question();
        let mut asked =
            PendingQuestion::put(Store::new(fixture.0.clone()), question, LONG).unwrap();
        fixture.1.answer(&asked.id, "here").unwrap();
        assert_eq!(asked.expire().await.unwrap().as_deref(), Some("here"));
    }
}
