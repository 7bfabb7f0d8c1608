//! [`Share`]: the share of one caller of a tool, as calls see it.

use std::{
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{sync::Notify, time::sleep};
use toolwright::{
    BoxFuture,
    govern::{CallerShare, ShareAnswer},
    tool::RateLimit,
};
use toolwright_base::lock;

use super::share_state::{Beginning, ShareState};

/// The `retry_after` of a call that exceeds the number of calls at once.
const CROWDED_RETRY: Duration = Duration::from_secs(1);
/// The pauses in which a slot that another server is giving back may come free.
const PATIENCE: [Duration; 4] = [
    Duration::from_millis(20),
    Duration::from_millis(60),
    Duration::from_millis(120),
    Duration::from_millis(200),
];

/// The share of one caller of a tool.
#[derive(Debug)]
pub(super) struct Share {
    own: Weak<Self>,
    /// The hash of tool and caller, as a UUID.
    pub(super) subject: String,
    state: Mutex<ShareState>,
    answered: Notify,
    desk: Arc<Desk>,
}

/// Where shares tell that the database is to be asked.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) due: Mutex<Vec<Arc<Share>>>,
    pub(super) called: Notify,
    /// The number of servers while the database is away, or 0.
    pub(super) alone: AtomicU32,
}

impl Share {
    pub(super) fn new(subject: String, limit: RateLimit, desk: Arc<Desk>) -> Arc<Self> {
        Arc::new_cyclic(|own| Self {
            own: Weak::clone(own),
            subject,
            state: Mutex::new(ShareState::new(limit, Instant::now())),
            answered: Notify::new(),
            desk,
        })
    }

    /// Works on the state, and calls for an exchange if one is due then.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut ShareState) -> T) -> T {
        let (result, is_due) = {
            let mut state = lock(&self.state);
            let was_due = state.is_due();
            let result = work(&mut state);
            (result, state.is_due() && !was_due)
        };
        if is_due && let Some(own) = self.own.upgrade() {
            lock(&self.desk.due).push(own);
            self.desk.called.notify_one();
        }
        result
    }

    /// Lets the calls go on that wait for an answer.
    pub(super) fn answer(&self) {
        self.answered.notify_waiters();
    }

    fn try_begin(&self, is_continued: bool) -> Beginning {
        let alone = self.desk.alone.load(Ordering::Relaxed);
        self.with(|state| state.begin(Instant::now(), is_continued, alone))
    }
}

impl CallerShare for Share {
    fn begin(&self, is_continued: bool) -> ShareAnswer {
        match self.try_begin(is_continued) {
            Beginning::Begun => ShareAnswer::Begun,
            Beginning::Refused(retry_after) => ShareAnswer::Refused { retry_after },
            Beginning::Crowded => ShareAnswer::Refused {
                retry_after: CROWDED_RETRY,
            },
            Beginning::Unknown => ShareAnswer::Ask,
        }
    }

    fn ask(&self, is_continued: bool) -> BoxFuture<'_, Result<(), Duration>> {
        Box::pin(async move {
            let _waiting = WaitingCall::of(self);
            let mut pauses = PATIENCE.into_iter();
            loop {
                let mut answered = std::pin::pin!(self.answered.notified());
                answered.as_mut().enable();
                match self.try_begin(is_continued) {
                    Beginning::Begun => return Ok(()),
                    Beginning::Refused(retry_after) => return Err(retry_after),
                    Beginning::Unknown => answered.await,
                    Beginning::Crowded => {
                        sleep(pauses.next().ok_or(CROWDED_RETRY)?).await;
                        self.with(ShareState::try_again);
                    }
                }
            }
        })
    }

    fn end(&self) {
        self.with(ShareState::end);
    }

    fn is_idle(&self) -> bool {
        lock(&self.state).is_idle(Instant::now())
    }
}

/// Counts a call as waiting until it is dropped.
struct WaitingCall<'a>(&'a Share);

impl<'a> WaitingCall<'a> {
    fn of(share: &'a Share) -> Self {
        share.with(|state| state.waiting += 1);
        Self(share)
    }
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        self.0.with(|state| state.waiting -= 1);
    }
}
