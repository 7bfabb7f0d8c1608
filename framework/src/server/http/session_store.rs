//! [`SessionStore`]: the HTTP sessions, limited in number and removed when they are idle.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use super::http_session::{HttpSession, SessionOwner, UnattendedWork};
use crate::server::client_state::{BytePool, Session};

/// How many sessions one search for idle ones finds, so that a full store is not searched for each
/// new session.
const MAX_CANDIDATES: usize = 256;

/// How many sessions that were ended are remembered, so that nobody goes on with them here.
const MAX_ENDED: usize = 4096;

/// How long an idle session keeps the streams that were read: its client may not have received the end.
const READ_STREAMS_KEPT: Duration = Duration::from_secs(60);

/// The HTTP sessions of a server.
#[derive(Debug)]
pub(super) struct SessionStore {
    sessions: Mutex<Sessions>,
    unattended: Arc<UnattendedWork>,
    max_sessions: usize,
    idle_timeout: Duration,
}

#[derive(Debug, Default)]
struct Sessions {
    by_id: HashMap<String, Arc<HttpSession>>,
    /// The sessions that were idle longest when they were searched, the last one of them longest,
    /// with the time at which each was seen.
    candidates: Vec<(String, Instant)>,
    /// The sessions that were ended by their clients, the last one first.
    ended: VecDeque<String>,
}

impl SessionStore {
    pub(super) fn new(max_sessions: usize, idle_timeout: Duration) -> Self {
        Self {
            sessions: Mutex::default(),
            unattended: Arc::default(),
            max_sessions,
            idle_timeout,
        }
    }

    /// Adds the session `id` of `owner`, whose streams are counted in `pool`, unless it is there. A full store
    /// drops the session that was idle longest. Returns `None` if all are in use.
    pub(super) fn add(
        &self,
        id: String,
        session: Session,
        owner: SessionOwner,
        pool: &Arc<BytePool>,
    ) -> Option<Arc<HttpSession>> {
        let mut sessions = lock(&self.sessions);
        // Two requests may bring the session of another server at once.
        if let Some(there) = sessions.by_id.get(&id) {
            return there.belongs_to(&owner).then(|| Arc::clone(there));
        }
        if sessions.by_id.len() >= self.max_sessions {
            let id = sessions.longest_idle()?;
            end(sessions.by_id.remove(&id));
        }
        let new = HttpSession::new(id.clone(), session, owner, pool, &self.unattended);
        let session = Arc::new(new);
        sessions.by_id.insert(id, Arc::clone(&session));
        Some(session)
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.sessions).by_id.len()
    }

    /// Returns the session with this id, if it is one of `caller`.
    pub(super) fn find(&self, id: &str, caller: &SessionOwner) -> Option<Arc<HttpSession>> {
        let session = lock(&self.sessions).by_id.get(id).cloned()?;
        if !session.belongs_to(caller) {
            return None;
        }
        session.touch();
        Some(session)
    }

    /// Ends a session for its client, which other servers may still go on with.
    pub(super) fn end(&self, id: &str) {
        if self.remove(id) {
            let ended = &mut lock(&self.sessions).ended;
            ended.truncate(MAX_ENDED - 1);
            ended.push_front(id.to_owned());
        }
    }

    /// Returns whether a client has ended the session. Only the last ones are known.
    pub(super) fn was_ended(&self, id: &str) -> bool {
        lock(&self.sessions).ended.iter().any(|ended| ended == id)
    }

    /// Removes a session. Returns whether it existed.
    pub(super) fn remove(&self, id: &str) -> bool {
        end(lock(&self.sessions).by_id.remove(id))
    }

    /// Ends all sessions and their running requests.
    pub(super) fn end_all(&self) {
        for (_, session) in lock(&self.sessions).by_id.drain() {
            end(Some(session));
        }
    }

    /// Removes the sessions that were idle for too long, and the streams of others that were read.
    pub(super) fn remove_idle(&self) {
        let sessions = &mut lock(&self.sessions).by_id;
        let before = sessions.len();
        sessions.retain(|_, session| {
            session.idle() < self.idle_timeout || !end(Some(Arc::clone(session)))
        });
        let idle = sessions.values();
        let idle = idle.filter(|session| session.idle() >= READ_STREAMS_KEPT);
        idle.for_each(|session| session.forget_read_streams());
        if sessions.len() < before {
            sessions.shrink_to_fit();
            tracing::debug!(
                freed = before - sessions.len(),
                left = sessions.len(),
                "idle sessions freed"
            );
        }
    }
}

impl Sessions {
    /// Returns the session that was idle longest, or `None` if all are in use.
    fn longest_idle(&mut self) -> Option<String> {
        self.next_candidate().or_else(|| {
            self.search();
            self.next_candidate()
        })
    }

    /// Takes the next candidate that was not used since the search.
    fn next_candidate(&mut self) -> Option<String> {
        while let Some((id, seen)) = self.candidates.pop() {
            let session = self.by_id.get(&id);
            if session.is_some_and(|session| session.idle_since() == Some(seen)) {
                return Some(id);
            }
        }
        None
    }

    fn search(&mut self) {
        let mut idle: Vec<(&str, Instant)> = self
            .by_id
            .values()
            .filter_map(|session| Some((session.id(), session.idle_since()?)))
            .collect();
        if idle.len() > MAX_CANDIDATES {
            idle.select_nth_unstable_by_key(MAX_CANDIDATES, |(_, seen)| *seen);
            idle.truncate(MAX_CANDIDATES);
        }
        idle.sort_unstable_by_key(|(_, seen)| std::cmp::Reverse(*seen));
        let owned = idle.into_iter().map(|(id, seen)| (id.to_owned(), seen));
        self.candidates = owned.collect();
    }
}

fn end(session: Option<Arc<HttpSession>>) -> bool {
    let Some(session) = session else { return false };
    session.end();
    true
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;
    use toolwright_base::token;

    use super::*;

    const MANY: usize = 5_000;

    fn store() -> (SessionStore, Arc<BytePool>) {
        let store = SessionStore::new(MANY, Duration::from_secs(60));
        (store, BytePool::new(0))
    }

    fn add(store: &SessionStore, pool: &Arc<BytePool>) -> Arc<HttpSession> {
        add_as(store, &token::random(), pool)
    }

    fn add_as(store: &SessionStore, id: &str, pool: &Arc<BytePool>) -> Arc<HttpSession> {
        let session = Session::new(broadcast::channel(1).1, pool, &Arc::default());
        let owner = SessionOwner::default();
        store.add(id.to_owned(), session, owner, pool).unwrap()
    }

    #[test]
    fn a_session_that_is_there_is_not_added_again() {
        let (store, pool) = store();
        let session = add_as(&store, "1", &pool);
        assert!(Arc::ptr_eq(&session, &add_as(&store, "1", &pool)));
        assert_eq!(store.len(), 1);
    }

    #[test]
    fn the_sessions_that_were_ended_last_are_known() {
        let (store, pool) = store();
        for number in 0..=MAX_ENDED {
            store.end(add_as(&store, &number.to_string(), &pool).id());
        }
        store.end("unknown");
        let known = [0, 1, MAX_ENDED].map(|number| store.was_ended(&number.to_string()));
        assert_eq!(
            (known, store.was_ended("unknown")),
            ([false, true, true], false)
        );
    }

    #[test]
    fn a_full_store_drops_the_session_that_was_idle_longest() {
        let (store, pool) = store();
        let sessions: Vec<_> = (0..MANY).map(|_| add(&store, &pool)).collect();
        let in_use = sessions[0].mark_in_use();
        let is_kept = |number: usize| {
            let by_id = &lock(&store.sessions).by_id;
            by_id.contains_key(sessions[number].id())
        };
        add(&store, &pool);
        assert_eq!([0, 1, 2].map(is_kept), [true, false, true]);
        // It is a candidate by now, and is used again.
        let owner = SessionOwner::default();
        store.find(sessions[2].id(), &owner).unwrap();
        drop(in_use);
        for _ in 0..600 {
            add(&store, &pool);
        }
        assert_eq!([0, 2, 602, 603].map(is_kept), [true, true, false, true]);
    }

    #[test]
    fn a_full_store_is_not_searched_for_each_new_session() {
        let (store, pool) = store();
        for _ in 0..MANY {
            add(&store, &pool);
        }
        let begin = Instant::now();
        for _ in 0..10 {
            lock(&store.sessions).search();
        }
        let searches = begin.elapsed();
        let begin = Instant::now();
        for _ in 0..1_000 {
            add(&store, &pool);
        }
        // Searching each time would take a hundred times as long.
        assert!(begin.elapsed() < searches * 20, "{:?}", begin.elapsed());
    }
}
