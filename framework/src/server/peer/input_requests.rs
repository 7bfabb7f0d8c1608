//! [`InputRequests`]: the questions of a call that a [`RequestPeer`](super::RequestPeer) asks.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard},
};

use futures_util::task::AtomicWaker;
use serde_json::{Map, Value};
use toolwright_base::lock;

use crate::core::InputRequest;

/// The answers that came with the request, and the questions that are still unanswered.
#[derive(Debug, Default)]
pub(crate) struct InputRequests {
    state: Mutex<InputState>,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct InputState {
    known: BTreeMap<String, Value>,
    used: Map<String, Value>,
    open: Vec<(String, InputRequest)>,
}

impl InputRequests {
    /// Creates an instance with the answers of earlier rounds.
    pub(crate) fn new(known: BTreeMap<String, Value>) -> Self {
        Self {
            state: Mutex::new(InputState {
                known,
                ..InputState::default()
            }),
            waker: AtomicWaker::new(),
        }
    }

    /// Returns the answer if it is known and valid. Otherwise the question is added to the open
    /// ones.
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

    /// Returns the open questions as the member `inputRequests` of a result.
    pub(crate) fn open(&self) -> Value {
        let state = self.lock();
        let question = |(key, request): &(String, InputRequest)| (key.clone(), request.to_json());
        Value::Object(state.open.iter().map(question).collect())
    }

    /// Returns the answers that the call has used so far, which the next round needs again.
    pub(crate) fn used(&self) -> Map<String, Value> {
        self.lock().used.clone()
    }

    fn lock(&self) -> MutexGuard<'_, InputState> {
        lock(&self.state)
    }
}
