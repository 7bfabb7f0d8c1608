//! [`Inbox`]: asking, and waiting for the answer.

use std::{
    io,
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

use tokio::{sync::Notify, time::timeout};

use super::{
    error::{AnswerError, InboxError},
    question::{Draft, Question, State},
    store::Store,
};

/// How often who waits looks for the answer.
const INTERVAL: Duration = Duration::from_millis(200);

/// The most questions that wait at once.
const MOST: usize = 1_000;

/// Questions that wait for a person.
#[derive(Debug)]
pub(crate) struct Inbox {
    store: Store,
    answered: Notify,
}

impl Inbox {
    /// The questions in `folder`, which is made when it is first needed.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            store: Store::new(folder),
            answered: Notify::new(),
        }
    }

    /// Puts a question and waits for its answer. Dropping the future takes the question back.
    ///
    /// # Errors
    /// When nobody answers in time.
    pub(crate) async fn ask(&self, draft: Draft, patience: Duration) -> Result<String, InboxError> {
        let end = Instant::now() + patience;
        let store = self.store.clone();
        let mut asked = blocking(move || Asked::put(store, draft, patience)).await?;
        loop {
            // Before looking, so that no answer is missed in between.
            let answered = self.answered.notified();
            if let Some(answer) = asked.look().await? {
                return Ok(answer);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return asked.expire().await?.ok_or(InboxError::Expired(patience));
            }
            let _ = timeout(left.min(INTERVAL), answered).await;
        }
    }

    /// The questions that wait, the oldest first. It blocks.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub(crate) fn open_questions(&self) -> io::Result<Vec<Question>> {
        let now = SystemTime::now();
        let mut questions = self.store.all()?;
        questions.retain(|question| question.is_open(now));
        Ok(questions)
    }

    /// Answers a question; returns what was taken as the answer. It blocks.
    ///
    /// # Errors
    /// When there is no such question, nobody waits for it, or this is no answer to it.
    pub(crate) fn answer(&self, id: &str, text: &str) -> Result<String, AnswerError> {
        let id = id.to_lowercase();
        if self.store.read(&id)?.is_none() {
            return Err(AnswerError::Unknown(id));
        }
        let turn = self.store.turn()?;
        let question = self.store.read(&id)?;
        let question = question.ok_or(AnswerError::Unknown(id))?;
        let question = question.answered(text, SystemTime::now())?;
        turn.write(&question)?;
        self.answered.notify_waiters();
        match question.state {
            State::Answered { answer } => Ok(answer),
            _ => Ok(text.to_owned()),
        }
    }
}

/// A question that was put. Dropping it before it is over takes it back.
struct Asked {
    store: Store,
    id: String,
    is_over: bool,
}

impl Asked {
    fn put(store: Store, draft: Draft, patience: Duration) -> Result<Self, InboxError> {
        let turn = store.turn()?;
        let now = SystemTime::now();
        if turn.tidy(now)? >= MOST {
            return Err(InboxError::Full(MOST));
        }
        let question = Question::new(turn.free_id()?, draft, now, patience);
        turn.write(&question)?;
        drop(turn);
        Ok(Self {
            store,
            id: question.id,
            is_over: false,
        })
    }

    /// The answer, if it is there.
    async fn look(&mut self) -> Result<Option<String>, InboxError> {
        let (store, id) = (self.store.clone(), self.id.clone());
        let question = blocking(move || Ok(store.read(&id)?)).await?;
        let state = question.map(|question| question.state);
        self.is_over = !matches!(state, Some(State::Open));
        match state.ok_or(InboxError::Removed)? {
            State::Answered { answer } => Ok(Some(answer)),
            _ => Ok(None),
        }
    }

    /// Ends the question, unless an answer has just come.
    async fn expire(&mut self) -> Result<Option<String>, InboxError> {
        self.is_over = true;
        let (store, id) = (self.store.clone(), self.id.clone());
        blocking(move || Ok(close(&store, &id, State::Expired)?)).await
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        // Here and now: where the server ends, nothing is done later.
        if let Err(error) = close(&self.store, &self.id, State::Withdrawn) {
            tracing::warn!("the question `{}` is not taken back: {error}", self.id);
        }
    }
}

/// Closes a question that is open; the answer of one that has it.
fn close(store: &Store, id: &str, state: State) -> io::Result<Option<String>> {
    let turn = store.turn()?;
    let Some(mut question) = store.read(id)? else {
        return Ok(None);
    };
    if question.state == State::Open {
        question.state = state;
        turn.write(&question)?;
    }
    Ok(match question.state {
        State::Answered { answer } => Some(answer),
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
    use crate::data::inbox::Kind;

    /// An inbox in a folder of its own, which goes with it.
    struct Place(PathBuf, Arc<Inbox>);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("toolwright-inbox-{name}-{}", std::process::id());
            let folder = env::temp_dir().join(name);
            Self(folder.clone(), Arc::new(Inbox::new(folder)))
        }

        /// The name of the one question that waits, once it does.
        async fn question(&self) -> String {
            loop {
                if let [question] = self.1.open_questions().unwrap().as_slice() {
                    return question.id.clone();
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn draft() -> Draft {
        Draft {
            question: "Which?".into(),
            kind: Kind::Text,
            choices: Vec::new(),
            asked_by: None,
        }
    }

    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn of_many_answers_one_is_taken_and_reaches_who_asked() {
        let place = Place::new("many");
        let inbox = Arc::clone(&place.1);
        let asked = tokio::spawn(async move { inbox.ask(draft(), LONG).await });
        let id = place.question().await;
        let answers: Vec<_> = (0..8)
            .map(|number| {
                // Each as another process would.
                let (inbox, id) = (Inbox::new(place.0.clone()), id.clone());
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
            let before = format!("the question `{id}` was answered before, with `{taken}`");
            assert_eq!(said, before);
        }
    }

    #[tokio::test]
    async fn what_is_long_over_is_removed_and_what_is_no_question_is_passed_over() {
        let place = Place::new("old");
        let store = Store::new(place.0.clone());
        let turn = store.turn().unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        let old = Question::new("abcdef".into(), draft(), long_ago, LONG);
        turn.write(&old).unwrap();
        fs::write(place.0.join("bbbbbb.json"), "{").unwrap();
        drop(turn);
        let patience = Duration::from_millis(1);
        let asked = place.1.ask(draft(), patience).await;
        assert!(matches!(asked, Err(InboxError::Expired(_))));
        assert_eq!(store.read("abcdef").unwrap(), None);
        assert_eq!(store.all().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn an_answer_that_came_at_the_last_moment_counts() {
        let place = Place::new("last");
        let draft = draft();
        let mut asked = Asked::put(Store::new(place.0.clone()), draft, LONG).unwrap();
        place.1.answer(&asked.id, "here").unwrap();
        assert_eq!(asked.expire().await.unwrap().as_deref(), Some("here"));
    }
}
