//! [`Prepared`]: answers that are the same for everybody until the catalogue changes.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use bytes::Bytes;

use super::method::Method;
use crate::core::Snapshot;

/// What an answer depends on beside the catalogue: the method, and whether the revision is modern.
pub(super) type Key = (Method, bool);

/// Answers that are the same for everybody until the catalogue changes: written once, and only the id is different.
#[derive(Debug, Default)]
pub(super) struct Prepared(RwLock<Answers>);

#[derive(Debug, Default)]
struct Answers {
    /// What they were written for. Nothing of it is kept alive, and its address is not used again while this points there.
    snapshot: Weak<Snapshot>,
    written: HashMap<Key, Bytes>,
}

impl Prepared {
    pub(super) fn find(&self, snapshot: &Arc<Snapshot>, key: Key) -> Option<Bytes> {
        let answers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let written = answers.written.get(&key)?;
        answers.are_of(snapshot).then(|| written.clone())
    }

    pub(super) fn keep(&self, snapshot: &Arc<Snapshot>, key: Key, written: Bytes) {
        let mut answers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !answers.are_of(snapshot) {
            answers.snapshot = Arc::downgrade(snapshot);
            answers.written.clear();
        }
        answers.written.insert(key, written);
    }
}

impl Answers {
    fn are_of(&self, snapshot: &Arc<Snapshot>) -> bool {
        std::ptr::eq(self.snapshot.as_ptr(), Arc::as_ptr(snapshot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: Key = (Method::ListTools, true);

    #[test]
    fn an_answer_is_kept_for_its_snapshot_and_era() {
        let prepared = Prepared::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        prepared.keep(&first, TOOLS, "a".into());
        assert_eq!(prepared.find(&first, TOOLS), Some("a".into()));
        assert_eq!(prepared.find(&first, (Method::ListTools, false)), None);
        assert_eq!(prepared.find(&second, TOOLS), None);
    }

    #[test]
    fn another_snapshot_takes_the_place_of_all_answers() {
        let prepared = Prepared::default();
        let (first, second) = (Arc::new(Snapshot::default()), Arc::new(Snapshot::default()));
        prepared.keep(&first, TOOLS, "a".into());
        prepared.keep(&second, (Method::Discover, true), "b".into());
        assert_eq!(prepared.find(&second, TOOLS), None);
        assert_eq!(
            prepared.find(&second, (Method::Discover, true)),
            Some("b".into())
        );
    }
}
