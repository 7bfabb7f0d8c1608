//! [`PassedOn`]: the other server that a call was passed on to.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use toolwright_base::lock;

/// The other server that a call was passed on to, as [`Context::note_passed_on`](super::Context::note_passed_on)
/// was told.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassedOn {
    /// The name of the server.
    pub upstream: String,
    /// The id of the request there. Of one that was sent again, the last one.
    pub request: i64,
}

/// The calls of one request that were passed on. A call and those within it have numbers of their own.
#[derive(Debug, Default)]
pub(super) struct PassedCalls {
    last: AtomicU32,
    passed: Mutex<BTreeMap<u32, PassedOn>>,
}

impl PassedCalls {
    /// Returns the number of a call within this one.
    pub(super) fn next(&self) -> u32 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(super) fn note(&self, call: u32, upstream: &str, request: i64) {
        let upstream = upstream.to_owned();
        lock(&self.passed).insert(call, PassedOn { upstream, request });
    }

    pub(super) fn of(&self, call: u32) -> Option<PassedOn> {
        lock(&self.passed).get(&call).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_the_last_request_and_not_that_of_a_call_within_it() {
        let calls = PassedCalls::default();
        calls.note(0, "one", 7);
        calls.note(0, "one", 8);
        let inner = calls.next();
        assert_eq!(calls.of(inner), None);
        calls.note(inner, "two", 1);
        assert_eq!(calls.of(0).map(|passed| passed.request), Some(8));
    }
}
