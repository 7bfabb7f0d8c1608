//! [`Directory`]: all users and keys at one moment.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use toolwright::call::Caller;

use super::api_key::{AccountError, ApiKey, User};

/// The limits keep users and keys few enough to be kept in memory, and in a file that is written as a whole.
const MAX_USERS: usize = 10_000;
const MAX_KEYS: usize = 50_000;
/// The largest label, scopes and patterns of a key together, in bytes.
const MAX_KEY_BYTES: usize = 4096;

/// All users and keys at one moment, with every key belonging to a user.
#[derive(Debug, Clone, Default)]
pub struct Directory {
    users: BTreeMap<String, User>,
    keys: BTreeMap<String, ApiKey>,
}

/// The form of a [`Directory`] in a file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredDirectory {
    #[serde(default)]
    users: Vec<User>,
    #[serde(default)]
    keys: Vec<ApiKey>,
}

/// The change of one user or key, as a store keeps it.
#[derive(Debug, Clone, PartialEq)]
pub enum AccountChange {
    /// The user is new, or changed.
    PutUser(User),
    /// The user of this name is gone.
    RemoveUser(String),
    /// The key is new, or changed.
    PutKey(ApiKey),
    /// The key of this id is gone.
    RemoveKey(String),
}

impl Directory {
    /// Returns all users, by name.
    pub fn users(&self) -> impl Iterator<Item = &User> {
        self.users.values()
    }

    /// Returns all keys, by id.
    pub fn keys(&self) -> impl Iterator<Item = &ApiKey> {
        self.keys.values()
    }

    /// Returns the changes that lead from `before` to this one, in an order in which every key has a user.
    pub fn changes_since(&self, before: &Self) -> Vec<AccountChange> {
        let gone = before.keys.keys().filter(|id| !self.keys.contains_key(*id));
        let gone = gone.cloned().map(AccountChange::RemoveKey);
        let left = before.users.keys();
        let left = left.filter(|name| !self.users.contains_key(*name));
        let left = left.cloned().map(AccountChange::RemoveUser);
        let users = self.users.values();
        let users = users.filter(|user| before.users.get(&user.name) != Some(user));
        let users = users.cloned().map(AccountChange::PutUser);
        let keys = self.keys.values();
        let keys = keys.filter(|key| before.keys.get(&key.id) != Some(key));
        let keys = keys.cloned().map(AccountChange::PutKey);
        gone.chain(left).chain(users).chain(keys).collect()
    }

    /// Takes over a change that somebody else has stored.
    ///
    /// # Errors
    /// If the user has a name that no user can have, or the key has no user. Then it is left out.
    pub fn take_over(&mut self, change: AccountChange) -> Result<(), AccountError> {
        match change {
            AccountChange::PutUser(user) if !is_name(&user.name) => {
                drop(self.remove_user(&user.name));
                return Err(AccountError::InvalidName(user.name));
            }
            AccountChange::PutUser(user) => drop(self.users.insert(user.name.clone(), user)),
            AccountChange::RemoveUser(name) => drop(self.remove_user(&name)),
            AccountChange::PutKey(key) => {
                self.keys.remove(&key.id);
                self.user(&key.user)?;
                self.keys.insert(key.id.clone(), key);
            }
            AccountChange::RemoveKey(id) => drop(self.keys.remove(&id)),
        }
        Ok(())
    }

    pub(super) fn user(&self, name: &str) -> Result<&User, AccountError> {
        let unknown = || AccountError::UnknownUser(name.to_owned());
        self.users.get(name).ok_or_else(unknown)
    }

    pub(super) fn user_mut(&mut self, name: &str) -> Result<&mut User, AccountError> {
        let unknown = || AccountError::UnknownUser(name.to_owned());
        self.users.get_mut(name).ok_or_else(unknown)
    }

    pub(super) fn key_mut(&mut self, id: &str) -> Result<&mut ApiKey, AccountError> {
        let unknown = || AccountError::UnknownKey(id.to_owned());
        self.keys.get_mut(id).ok_or_else(unknown)
    }

    pub(super) fn add_user(&mut self, user: User) -> Result<(), AccountError> {
        if !is_name(&user.name) {
            return Err(AccountError::InvalidName(user.name));
        }
        if self.users.contains_key(&user.name) {
            return Err(AccountError::UserExists(user.name));
        }
        if self.users.len() >= MAX_USERS {
            return Err(AccountError::TooMany(MAX_USERS, "users"));
        }
        self.users.insert(user.name.clone(), user);
        Ok(())
    }

    pub(super) fn add_key(&mut self, key: ApiKey) -> Result<(), AccountError> {
        let role = self.user(&key.user)?.role;
        if key.role.is_some_and(|wanted| wanted > role) {
            return Err(AccountError::RoleAboveUser(role));
        }
        if !fits(&key) {
            return Err(AccountError::KeyTooLarge);
        }
        if self.keys.len() >= MAX_KEYS {
            return Err(AccountError::TooMany(MAX_KEYS, "keys"));
        }
        self.keys.insert(key.id.clone(), key);
        Ok(())
    }

    pub(super) fn remove_key(&mut self, id: &str) -> Result<ApiKey, AccountError> {
        let unknown = || AccountError::UnknownKey(id.to_owned());
        self.keys.remove(id).ok_or_else(unknown)
    }

    /// Removes a user and its keys.
    pub(super) fn remove_user(&mut self, name: &str) -> Result<User, AccountError> {
        let unknown = || AccountError::UnknownUser(name.to_owned());
        let user = self.users.remove(name).ok_or_else(unknown)?;
        self.keys.retain(|_, key| key.user != name);
        Ok(user)
    }

    pub(super) fn to_stored(&self) -> StoredDirectory {
        StoredDirectory {
            users: self.users.values().cloned().collect(),
            keys: self.keys.values().cloned().collect(),
        }
    }
}

impl TryFrom<StoredDirectory> for Directory {
    type Error = String;

    fn try_from(stored: StoredDirectory) -> Result<Self, String> {
        let mut directory = Self::default();
        for user in stored.users {
            directory
                .add_user(user)
                .map_err(|error| error.to_string())?;
        }
        let mut ids = BTreeSet::new();
        for key in stored.keys {
            if !ids.insert(key.id.clone()) {
                return Err(format!("the key `{}` is there twice", key.id));
            }
            directory
                .user(&key.user)
                .map_err(|error| error.to_string())?;
            directory.keys.insert(key.id.clone(), key);
        }
        Ok(directory)
    }
}

/// Returns `true` if the file has room for many such keys.
fn fits(key: &ApiKey) -> bool {
    let tools = key.tools.iter().flatten();
    let names = tools
        .chain(&key.scopes)
        .chain([&key.label])
        .chain(&key.agent);
    names.map(String::len).sum::<usize>() <= MAX_KEY_BYTES
}

/// Returns `true` if `text` can be the name of a user. Such names need no escaping in logs, addresses
/// and files.
fn is_name(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.@".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(allowed) && !Caller::is_reserved(text)
}

#[cfg(test)]
mod tests {
    use toolwright::access::AccessRole;

    use super::*;
    use crate::keys::{
        key_text::KeyText,
        known_keys::fixtures::{key, user},
    };

    #[test]
    fn the_changes_between_two_moments_lead_from_one_to_the_other() {
        let (mut one, text) = (Directory::default(), KeyText::generate());
        for name in ["ada", "bob"] {
            one.add_user(user(name, AccessRole::Author)).unwrap();
        }
        one.add_key(key(&text, "bob")).unwrap();
        let (mut other, next) = (one.clone(), KeyText::generate());
        other.remove_user("bob").unwrap();
        other.add_user(user("cleo", AccessRole::Caller)).unwrap();
        other.user_mut("ada").unwrap().is_active = false;
        other.add_key(key(&next, "cleo")).unwrap();
        let changes = other.changes_since(&one);
        assert_eq!(changes.len(), 5, "{changes:?}");
        for change in changes {
            one.take_over(change).unwrap();
        }
        assert_eq!(other.changes_since(&one), []);
        assert_eq!(one.changes_since(&other), []);
    }

    #[test]
    fn what_somebody_else_stored_and_is_not_valid_is_left_out() {
        let mut directory = Directory::default();
        let wrong = AccountChange::PutUser(user("a b", AccessRole::Admin));
        assert!(directory.take_over(wrong).is_err());
        let homeless = AccountChange::PutKey(key(&KeyText::generate(), "nobody"));
        assert!(directory.take_over(homeless).is_err());
        assert_eq!(
            (directory.users().count(), directory.keys().count()),
            (0, 0)
        );
    }

    #[test]
    fn names_of_users_need_no_escaping() {
        let mut directory = Directory::default();
        for name in [
            "",
            "a b",
            "a/b",
            "é",
            "a\n",
            "local",
            "127.0.0.1",
            &"a".repeat(65),
        ] {
            let error = directory
                .add_user(user(name, AccessRole::Admin))
                .unwrap_err();
            assert!(matches!(error, AccountError::InvalidName(_)), "{name:?}");
        }
        directory
            .add_user(user("ada@example.org", AccessRole::Admin))
            .unwrap();
        let error = directory
            .add_user(user("ada@example.org", AccessRole::Admin))
            .unwrap_err();
        assert!(matches!(error, AccountError::UserExists(_)));
    }
}
