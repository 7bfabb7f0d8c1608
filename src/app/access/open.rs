//! Opens the users and keys, and lets the server ask for them.

use std::{
    convert::Infallible,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::task::JoinSet;
use toolwright::{Error, Result, Server, access::AllowUnknown, cli::Failure};
use toolwright_access::{AccountError, Accounts, ApiKeys, OAuth};
use toolwright_base::lock;
use toolwright_registry::{PostgresAccounts, PostgresRegistry};

use crate::{
    app::{blocking::blocking, registry::RegistryOptions},
    config::{AccessSettings, OAuthSettings},
};

/// The interval at which the last use of keys is written.
const SAVE_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// How long after a failure changes are looked for again.
const RETRY: Duration = Duration::from_millis(500);

/// The users and keys of a server.
#[derive(Debug, Clone)]
pub(in crate::app) struct OpenAccounts {
    pub(in crate::app) accounts: Arc<Accounts>,
    /// The store in the database, which tells what others have changed.
    shared: Option<PostgresAccounts>,
}

/// Opens the users and keys for a command: in the database of the registry, or in `file`.
pub(super) async fn open(
    file: &Path,
    registry: &RegistryOptions,
) -> Result<Arc<Accounts>, Failure> {
    let Some(shared) = registry.shared() else {
        return Ok(Arc::new(Accounts::open(file)?));
    };
    let accounts = Arc::new(Accounts::remote(shared.accounts()));
    let read = Arc::clone(&accounts);
    blocking(move || Ok(read.refresh()?)).await?;
    Ok(accounts)
}

/// Opens the users and keys that the settings name, for a server: in the database of the registry, which
/// is read when the server starts, or in a file.
///
/// # Errors
/// If the file cannot be read.
pub(in crate::app) fn accounts(
    settings: &AccessSettings,
    registry: Option<&PostgresRegistry>,
) -> Result<OpenAccounts> {
    let shared = registry.map(PostgresRegistry::accounts);
    let accounts = match &shared {
        Some(shared) => Accounts::remote(shared.clone()),
        None => {
            let accounts = Accounts::open(&settings.file);
            accounts.map_err(|error| Error::Command(error.to_string()))?
        }
    };
    Ok(OpenAccounts {
        accounts: Arc::new(accounts),
        shared,
    })
}

/// Creates the authenticator of the tokens that the settings name.
pub(in crate::app) fn oauth(settings: &OAuthSettings) -> OAuth {
    let mut oauth = OAuth::issuer(&settings.issuer)
        .audience(&settings.audience)
        .scopes(settings.scopes.iter().cloned())
        .user_claim(&settings.user_claim);
    if let Some(resource) = &settings.resource {
        oauth = oauth.resource(resource);
    }
    match &settings.role_claim {
        Some(claim) => oauth.role_claim(claim),
        None => oauth,
    }
}

/// Lets `server` ask who makes a request over HTTP.
///
/// On loopback a request without credentials is one of the local user, unless the settings say that
/// all need some.
pub(in crate::app) fn authenticated(
    server: Server,
    settings: &AccessSettings,
    accounts: OpenAccounts,
) -> Server {
    let server = server.authenticate(ApiKeys::new(Arc::clone(&accounts.accounts)));
    let server = match &settings.oauth {
        Some(settings) => server.authenticate(oauth(settings)),
        None => server,
    };
    let server = if settings.is_required {
        server
    } else {
        server.authenticate(AllowUnknown)
    };
    let saved = Arc::clone(&accounts.accounts);
    let tasks = Arc::new(Mutex::new(JoinSet::new()));
    let stopped = Arc::clone(&tasks);
    server
        .on_start(move |_| async move {
            if let Some(shared) = accounts.shared {
                let read = refresh(&accounts.accounts).await;
                read.map_err(|error| Error::Command(error.to_string()))?;
                let following = follow(Arc::clone(&accounts.accounts), shared);
                lock(&tasks).spawn(following);
            }
            lock(&tasks).spawn(keep_saving(accounts.accounts));
            Ok::<_, Error>(())
        })
        .on_stop(move |_| async move {
            lock(&stopped).abort_all();
            save(saved).await;
            Ok::<_, Infallible>(())
        })
}

/// Takes over what others change in the database, as soon as it is announced. Never returns.
async fn follow(accounts: Arc<Accounts>, shared: PostgresAccounts) {
    loop {
        shared.changed().await;
        while let Err(error) = refresh(&accounts).await {
            tracing::debug!("users and keys stay as they are: {error}");
            tokio::time::sleep(RETRY).await;
        }
    }
}

async fn refresh(accounts: &Arc<Accounts>) -> Result<(), AccountError> {
    let accounts = Arc::clone(accounts);
    let done = tokio::task::spawn_blocking(move || accounts.refresh()).await;
    done.map_err(|error| AccountError::Unusable(error.to_string()))?
}

/// Writes the last use of keys from time to time. Never returns.
async fn keep_saving(accounts: Arc<Accounts>) {
    loop {
        tokio::time::sleep(SAVE_INTERVAL).await;
        save(Arc::clone(&accounts)).await;
    }
}

async fn save(accounts: Arc<Accounts>) {
    let saved = tokio::task::spawn_blocking(move || accounts.save_uses()).await;
    if let Ok(Err(error)) = saved {
        tracing::warn!("the last use of keys is not written: {error}");
    }
}
