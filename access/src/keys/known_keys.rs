//! [`KnownKeys`]: the keys that work, with the identities that they prove.

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use toolwright::{access::Identity, govern::NamePattern};

use super::{
    api_key::{ApiKey, User},
    directory::Directory,
    key_text::{KeyHash, KeyText},
};

/// The keys that work, with the identities that they prove. They are made once for all requests.
#[derive(Debug, Default)]
pub(super) struct KnownKeys(HashMap<String, KnownKey>);

#[derive(Debug)]
struct KnownKey {
    hash: KeyHash,
    expires_at: Option<DateTime<Utc>>,
    identity: Arc<Identity>,
}

impl KnownKeys {
    /// Takes the keys of active users.
    pub(super) fn of(directory: &Directory) -> Self {
        let keys = directory.keys().filter_map(|key| {
            let user = directory.user(&key.user).ok()?;
            user.is_active
                .then(|| (key.id.clone(), KnownKey::new(key, user)))
        });
        Self(keys.collect())
    }

    /// Returns the identity that `text` proves, or `None` if the key is unknown, wrong or expired.
    pub(super) fn identity(&self, text: &KeyText, now: DateTime<Utc>) -> Option<&Arc<Identity>> {
        let hash = text.hash();
        let key = self.0.get(text.id())?;
        let is_valid = key.hash.matches(&hash) && key.expires_at.is_none_or(|end| now < end);
        is_valid.then_some(&key.identity)
    }
}

impl KnownKey {
    fn new(key: &ApiKey, user: &User) -> Self {
        // A user may have lost a role since the key was made.
        let role = key.role.map_or(user.role, |role| role.min(user.role));
        let identity = Identity::new(user.name.as_str())
            .with_role(role)
            .with_key(key.id.as_str())
            .with_scopes(key.scopes.iter().map(String::as_str));
        let identity = match &key.tools {
            Some(tools) => identity.with_tools(tools.iter().map(NamePattern::new)),
            None => identity,
        };
        let identity = match &key.agent {
            Some(agent) => identity.bound_to(agent.as_str()),
            None => identity,
        };
        Self {
            hash: key.hash,
            expires_at: key.expires_at,
            identity: Arc::new(identity),
        }
    }
}

/// Users and keys for tests.
#[cfg(test)]
pub(super) mod fixtures {
    use toolwright::access::AccessRole;

    use super::*;

    pub(in crate::keys) fn now() -> DateTime<Utc> {
        "2026-11-16T10:00:00Z".parse().unwrap()
    }

    pub(in crate::keys) fn user(name: &str, role: AccessRole) -> User {
        User {
            name: name.to_owned(),
            role,
            is_active: true,
            created_at: now(),
        }
    }

    pub(in crate::keys) fn key(text: &KeyText, user: &str) -> ApiKey {
        ApiKey {
            id: text.id().to_owned(),
            user: user.to_owned(),
            hash: text.hash(),
            role: None,
            tools: None,
            agent: None,
            scopes: Vec::new(),
            label: String::new(),
            created_at: now(),
            expires_at: None,
            last_used_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use toolwright::access::AccessRole;

    use super::{
        super::api_key::AccountError,
        fixtures::{key, now, user},
        *,
    };

    fn with_ada() -> (Directory, KeyText) {
        let (mut directory, text) = (Directory::default(), KeyText::generate());
        directory.add_user(user("ada", AccessRole::Author)).unwrap();
        directory.add_key(key(&text, "ada")).unwrap();
        (directory, text)
    }

    fn found(directory: &Directory, text: &KeyText) -> Option<Identity> {
        let keys = KnownKeys::of(directory);
        keys.identity(text, now())
            .map(|found| Identity::clone(found))
    }

    #[test]
    fn a_key_proves_the_identity_of_its_user() {
        let (directory, text) = with_ada();
        let expected = Identity::new("ada").with_role(AccessRole::Author);
        assert_eq!(found(&directory, &text), Some(expected.with_key(text.id())));
    }

    #[test]
    fn wrong_expired_and_removed_keys_prove_nothing() {
        let (mut directory, text) = with_ada();
        let other = KeyText::generate();
        let forged = other.expose().replace(other.id(), text.id());
        assert_eq!(found(&directory, &forged.parse().unwrap()), None);
        assert_eq!(found(&directory, &other), None);
        directory.key_mut(text.id()).unwrap().expires_at = Some(now());
        assert_eq!(found(&directory, &text), None);
        directory.key_mut(text.id()).unwrap().expires_at = None;
        directory.user_mut("ada").unwrap().is_active = false;
        assert_eq!(found(&directory, &text), None);
        directory.user_mut("ada").unwrap().is_active = true;
        assert!(found(&directory, &text).is_some());
        directory.remove_user("ada").unwrap();
        assert_eq!(found(&directory, &text), None);
        assert_eq!(directory.keys().count(), 0);
    }

    #[test]
    fn a_key_never_has_more_rights_than_its_user_has_now() {
        let (mut directory, _) = with_ada();
        let text = KeyText::generate();
        let mut wanted = key(&text, "ada");
        wanted.role = Some(AccessRole::Admin);
        let error = directory.add_key(wanted.clone()).unwrap_err();
        assert!(matches!(
            error,
            AccountError::RoleAboveUser(AccessRole::Author)
        ));
        wanted.role = Some(AccessRole::Author);
        directory.add_key(wanted).unwrap();
        directory.user_mut("ada").unwrap().role = AccessRole::Caller;
        assert_eq!(found(&directory, &text).unwrap().role(), AccessRole::Caller);
        // Such a file can still be read.
        let stored = directory.to_stored();
        assert!(Directory::try_from(stored).is_ok());
    }
}
