//! [`Accounts`]: users and keys, kept in a file or another store.

use std::{
    collections::BTreeMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::{Duration, Instant},
};

use chrono::{DateTime, SubsecRound as _, Utc};
use toolwright::access::{AccessRole, Identity};
use toolwright_base::lock;

use super::{
    access_file::AccessFile,
    account_store::AccountStore,
    api_key::{AccountError, ApiKey, NewKey, User},
    directory::Directory,
    key_text::KeyText,
    known_accounts::{CHECK_INTERVAL, Known, Parts},
};

/// Users and keys, kept in a file, or in an [`AccountStore`] that several servers share.
///
/// Changes are stored when a method returns, and are noticed by other processes. All but
/// [`identity`](Self::identity), [`users`](Self::users) and [`keys`](Self::keys) may block.
///
/// ```
/// use toolwright::access::AccessRole;
/// use toolwright_access::{Accounts, NewKey};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("accounts-{}", std::process::id()));
/// let accounts = Accounts::open(folder.join("access.json"))?;
/// accounts.add_user("ada", AccessRole::Author)?;
/// let (key, text) = accounts.create_key(NewKey::of("ada"))?;
/// assert_eq!(accounts.identity(&text)?.unwrap().user(), "ada");
/// accounts.revoke_key(&key.id)?;
/// assert!(accounts.identity(&text)?.is_none());
/// # std::fs::remove_dir_all(folder)?;
/// # Ok(())
/// # }
/// ```
pub struct Accounts {
    store: Box<dyn AccountStore>,
    known: RwLock<Known>,
    /// Held while the file is changed, so that what is known follows the order of the changes.
    changing: Mutex<()>,
    uses: Mutex<BTreeMap<String, DateTime<Utc>>>,
}

impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accounts")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl Accounts {
    /// The interval at which the file is looked at while keys are checked. A key that another process
    /// revoked works no longer than this.
    pub const CHECK_INTERVAL: Duration = CHECK_INTERVAL;

    /// Opens the accounts in the file `path`. A file that is missing is created by the first change.
    ///
    /// # Errors
    /// If the file cannot be read, or contains something else.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, AccountError> {
        let store = AccessFile::new(path.into());
        let version = store.version()?;
        let known = Known::new(store.read()?, version);
        Ok(Self::of(Box::new(store), known))
    }

    /// Creates accounts in a store on another machine. Nobody is let in before [`refresh`](Self::refresh)
    /// has read them.
    pub fn remote(store: impl AccountStore + 'static) -> Self {
        let mut known = Known::new(Directory::default(), None);
        known.problem = Some("users and keys were not read yet".to_owned());
        Self::of(Box::new(store), known)
    }

    fn of(store: Box<dyn AccountStore>, known: Known) -> Self {
        Self {
            store,
            known: RwLock::new(known),
            changing: Mutex::default(),
            uses: Mutex::default(),
        }
    }

    /// Returns `true` if they are in a store on another machine, which [`refresh`](Self::refresh) reads.
    pub fn are_remote(&self) -> bool {
        self.store.is_remote()
    }

    /// Takes over what others have changed. While the store cannot be reached, what is known goes on.
    ///
    /// # Errors
    /// If the store cannot be reached.
    pub fn refresh(&self) -> Result<(), AccountError> {
        let _changing = lock(&self.changing);
        let version = self.store.version()?;
        let is_known = |known: &Known| known.version == version && known.problem.is_none();
        if version.is_none() || !is_known(&self.read_known()) {
            let next = Known::new(self.store.read()?, version);
            *self.write_known() = next;
        }
        Ok(())
    }

    /// Returns the identity that `text` proves, or `None` if it is no valid key.
    ///
    /// # Errors
    /// If the file was changed and cannot be read any more. Then nobody is let in, because a revoked
    /// key would work on.
    pub fn identity(&self, text: &KeyText) -> Result<Option<Arc<Identity>>, AccountError> {
        let now = now();
        let (_, keys) = self.current()?;
        let identity = keys.identity(text, now).cloned();
        if identity.is_some() {
            self.note_use(text.id(), now);
        }
        Ok(identity)
    }

    /// Returns `true` if there is a key at all.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn has_keys(&self) -> Result<bool, AccountError> {
        if self.are_remote() {
            self.refresh()?;
        }
        Ok(self.current()?.0.keys().next().is_some())
    }

    /// Returns all users, by name.
    pub fn users(&self) -> Result<Vec<User>, AccountError> {
        Ok(self.current()?.0.users().cloned().collect())
    }

    /// Returns all keys, by id.
    pub fn keys(&self) -> Result<Vec<ApiKey>, AccountError> {
        Ok(self.current()?.0.keys().cloned().collect())
    }

    /// Adds a user.
    ///
    /// # Errors
    /// If the name is taken or invalid, or the store cannot be written.
    pub fn add_user(&self, name: &str, role: AccessRole) -> Result<User, AccountError> {
        let user = User {
            name: name.to_owned(),
            role,
            is_active: true,
            created_at: now(),
        };
        self.change(|directory| directory.add_user(user.clone()))?;
        Ok(user)
    }

    /// Changes the role of a user, and whether its keys work.
    ///
    /// # Errors
    /// If there is no such user, or the store cannot be written.
    pub fn change_user(
        &self,
        name: &str,
        role: Option<AccessRole>,
        is_active: Option<bool>,
    ) -> Result<User, AccountError> {
        self.change(|directory| {
            let user = directory.user_mut(name)?;
            user.role = role.unwrap_or(user.role);
            user.is_active = is_active.unwrap_or(user.is_active);
            Ok(user.clone())
        })
    }

    /// Removes a user and its keys.
    ///
    /// # Errors
    /// If there is no such user, or the store cannot be written.
    pub fn remove_user(&self, name: &str) -> Result<User, AccountError> {
        self.change(|directory| directory.remove_user(name))
    }

    /// Creates a key. This is the only time that its text is known.
    ///
    /// # Errors
    /// If there is no such user, the key would have more rights than the user, or the store cannot be
    /// written.
    pub fn create_key(&self, new: NewKey) -> Result<(ApiKey, KeyText), AccountError> {
        let text = KeyText::generate();
        let key = ApiKey {
            id: text.id().to_owned(),
            user: new.user,
            hash: text.hash(),
            role: new.role,
            tools: new.tools,
            agent: new.agent,
            scopes: new.scopes,
            label: new.label,
            created_at: now(),
            expires_at: new.expires_at.map(to_microseconds),
            last_used_at: None,
        };
        self.change(|directory| directory.add_key(key.clone()))?;
        Ok((key, text))
    }

    /// Replaces a key by a new one with the same rights. The old one stops working.
    ///
    /// # Errors
    /// If there is no such key, or the store cannot be written.
    pub fn rotate_key(&self, id: &str) -> Result<(ApiKey, KeyText), AccountError> {
        let text = KeyText::generate();
        let key = self.change(|directory| {
            let old = directory.remove_key(id)?;
            let key = ApiKey {
                id: text.id().to_owned(),
                hash: text.hash(),
                created_at: now(),
                last_used_at: None,
                ..old
            };
            directory.add_key(key.clone())?;
            Ok(key)
        })?;
        Ok((key, text))
    }

    /// Removes a key.
    ///
    /// # Errors
    /// If there is no such key, or the store cannot be written.
    pub fn revoke_key(&self, id: &str) -> Result<ApiKey, AccountError> {
        self.change(|directory| directory.remove_key(id))
    }

    /// Copies all users and keys into `other`, which has none. Returns how many there are.
    ///
    /// # Errors
    /// If `other` has some, or the stores cannot be used.
    pub fn copy_to(&self, other: &Self) -> Result<(usize, usize), AccountError> {
        let (directory, _) = self.current()?;
        let counts = (directory.users().count(), directory.keys().count());
        if counts.0 > 0 {
            other.change(|present| {
                if present.users().next().is_some() {
                    return Err(AccountError::Occupied);
                }
                *present = Directory::clone(&directory);
                Ok(())
            })?;
        }
        Ok(counts)
    }

    /// Writes when keys were last used, if that is not in the file yet.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn save_uses(&self) -> Result<(), AccountError> {
        let uses = std::mem::take(&mut *lock(&self.uses));
        if uses.is_empty() {
            return Ok(());
        }
        let saved = self.change(|directory| {
            for (id, at) in &uses {
                // A key may have been removed since.
                if let Ok(key) = directory.key_mut(id) {
                    key.last_used_at = key.last_used_at.max(Some(*at));
                }
            }
            Ok(())
        });
        if saved.is_err() {
            let mut later = lock(&self.uses);
            for (id, at) in uses {
                later.entry(id).or_insert(at);
            }
        }
        saved
    }

    fn note_use(&self, id: &str, now: DateTime<Utc>) {
        let mut uses = lock(&self.uses);
        match uses.get_mut(id) {
            Some(last) => *last = now,
            None => {
                uses.insert(id.to_owned(), now);
            }
        }
    }

    fn change<T>(
        &self,
        change: impl Fn(&mut Directory) -> Result<T, AccountError>,
    ) -> Result<T, AccountError> {
        let _changing = lock(&self.changing);
        let mut output = None;
        let directory = self.store.change(&mut |directory| {
            output = Some(change(directory)?);
            Ok(())
        })?;
        let unchanged = || AccountError::Unusable("the change was not made".into());
        let output = output.ok_or_else(unchanged)?;
        // The next look at the store finds out its version.
        *self.write_known() = Known::new(directory, None);
        Ok(output)
    }

    /// Returns what is in the store. A file is looked at from time to time.
    fn current(&self) -> Result<Parts, AccountError> {
        let known = self.read_known();
        if self.are_remote() {
            return known.known();
        }
        if let Some(recent) = known.recent() {
            return recent;
        }
        drop(known);
        let mut known = self.write_known();
        // Others may have looked while this one waited.
        if let Some(recent) = known.recent() {
            return recent;
        }
        let refreshed = known.refresh(self.store.as_ref());
        known.checked = Instant::now();
        known.problem = refreshed.as_ref().err().map(ToString::to_string);
        refreshed.map(|()| known.parts())
    }

    fn read_known(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_known(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now() -> DateTime<Utc> {
    to_microseconds(Utc::now())
}

/// Returns a time as every store keeps it.
fn to_microseconds(time: DateTime<Utc>) -> DateTime<Utc> {
    time.trunc_subsecs(6)
}
