//! [`IssuerKeys`]: the keys of an issuer, fetched when they are needed.

use std::{
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, Instant, SystemTime},
};

use tokio::sync::watch;
use toolwright::access::Identity;
use toolwright_base::lock;

use super::{
    issuer::Issuer,
    key_set::KeySet,
    known_tokens::{KnownTokens, TokenHash},
};

/// The shortest time between two fetches, whatever arrives.
const MIN_INTERVAL: Duration = Duration::from_secs(10);
/// The age at which keys are fetched again, so that a key that the issuer withdrew stops working.
const MAX_AGE: Duration = Duration::from_secs(15 * 60);

/// The keys of an issuer, and the tokens that they have checked.
pub(super) struct IssuerKeys {
    issuer: Issuer,
    keys: RwLock<Arc<KeySet>>,
    tokens: KnownTokens,
    fetches: Mutex<Fetches>,
    /// Notified when a fetch is over.
    done: watch::Sender<()>,
}

#[derive(Default)]
struct Fetches {
    is_running: bool,
    last_start: Option<Instant>,
    /// When keys arrived.
    last_success: Option<Instant>,
}

/// The result of asking for a fetch of the keys.
#[derive(Debug, PartialEq, Eq)]
enum Fetch {
    /// The caller has to fetch them.
    Start,
    /// Somebody else is fetching them.
    Running,
    /// They were fetched a moment ago.
    TooSoon,
}

impl IssuerKeys {
    pub(super) fn new(issuer: Issuer) -> Arc<Self> {
        Arc::new(Self {
            issuer,
            keys: RwLock::default(),
            tokens: KnownTokens::default(),
            fetches: Mutex::default(),
            done: watch::Sender::new(()),
        })
    }

    pub(super) const fn issuer(&self) -> &Issuer {
        &self.issuer
    }

    /// Returns the identity that a token proves, if it was checked before. If the keys are old, they
    /// are fetched again in the background; if that fails, they go on working.
    pub(super) fn known_token(
        self: &Arc<Self>,
        hash: &TokenHash,
        now: SystemTime,
    ) -> Option<Arc<Identity>> {
        if self.are_old(Instant::now()) {
            self.start_fetch();
        }
        self.tokens.find(hash, now)
    }

    /// Remembers a token that was checked with `keys`, unless they were replaced in the meantime.
    pub(super) fn remember(
        &self,
        keys: &Arc<KeySet>,
        hash: TokenHash,
        length: usize,
        identity: &Arc<Identity>,
        expires: SystemTime,
    ) {
        // Held until the token is added, so that a new set of keys forgets it.
        let current = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&current, keys) {
            let identity = Arc::clone(identity);
            self.tokens.add(hash, length, identity, expires);
        }
    }

    /// Returns the keys that are known now.
    pub(super) fn current(&self) -> Arc<KeySet> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the keys after a fetch, or as they are if there was one a moment ago.
    pub(super) async fn refreshed(self: &Arc<Self>) -> Arc<KeySet> {
        // Subscribed before the fetch starts, so that its end is not missed.
        let mut done = self.done.subscribe();
        if self.start_fetch() != Fetch::TooSoon {
            // The sender is a field of `self`.
            let _ = done.changed().await;
        }
        self.current()
    }

    fn are_old(&self, now: Instant) -> bool {
        let last = lock(&self.fetches).last_success;
        last.is_some_and(|last| now.duration_since(last) >= MAX_AGE)
    }

    /// Starts a fetch unless one is running or was started a moment ago. It runs on its own, so a
    /// client that goes away cannot cancel it and cause another one.
    fn start_fetch(self: &Arc<Self>) -> Fetch {
        let fetch = lock(&self.fetches).start(Instant::now());
        if fetch == Fetch::Start {
            let keys = Arc::clone(self);
            tokio::spawn(async move { keys.fetch().await });
        }
        fetch
    }

    async fn fetch(&self) {
        let fetched = self.issuer.fetch_keys().await;
        let is_success = fetched.is_ok();
        match fetched {
            Ok(keys) => self.replace(keys),
            Err(error) => {
                let issuer = self.issuer.name();
                tracing::warn!(issuer, "the keys of the issuer cannot be fetched: {error}");
            }
        }
        lock(&self.fetches).finish(is_success.then(Instant::now));
        self.done.send_replace(());
    }

    /// Takes new keys over, and forgets the tokens that the old ones have checked.
    pub(super) fn replace(&self, new: KeySet) {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        if !keys.is_same(&new) {
            *keys = Arc::new(new);
            self.tokens.clear();
        }
    }
}

impl Fetches {
    fn start(&mut self, now: Instant) -> Fetch {
        if self.is_running {
            return Fetch::Running;
        }
        let is_recent = |last| now.duration_since(last) < MIN_INTERVAL;
        if self.last_start.is_some_and(is_recent) {
            return Fetch::TooSoon;
        }
        (self.is_running, self.last_start) = (true, Some(now));
        Fetch::Start
    }

    fn finish(&mut self, success: Option<Instant>) {
        self.is_running = false;
        self.last_success = success.or(self.last_success);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_fetch_at_a_time_and_one_within_the_interval() {
        let (mut fetches, start) = (Fetches::default(), Instant::now());
        assert_eq!(fetches.start(start), Fetch::Start);
        assert_eq!(fetches.start(start + MIN_INTERVAL), Fetch::Running);
        fetches.finish(None);
        let later = start + MIN_INTERVAL;
        assert_eq!(
            fetches.start(later - Duration::from_millis(1)),
            Fetch::TooSoon
        );
        assert_eq!(fetches.start(later), Fetch::Start);
    }
}
