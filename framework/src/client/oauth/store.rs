//! [`LoginStore`]: where the login to one server is kept.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};
use toolwright_base::lock;

/// The place of the login to one server, which is kept as a text that is a secret.
///
/// The text has the tokens and what this program is registered as. Whoever can read it can act as the
/// user who logged in.
pub trait LoginStore: Send + Sync {
    /// Returns the login, if there is one.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn load(&self) -> Result<Option<String>, String>;

    /// Replaces the login.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn save(&self, login: &str) -> Result<(), String>;

    /// Removes the login.
    ///
    /// # Errors
    /// Why it cannot be removed.
    fn clear(&self) -> Result<(), String>;
}

/// Keeps a login for as long as the program runs.
#[derive(Default)]
pub(super) struct MemoryStore(Mutex<Option<String>>);

impl LoginStore for MemoryStore {
    fn load(&self) -> Result<Option<String>, String> {
        Ok(lock(&self.0).clone())
    }

    fn save(&self, login: &str) -> Result<(), String> {
        *lock(&self.0) = Some(login.to_owned());
        Ok(())
    }

    fn clear(&self) -> Result<(), String> {
        *lock(&self.0) = None;
        Ok(())
    }
}

/// A login as it is kept.
#[derive(Serialize, Deserialize)]
struct LoginJson {
    credentials: StoredCredentials,
    /// The secret of this client, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
}

/// The login of one server, as rmcp reads and writes it. Clones share it.
#[derive(Clone)]
pub(super) struct KeptLogin {
    store: Arc<dyn LoginStore>,
    /// The secret of the client that is logging in.
    secret: Arc<Mutex<Option<String>>>,
}

impl KeptLogin {
    pub(super) fn new(store: Arc<dyn LoginStore>) -> Self {
        Self {
            store,
            secret: Arc::default(),
        }
    }

    /// Sets the secret of the client that is logging in.
    pub(super) fn set_secret(&self, secret: Option<String>) {
        *lock(&self.secret) = secret;
    }

    /// Returns whether there is a login.
    pub(super) fn exists(&self) -> Result<bool, AuthError> {
        Ok(self.read()?.is_some())
    }

    /// Returns the name of this client and its secret, as it has logged in.
    pub(super) fn client(&self) -> Result<Option<(String, Option<String>)>, AuthError> {
        let login = self.read()?;
        Ok(login.map(|login| (login.credentials.client_id, login.client_secret)))
    }

    fn read(&self) -> Result<Option<LoginJson>, AuthError> {
        let text = self.store.load().map_err(AuthError::CredentialStoreError)?;
        let read = |text: String| serde_json::from_str(&text);
        // What cannot be read is not told: it is a secret.
        text.map(read).transpose().map_err(|_| {
            AuthError::CredentialStoreError("the stored login cannot be read".to_owned())
        })
    }
}

#[async_trait]
impl CredentialStore for KeptLogin {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        let login = self.read()?;
        Ok(login.map(|login| login.credentials))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let login = LoginJson {
            credentials,
            client_secret: lock(&self.secret).clone(),
        };
        let text = serde_json::to_string(&login)
            .map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        let saved = self.store.save(&text);
        saved.map_err(AuthError::CredentialStoreError)
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.store.clear().map_err(AuthError::CredentialStoreError)
    }
}
