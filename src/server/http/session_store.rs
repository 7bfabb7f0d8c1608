//! [`SessionStore`]: the HTTP sessions, limited in number and removed when they are idle.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use super::http_session::HttpSession;
use crate::{
    core::lock,
    server::client_state::{BytePool, Session},
};

/// The HTTP sessions of a server.
#[derive(Debug)]
pub(super) struct SessionStore {
    sessions: Mutex<HashMap<String, Arc<HttpSession>>>,
    max_sessions: usize,
    idle_timeout: Duration,
}

impl SessionStore {
    pub(super) fn new(max_sessions: usize, idle_timeout: Duration) -> Self {
        Self {
            sessions: Mutex::default(),
            max_sessions,
            idle_timeout,
        }
    }

    /// Adds a session, whose streams are counted in `pool`. A full store drops the session that was
    /// idle longest. Returns `None` if all are in use.
    pub(super) fn add(&self, session: Session, pool: &Arc<BytePool>) -> Option<Arc<HttpSession>> {
        let mut sessions = lock(&self.sessions);
        if sessions.len() >= self.max_sessions {
            let (idle, idlest) = sessions
                .values()
                .map(|session| (session.idle(), session))
                .max_by_key(|(idle, _)| *idle)?;
            let id = (idle > Duration::ZERO).then(|| idlest.id().to_owned())?;
            end(sessions.remove(&id));
        }
        let session = Arc::new(HttpSession::new(session, pool));
        sessions.insert(session.id().to_owned(), Arc::clone(&session));
        Some(session)
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.sessions).len()
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<HttpSession>> {
        let session = lock(&self.sessions).get(id).cloned()?;
        session.touch();
        Some(session)
    }

    /// Ends a session. Returns whether it existed.
    pub(super) fn remove(&self, id: &str) -> bool {
        end(lock(&self.sessions).remove(id))
    }

    /// Ends all sessions and their running requests.
    pub(super) fn end_all(&self) {
        for (_, session) in lock(&self.sessions).drain() {
            end(Some(session));
        }
    }

    /// Removes the sessions that were idle for too long.
    pub(super) fn remove_idle(&self) {
        let mut sessions = lock(&self.sessions);
        let before = sessions.len();
        sessions.retain(|_, session| {
            session.idle() < self.idle_timeout || !end(Some(Arc::clone(session)))
        });
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

fn end(session: Option<Arc<HttpSession>>) -> bool {
    let Some(session) = session else { return false };
    session.end();
    true
}
