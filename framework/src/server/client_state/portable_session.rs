//! What a session needs, sealed, so that any server with the same key goes on with it.
//!
//! A client names its session in every request. With portable sessions this name has the handshake,
//! encrypted and authenticated as a request state is, so that a server that does not know the session
//! opens it there. It is bound to the number of the session, its caller and its virtual server.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use super::request_state::{StateSeal, now};
use crate::{
    core::{ClientCapabilities, ClientProfile, Implementation},
    server::protocol::Revision,
};

/// How long after its handshake another server goes on with a session. Then its client begins anew.
const TIME_TO_LIVE: Duration = Duration::from_secs(24 * 60 * 60);

/// What a sealed session belongs to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionBinding<'a> {
    /// The part of the id that names the session.
    pub(crate) number: &'a str,
    /// The id of the caller's identity, if it has one.
    pub(crate) caller: Option<&'a str>,
    /// The virtual server, if it is not the whole one.
    pub(crate) part: Option<&'a str>,
}

impl SessionBinding<'_> {
    /// Returns the bytes that the cipher binds to. They are no digest, so they differ from those of
    /// every request state.
    fn bytes(&self) -> Vec<u8> {
        let parts = ("session", self.number, self.caller, self.part);
        serde_json::to_vec(&parts).expect("texts serialise")
    }
}

/// The content of a sealed session.
#[derive(Serialize, Deserialize)]
struct SealedHandshake {
    expires: u64,
    revision: String,
    info: Option<Implementation>,
    /// In the order of the fields of [`ClientCapabilities`].
    capabilities: [bool; 5],
}

impl StateSeal {
    /// Seals the handshake of a session.
    pub(crate) fn seal_session(
        &self,
        binding: &SessionBinding<'_>,
        revision: Revision,
        client: &ClientProfile,
    ) -> String {
        self.seal_session_until(now() + TIME_TO_LIVE.as_secs(), binding, revision, client)
    }

    fn seal_session_until(
        &self,
        expires: u64,
        binding: &SessionBinding<'_>,
        revision: Revision,
        client: &ClientProfile,
    ) -> String {
        let can = client.capabilities;
        let sealed = SealedHandshake {
            expires,
            revision: revision.as_str().to_owned(),
            info: client.info.as_deref().cloned(),
            capabilities: [
                can.elicitation_form,
                can.elicitation_url,
                can.sampling,
                can.roots,
                can.tasks,
            ],
        };
        let text = serde_json::to_vec(&sealed).expect("a handshake serialises");
        self.encrypt(&text, &binding.bytes())
    }

    /// Opens a sealed session. Returns `None` if it was changed, has expired, or belongs to another
    /// session, caller or virtual server.
    pub(crate) fn open_session(
        &self,
        sealed: &str,
        binding: &SessionBinding<'_>,
    ) -> Option<(Revision, ClientProfile)> {
        let (_, text) = self.decrypt(sealed, &binding.bytes())?;
        let sealed: SealedHandshake = serde_json::from_slice(&text).ok()?;
        let [elicitation_form, elicitation_url, sampling, roots, tasks] = sealed.capabilities;
        let capabilities = ClientCapabilities {
            elicitation_form,
            elicitation_url,
            sampling,
            roots,
            tasks,
        };
        let client = ClientProfile::new(sealed.info.map(Arc::new), capabilities);
        let revision = Revision::parse(&sealed.revision)?;
        (sealed.expires > now()).then_some((revision, client))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BINDING: SessionBinding<'_> = SessionBinding {
        number: "n1",
        caller: Some("ann"),
        part: None,
    };

    fn client() -> ClientProfile {
        let capabilities = ClientCapabilities {
            sampling: true,
            ..ClientCapabilities::default()
        };
        ClientProfile::new(
            Some(Arc::new(Implementation::new("desk", "1.2"))),
            capabilities,
        )
    }

    #[test]
    fn a_session_opens_with_the_same_key_for_its_caller_alone() {
        let (one, other) = (StateSeal::new(&[1; 32]), StateSeal::new(&[1; 32]));
        let sealed = one.seal_session(&BINDING, Revision::V2025_11_25, &client());
        let (revision, opened) = other.open_session(&sealed, &BINDING).unwrap();
        assert_eq!(revision, Revision::V2025_11_25);
        assert_eq!(opened.info.unwrap().name, "desk");
        assert_eq!(opened.capabilities, client().capabilities);
        let number = SessionBinding {
            number: "n2",
            ..BINDING
        };
        let caller = SessionBinding {
            caller: Some("bob"),
            ..BINDING
        };
        let nobody = SessionBinding {
            caller: None,
            ..BINDING
        };
        let part = SessionBinding {
            part: Some("support"),
            ..BINDING
        };
        for strange in [number, caller, nobody, part] {
            assert!(one.open_session(&sealed, &strange).is_none(), "{strange:?}");
        }
        let key = StateSeal::new(&[2; 32]);
        assert!(key.open_session(&sealed, &BINDING).is_none());
        assert!(one.open_session(&sealed[1..], &BINDING).is_none());
    }

    #[test]
    fn a_session_that_is_too_old_does_not_open() {
        let seal = StateSeal::with_random_key();
        let old = seal.seal_session_until(now(), &BINDING, Revision::V2025_11_25, &client());
        assert!(seal.open_session(&old, &BINDING).is_none());
    }

    #[test]
    fn a_long_description_of_a_client_fits_into_a_header() {
        let long = serde_json::json!({
            "name": "\u{ac00}".repeat(500), "version": "1".repeat(500),
            "title": "t".repeat(500), "websiteUrl": "u".repeat(500),
        });
        let info: Implementation = serde_json::from_value(long).unwrap();
        let client = ClientProfile::new(Some(Arc::new(info)), ClientCapabilities::ALL);
        let seal = StateSeal::with_random_key();
        let sealed = seal.seal_session(&BINDING, Revision::V2025_11_25, &client);
        assert!(sealed.len() < 3000, "{}", sealed.len());
    }
}
