//! [`PendingQuestion`]: a question that a call waits for, and the calls of this process that wait.

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use tokio::{runtime::Handle, sync::Notify};
use toolwright_base::lock;

use super::{
    question::{InboxError, NewQuestion, Question, QuestionState},
    store::{Store, blocking},
};

/// The most open questions of all callers, and of one.
pub(super) const MAX_QUESTIONS: usize = 1_000;
pub(super) const MAX_OF_CALLER: usize = 10;

/// A question that was asked. Dropping this before the question is closed withdraws it.
#[derive(Debug)]
pub(super) struct PendingQuestion {
    store: Store,
    waiting: Arc<WaitingCalls>,
    pub(super) id: String,
    answered: Arc<Notify>,
    is_closed: bool,
}

impl PendingQuestion {
    /// Puts a question into the store. `bell` is the bell of this process. This blocks the thread.
    pub(super) fn put(
        store: Store,
        waiting: Arc<WaitingCalls>,
        new: NewQuestion,
        bell: String,
        time: Duration,
    ) -> Result<Self, InboxError> {
        let locked = store.lock()?;
        let now = SystemTime::now();
        let open = locked.remove_old(now)?;
        let caller = new.caller.to_string();
        let of_caller = open.iter().filter(|other| other.caller == caller);
        if of_caller.count() >= MAX_OF_CALLER {
            return Err(InboxError::FullForCaller(MAX_OF_CALLER));
        }
        if open.len() >= MAX_QUESTIONS {
            return Err(InboxError::Full(MAX_QUESTIONS));
        }
        let question = Question::new(locked.free_id()?, new, bell, now, time);
        let answered = waiting.add(&question.id);
        let written = locked.write(&question);
        drop(locked);
        // From here on, dropping it cleans up.
        let pending = Self {
            store,
            waiting,
            id: question.id,
            answered,
            is_closed: written.is_err(),
        };
        written?;
        Ok(pending)
    }

    /// Waits until the question may have been answered.
    pub(super) async fn answered(&self) {
        self.answered.notified().await;
    }

    /// Returns the answer, if there is one.
    pub(super) async fn read(&mut self) -> Result<Option<String>, InboxError> {
        let (store, id) = (self.store.clone(), self.id.clone());
        let question = blocking(move || Ok(store.read(&id)?)).await?;
        let state = question.map(|question| question.state);
        self.is_closed = !matches!(state, Some(QuestionState::Open));
        match state.ok_or(InboxError::Removed)? {
            QuestionState::Answered { answer } => Ok(Some(answer)),
            QuestionState::Dismissed => Err(InboxError::Dismissed),
            _ => Ok(None),
        }
    }

    /// Closes the question. Returns the answer if one has just arrived.
    pub(super) async fn expire(&mut self) -> Result<Option<String>, InboxError> {
        self.is_closed = true;
        let (store, id) = (self.store.clone(), self.id.clone());
        let expire = move || Ok(close(&store, &id, QuestionState::Expired)?);
        self.store.in_turn(expire).await
    }
}

impl Drop for PendingQuestion {
    fn drop(&mut self) {
        self.waiting.remove(&self.id);
        if self.is_closed {
            return;
        }
        let (store, id) = (self.store.clone(), std::mem::take(&mut self.id));
        let turns = store.clone();
        let withdraw = move || {
            if let Err(error) = close(&store, &id, QuestionState::Withdrawn) {
                tracing::warn!("the question `{id}` cannot be withdrawn: {error}");
            }
            Ok(())
        };
        // If the runtime stops before that is done, the bell of this process is gone too, and
        // nobody waits for the question either.
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move { turns.in_turn(withdraw).await })),
            Err(_) => drop(withdraw()),
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
        question.close(state, SystemTime::now());
        locked.write(&question)?;
    }
    Ok(match question.state {
        QuestionState::Answered { answer } => Some(answer),
        _ => None,
    })
}

/// The calls of this process that wait for answers, by the ids of their questions.
#[derive(Debug, Default)]
pub(super) struct WaitingCalls(Mutex<HashMap<String, Arc<Notify>>>);

impl WaitingCalls {
    /// Adds a call. The returned value is notified when its question is answered.
    pub(super) fn add(&self, id: &str) -> Arc<Notify> {
        let answered = Arc::new(Notify::new());
        lock(&self.0).insert(id.to_owned(), Arc::clone(&answered));
        answered
    }

    pub(super) fn remove(&self, id: &str) {
        lock(&self.0).remove(id);
    }

    /// Wakes the call that waits for this question, if there is one.
    pub(super) fn wake(&self, id: &str) {
        if let Some(answered) = lock(&self.0).get(id) {
            answered.notify_one();
        }
    }
}
