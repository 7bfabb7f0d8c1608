//! [`Server::authenticate`]: who may send requests.

use std::sync::Arc;

use super::server::Server;
use crate::{access::Authenticator, server::http::Route};

impl Server {
    /// Lets in only requests over HTTP that prove who makes them.
    ///
    /// With several authenticators, it is enough that one of them knows the credentials. Calls from
    /// standard input, the command line and the [client in memory](Self::client) are those of the
    /// local user and need none.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolwright::{
    ///     BoxFuture,
    ///     access::{AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity},
    ///     prelude::*,
    /// };
    ///
    /// /// Knows one key.
    /// struct OneKey(&'static str);
    ///
    /// impl Authenticator for OneKey {
    ///     fn authenticate<'a>(
    ///         &'a self,
    ///         request: AuthenticationRequest<'a>,
    ///     ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
    ///         Box::pin(async move {
    ///             let shown = Credentials::read(request.headers)?;
    ///             if shown.ok_or(AuthenticationError::Missing)?.matches(self.0) {
    ///                 Ok(Some(Arc::new(Identity::new("robot"))))
    ///             } else {
    ///                 Err(AuthenticationError::Invalid)
    ///             }
    ///         })
    ///     }
    /// }
    ///
    /// let server = Server::new("demo").authenticate(OneKey("kept in a vault"));
    /// ```
    pub fn authenticate(mut self, authenticator: impl Authenticator) -> Self {
        self.authenticators.push(Arc::new(authenticator));
        self
    }

    /// Adds pages that decide themselves who may see them, and how a refusal looks.
    pub fn pages(mut self, routes: impl IntoIterator<Item = Route>) -> Self {
        self.routes.extend(routes);
        self
    }

    /// Takes the authenticators of mounted servers if this one has none, since their requests arrive
    /// here. Then gives its own to all of them.
    pub(super) fn share_authenticators(&mut self) {
        for (_, other) in &mut self.mounts {
            other.share_authenticators();
        }
        if self.authenticators.is_empty() {
            let inner = self
                .mounts
                .iter()
                .flat_map(|(_, other)| &other.authenticators);
            self.authenticators = inner.cloned().collect();
        }
        for (_, other) in &mut self.mounts {
            other.authenticators.clone_from(&self.authenticators);
        }
    }
}
