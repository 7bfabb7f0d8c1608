//! Sessions that another server has begun.

use std::sync::Arc;

use super::{
    admitted::Admitted,
    endpoint::Endpoint,
    http_session::{HttpSession, SessionOwner},
};
use crate::{
    core::Origin,
    server::client_state::{Handshake, SessionBinding},
};

/// Stands in an id between the number of a session and what it needs.
const SEPARATOR: char = '.';

impl SessionOwner {
    /// Returns what the sealed session `number` of this owner is bound to.
    fn binding<'a>(&'a self, number: &'a str) -> SessionBinding<'a> {
        SessionBinding {
            number,
            caller: self.identity.as_ref().map(|identity| identity.id()),
            part: self.part.as_deref(),
        }
    }
}

impl Endpoint {
    /// Returns the id by which the client of a session names it.
    pub(super) fn id_for_client(&self, session: &HttpSession) -> String {
        let number = session.id().to_owned();
        match session.session().handshake() {
            Some(handshake) if self.dispatcher.settings().portable_sessions => {
                let binding = session.owner().binding(&number);
                let seal = self.dispatcher.seal();
                let sealed = seal.seal_session(&binding, handshake.revision, &handshake.client);
                format!("{number}{SEPARATOR}{sealed}")
            }
            _ => number,
        }
    }

    /// Returns the session with this id, if it is one of the sender of a request.
    pub(super) fn find_session(
        &self,
        id: &str,
        admitted: &Admitted,
        origin: Origin,
    ) -> Option<Arc<HttpSession>> {
        let owner = admitted.session_owner();
        let (number, sealed) = match id.split_once(SEPARATOR) {
            Some((number, sealed)) => (number, Some(sealed)),
            None => (id, None),
        };
        let known = self.sessions.find(number, &owner);
        known.or_else(|| self.adopt(number, sealed?, owner, origin))
    }

    /// Goes on with the session of another server with the same key, or with one that was idle for so
    /// long that it was removed. Running calls, open streams, subscriptions and the level of the log
    /// stay where they were.
    fn adopt(
        &self,
        number: &str,
        sealed: &str,
        owner: SessionOwner,
        origin: Origin,
    ) -> Option<Arc<HttpSession>> {
        if !self.dispatcher.settings().portable_sessions || self.sessions.was_ended(number) {
            return None;
        }
        let seal = self.dispatcher.seal();
        let (revision, client) = seal.open_session(sealed, &owner.binding(number))?;
        let client = client
            .with_origin(origin)
            .with_identity(owner.identity.clone());
        let session = self.dispatcher.new_session();
        session.set_handshake(Handshake {
            revision,
            client: Arc::new(client),
        });
        let pool = &self.dispatcher.budget().streams;
        self.sessions.add(number.to_owned(), session, owner, pool)
    }
}
