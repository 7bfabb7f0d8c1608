//! Opens the users and keys, and lets the server ask for them.

use std::{convert::Infallible, path::Path, sync::Arc, time::Duration};

use toolwright::{Error, Result, Server, access::AllowUnknown, cli::Failure};
use toolwright_access::{Accounts, ApiKeys, OAuth};

use crate::config::{AccessSettings, OAuthSettings};

/// The interval at which the last use of keys is written.
const SAVE_INTERVAL: Duration = Duration::from_secs(5 * 60);

/// Opens the users and keys in `file`.
pub(super) fn open(file: &Path) -> Result<Accounts, Failure> {
    Ok(Accounts::open(file)?)
}

/// Opens the users and keys that the settings name, for a server.
///
/// # Errors
/// If the file cannot be read.
pub(in crate::app) fn accounts(settings: &AccessSettings) -> Result<Arc<Accounts>> {
    let accounts = Accounts::open(&settings.file);
    let accounts = accounts.map_err(|error| Error::Command(error.to_string()))?;
    Ok(Arc::new(accounts))
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
    accounts: Arc<Accounts>,
) -> Server {
    let server = server.authenticate(ApiKeys::new(Arc::clone(&accounts)));
    let server = match &settings.oauth {
        Some(settings) => server.authenticate(oauth(settings)),
        None => server,
    };
    let server = if settings.is_required {
        server
    } else {
        server.authenticate(AllowUnknown)
    };
    let saved = Arc::clone(&accounts);
    server
        .on_start(move |_| async move {
            tokio::spawn(async move {
                // Ends with the server, which drops the other one.
                while Arc::strong_count(&accounts) > 1 {
                    tokio::time::sleep(SAVE_INTERVAL).await;
                    let saved = Arc::clone(&accounts);
                    let _ = tokio::task::spawn_blocking(move || save_uses(&saved)).await;
                }
            });
            Ok::<_, Infallible>(())
        })
        .on_stop(move |_| async move {
            save_uses(&saved);
            Ok::<_, Infallible>(())
        })
}

fn save_uses(accounts: &Accounts) {
    if let Err(error) = accounts.save_uses() {
        tracing::warn!("the last use of keys is not written: {error}");
    }
}
