//! [`ApiKeys`]: the authenticator that knows API keys.

use std::sync::Arc;

use toolwright::{
    BoxFuture,
    access::{AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity},
};

use super::accounts::Accounts;

/// Lets in who shows a key of [`Accounts`], in `Authorization: Bearer …` or in `X-API-Key`.
///
/// ```no_run
/// use std::sync::Arc;
/// use toolwright::prelude::*;
/// use toolwright_access::{Accounts, ApiKeys};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let accounts = Arc::new(Accounts::open("access.json")?);
/// let server = Server::new("demo").authenticate(ApiKeys::new(accounts));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ApiKeys {
    accounts: Arc<Accounts>,
}

impl ApiKeys {
    /// Creates an authenticator for the keys of `accounts`.
    #[must_use]
    pub const fn new(accounts: Arc<Accounts>) -> Self {
        Self { accounts }
    }

    fn check(
        &self,
        request: AuthenticationRequest<'_>,
    ) -> Result<Option<Arc<Identity>>, AuthenticationError> {
        let credentials = Credentials::read(request.headers)?;
        let credentials = credentials.ok_or(AuthenticationError::Missing)?;
        let Ok(text) = credentials.expose().parse() else {
            return Err(AuthenticationError::Unrecognized);
        };
        let found = self.accounts.identity(&text).map_err(|error| {
            tracing::error!(%error, "API keys cannot be checked");
            AuthenticationError::Unavailable("the server cannot read its keys")
        })?;
        found.map(Some).ok_or(AuthenticationError::Invalid)
    }
}

impl Authenticator for ApiKeys {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(std::future::ready(self.check(request)))
    }

    fn is_ready(&self) -> BoxFuture<'_, bool> {
        let accounts = Arc::clone(&self.accounts);
        Box::pin(async move {
            let found = tokio::task::spawn_blocking(move || accounts.has_keys()).await;
            let unreadable = |error| tracing::error!(%error, "API keys cannot be checked");
            matches!(found.map(|found| found.map_err(unreadable)), Ok(Ok(true)))
        })
    }
}
