//! [`WaitingCalls`]: the calls of this process that wait for answers.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;
use toolwright_base::lock;

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
