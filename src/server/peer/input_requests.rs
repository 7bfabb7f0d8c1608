//! Questions of a request that stands for itself: what is known from earlier rounds, and what is open.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

use futures_util::task::AtomicWaker;
use serde_json::{Map, Value};

use crate::core::{InputRequest, lock};

/// The answers that came with the request, and the questions that are still open.
#[derive(Debug, Default)]
pub(crate) struct Questions {
    state: Mutex<State>,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct State {
    known: BTreeMap<String, Value>,
    used: Map<String, Value>,
    open: Vec<(String, InputRequest)>,
}

impl Questions {
    /// What earlier rounds answered.
    pub(crate) fn new(known: BTreeMap<String, Value>) -> Self {
        Self {
            state: Mutex::new(State {
                known,
                ..State::default()
            }),
            waker: AtomicWaker::new(),
        }
    }

    /// The answer, if it is known and has the right shape; else the question is open from now on.
    pub(super) fn answer_or_open(&self, key: String, request: InputRequest) -> Option<Value> {
        let mut state = self.lock();
        let known = state
            .known
            .get(&key)
            .filter(|answer| request.is_answered_by(answer))
            .cloned();
        match known {
            Some(answer) => {
                state.used.insert(key, answer.clone());
                Some(answer)
            }
            None => {
                state.open.push((key, request));
                drop(state);
                self.waker.wake();
                None
            }
        }
    }

    pub(super) fn waker(&self) -> &AtomicWaker {
        &self.waker
    }

    pub(super) fn are_open(&self) -> bool {
        !self.lock().open.is_empty()
    }

    /// The open questions, as the protocol writes them.
    pub(crate) fn open(&self) -> Value {
        let state = self.lock();
        let question = |(key, request): &(String, InputRequest)| (key.clone(), request.to_json());
        Value::Object(state.open.iter().map(question).collect())
    }

    /// The answers that the call has used, to be kept for the next round.
    pub(crate) fn used(&self) -> Map<String, Value> {
        self.lock().used.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}
