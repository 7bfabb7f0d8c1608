//! [`Inbox`]: asks questions, waits for their answers, and takes answers.

use std::{
    io,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use tokio::{sync::OnceCell, time::timeout};
use toolwright::call::Caller;

use super::{
    bell::{self, Bell},
    pending_question::{MAX_OF_CALLER, MAX_QUESTIONS, PendingQuestion, WaitingCalls},
    question::{AnswerError, InboxError, NewQuestion, Question, QuestionState},
    store::Store,
};
use crate::fair_queue::{FairQueue, Place};

/// Questions that wait for a person.
#[derive(Debug)]
pub struct Inbox {
    store: Store,
    waiting: Arc<WaitingCalls>,
    bell: OnceCell<Bell>,
    /// The places for questions of this process.
    places: FairQueue,
}

impl Inbox {
    /// Uses `folder`, which is created when it is needed.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            store: Store::new(folder),
            waiting: Arc::default(),
            bell: OnceCell::new(),
            places: FairQueue::with_limit(MAX_QUESTIONS, MAX_OF_CALLER),
        }
    }

    /// Asks a question and waits for its answer. Dropping the future withdraws the question.
    ///
    /// # Errors
    /// If nobody answers within `time`, or too many questions are open.
    pub async fn ask(&self, question: NewQuestion, time: Duration) -> Result<String, InboxError> {
        let end = Instant::now() + time;
        let _place = self.place(&question.caller)?;
        let bell = self.bell.get_or_try_init(|| self.create_bell()).await?;
        let (store, waiting) = (self.store.clone(), Arc::clone(&self.waiting));
        let bell = bell.name().to_owned();
        let put = move || PendingQuestion::put(store, waiting, question, bell, time);
        let mut pending = self.store.in_turn(put).await?;
        loop {
            if let Some(answer) = pending.read().await? {
                return Ok(answer);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return pending.expire().await?.ok_or(InboxError::Expired(time));
            }
            let _ = timeout(left, pending.answered()).await;
        }
    }

    /// Takes a place for a question of this process.
    ///
    /// The questions of all processes are counted when one is stored, which reads their files. A caller
    /// that asks without end must not make the server do that for each question.
    fn place(&self, caller: &Caller) -> Result<Place, InboxError> {
        let place = self.places.try_acquire(caller);
        place.ok_or_else(|| match self.places.free() {
            0 => InboxError::Full(MAX_QUESTIONS),
            _ => InboxError::FullForCaller(MAX_OF_CALLER),
        })
    }

    async fn create_bell(&self) -> Result<Bell, InboxError> {
        let (store, waiting) = (self.store.clone(), Arc::clone(&self.waiting));
        store.create_folder()?;
        Ok(Bell::create(store.folder(), move |id| waiting.wake(id))?)
    }

    /// Returns the questions that somebody waits for, the oldest first. This blocks the thread.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn open_questions(&self) -> io::Result<Vec<Question>> {
        let questions = self.store.read_all()?;
        Ok(self.store.open_among(questions, SystemTime::now()))
    }

    /// Refuses to answer a question. Its call gets an error. This blocks the thread.
    ///
    /// # Errors
    /// If there is no such question, or nobody waits for it.
    pub fn dismiss(&self, id: &str) -> Result<(), AnswerError> {
        self.end(id, Question::dismissed).map(drop)
    }

    /// Answers a question, and returns the answer that was stored. This blocks the thread.
    ///
    /// # Errors
    /// If there is no such question, nobody waits for it, or `text` is not an answer of its kind.
    pub fn answer(&self, id: &str, text: &str) -> Result<String, AnswerError> {
        let question = self.end(id, |question, now| question.answered(text, now))?;
        match question.state {
            QuestionState::Answered { answer } => Ok(answer),
            _ => Ok(text.to_owned()),
        }
    }

    /// Ends a question that somebody waits for, and wakes them.
    fn end(
        &self,
        id: &str,
        end: impl FnOnce(Question, SystemTime) -> Result<Question, AnswerError>,
    ) -> Result<Question, AnswerError> {
        let id = id.to_lowercase();
        if self.store.read(&id)?.is_none() {
            return Err(AnswerError::Unknown(id));
        }
        let locked = self.store.lock()?;
        let Some(question) = self.store.read(&id)? else {
            return Err(AnswerError::Unknown(id));
        };
        let (folder, bell) = (self.store.folder(), question.bell.clone());
        if question.state == QuestionState::Open && !bell::is_heard(folder, &bell) {
            return Err(AnswerError::Withdrawn(id));
        }
        let question = end(question, SystemTime::now())?;
        locked.write(&question)?;
        match bell::ring(folder, &bell, &id)? {
            true => Ok(question),
            false => Err(AnswerError::Withdrawn(id)),
        }
    }
}
