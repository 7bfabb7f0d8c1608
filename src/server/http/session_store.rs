//! The sessions of older clients: bounded in number, freed when they are idle.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::sync::broadcast::Receiver;

use super::http_session::HttpSession;
use crate::core::{Change, lock};

/// All sessions.
#[derive(Debug)]
pub(super) struct Sessions {
    sessions: Mutex<HashMap<String, Arc<HttpSession>>>,
    most: usize,
    idle: Duration,
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self {
            sessions: Mutex::default(),
            most,
            idle,
        }
    }

    /// A new session. When there is no room, the one that has been idle longest goes; none where all are in use.
    pub(super) fn create(&self, changes: Receiver<Change>) -> Option<Arc<HttpSession>> {
        let mut sessions = lock(&self.sessions);
        if sessions.len() >= self.most {
            let (idle, idlest) = sessions
                .values()
                .map(|session| (session.idle(), session))
                .max_by_key(|(idle, _)| *idle)?;
            let id = (idle > Duration::ZERO).then(|| idlest.id().to_owned())?;
            end(sessions.remove(&id));
        }
        let session = Arc::new(HttpSession::new(changes));
        sessions.insert(session.id().to_owned(), Arc::clone(&session));
        Some(session)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        lock(&self.sessions).len()
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<HttpSession>> {
        let session = lock(&self.sessions).get(id).cloned()?;
        session.touch();
        Some(session)
    }

    /// Ends a session; says whether it was there.
    pub(super) fn remove(&self, id: &str) -> bool {
        end(lock(&self.sessions).remove(id))
    }

    /// Ends all sessions, and what still runs for clients that went away.
    pub(super) fn end_all(&self) {
        for (_, session) in lock(&self.sessions).drain() {
            end(Some(session));
        }
    }

    /// Frees the sessions that have been idle for too long.
    pub(super) fn sweep(&self) {
        let mut sessions = lock(&self.sessions);
        let before = sessions.len();
        sessions.retain(|_, session| session.idle() < self.idle || !end(Some(Arc::clone(session))));
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
