//! [`UserSessions`]: the sessions of users whose clients have none of their own.
//!
//! A client of 2026-07-28 has no session. What tools keep for it is found by who calls: by the identity
//! of a request over HTTP, and by the connection on standard input and in memory.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use super::session::Session;
use crate::core::{ClientProfile, ClientSession, Identity, SessionRoom};

/// How long the session of a user is kept after its last use.
const TIME_TO_LIVE: Duration = Duration::from_secs(3600);
/// The most users whose sessions are kept. A session without saved values takes some 300 bytes.
const MAX_USERS: usize = 4096;

/// The sessions of users, by their identities.
#[derive(Debug, Default)]
pub(crate) struct UserSessions {
    room: Arc<SessionRoom>,
    users: Mutex<HashMap<String, UserSession>>,
}

#[derive(Debug)]
struct UserSession {
    session: Arc<ClientSession>,
    used: Instant,
}

impl UserSessions {
    /// Returns the room that the values of all sessions of the server share.
    pub(crate) const fn room(&self) -> &Arc<SessionRoom> {
        &self.room
    }

    /// Returns the session of a user. The one that was used least recently makes room for a new one.
    pub(crate) fn of(&self, user: &Identity, now: Instant) -> Arc<ClientSession> {
        let mut users = lock(&self.users);
        let known = users.get_mut(user.id());
        if let Some(known) = known.filter(|known| !known.is_expired(now)) {
            known.used = now;
            return Arc::clone(&known.session);
        }
        if users.len() >= MAX_USERS {
            users.retain(|_, kept| !kept.is_expired(now));
        }
        if users.len() >= MAX_USERS {
            let oldest = users.iter().min_by_key(|(_, kept)| kept.used);
            let oldest = oldest.map(|(id, _)| id.clone());
            oldest.and_then(|id| users.remove(&id));
        }
        let session = Arc::new(ClientSession::new(&self.room));
        let kept = UserSession {
            session: Arc::clone(&session),
            used: now,
        };
        users.insert(user.id().to_owned(), kept);
        session
    }

    /// Removes the sessions that were not used for a long time.
    pub(crate) fn remove_expired(&self, now: Instant) {
        lock(&self.users).retain(|_, kept| !kept.is_expired(now));
    }
}

impl UserSession {
    fn is_expired(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.used) > TIME_TO_LIVE
    }
}

/// The key of the session of a client without one of its own.
#[derive(Debug, Clone)]
pub(crate) enum SessionSource {
    /// Nowhere: the client is nobody.
    None,
    /// The identity of the client has one.
    User(Arc<UserSessions>),
    /// The connection has one.
    Connection(Arc<Session>),
    /// The client in memory has this one.
    Kept(Arc<ClientSession>),
}

impl SessionSource {
    /// Returns the session of `client`.
    pub(crate) fn session(&self, client: &ClientProfile) -> Option<Arc<ClientSession>> {
        match self {
            Self::None => None,
            Self::User(users) => {
                let user = client.identity.as_ref()?;
                Some(users.of(user, Instant::now()))
            }
            Self::Connection(session) => Some(Arc::clone(session.values())),
            Self::Kept(session) => Some(Arc::clone(session)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_keeps_the_session_until_it_was_not_used_for_an_hour() {
        let (users, now) = (UserSessions::default(), Instant::now());
        let of = |user: &str, now| users.of(&Identity::new(user), now).id().to_owned();
        let first = of("ada", now);
        assert_eq!(of("ada", now + TIME_TO_LIVE), first);
        assert_ne!(of("bob", now), first);
        let later = now + TIME_TO_LIVE * 2 + Duration::from_secs(1);
        users.remove_expired(later);
        assert_eq!(lock(&users.users).len(), 0);
        assert_ne!(of("ada", later), first);
    }

    #[test]
    fn the_user_who_was_away_longest_makes_room() {
        let (users, start) = (UserSessions::default(), Instant::now());
        let of = |user: usize, second: usize| {
            let now = start + Duration::from_millis(second as u64);
            users
                .of(&Identity::new(user.to_string()), now)
                .id()
                .to_owned()
        };
        let ids: Vec<_> = (0..MAX_USERS).map(|user| of(user, user)).collect();
        assert_eq!(of(0, MAX_USERS), ids[0]);
        of(MAX_USERS, MAX_USERS + 1);
        assert_eq!(lock(&users.users).len(), MAX_USERS);
        assert_eq!(of(0, MAX_USERS + 2), ids[0]);
        assert_ne!(of(1, MAX_USERS + 3), ids[1]);
    }
}
