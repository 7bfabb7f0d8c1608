//! Asks who makes a request, and refuses it as clients expect: RFC 6750 and RFC 9728.

use std::{fmt::Write as _, sync::Arc};

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use super::{
    admitted::Admitted,
    endpoint::Endpoint,
    host_guard,
    response::{self, Rejection},
};
use crate::{
    access::{AuthenticationError, AuthenticationRequest},
    core::{ClientProfile, Identity, Origin},
};

impl Endpoint {
    /// Checks `Host` and `Origin`, and returns who makes the request.
    ///
    /// # Errors
    /// A rejection 400, 401, 403, 429 or 503 if the request does not prove who makes it.
    pub(super) async fn authenticate(
        &self,
        method: &Method,
        headers: &HeaderMap,
        origin: Origin,
    ) -> Result<Option<Arc<Identity>>, Rejection> {
        self.check_access(headers)?;
        let request = AuthenticationRequest::new(method, headers, origin);
        let authentication = &self.dispatcher.settings().authentication;
        let answer = authentication.check(request, !self.is_exposed).await;
        answer.map_err(|error| self.refusal(&error))
    }

    /// As [`authenticate`](Self::authenticate), for everything but virtual servers.
    pub(super) async fn authenticate_for_all(
        &self,
        method: &Method,
        headers: &HeaderMap,
        origin: Origin,
    ) -> Result<Option<Arc<Identity>>, Rejection> {
        let identity = self.authenticate(method, headers, origin).await?;
        let bound = identity.as_ref().and_then(|it| it.bound_server());
        match bound {
            None => Ok(identity),
            Some(_) => Err(response::text(
                StatusCode::FORBIDDEN,
                "these credentials open the endpoint of one agent, and nothing else",
            )),
        }
    }

    /// Returns who makes a request to the endpoint, or to the virtual server `part`, and that one.
    ///
    /// # Errors
    /// As [`authenticate`](Self::authenticate), and if there is no such virtual server for the caller.
    pub(super) async fn admit(
        &self,
        method: &Method,
        headers: &HeaderMap,
        origin: Origin,
        part: Option<&str>,
    ) -> Result<Admitted, Rejection> {
        let Some(name) = part else {
            let identity = self.authenticate_for_all(method, headers, origin).await?;
            return Ok(Admitted {
                identity,
                virtual_server: None,
            });
        };
        let identity = self.authenticate(method, headers, origin).await?;
        let origin = host_guard::origin_of(headers, origin, identity.as_ref());
        let client = ClientProfile::default()
            .with_origin(origin)
            .with_identity(identity.clone());
        let bound = identity.as_ref().and_then(|it| it.bound_server());
        let paths = self.dispatcher.settings().virtual_servers.as_ref();
        let found = paths
            .filter(|_| bound.is_none_or(|bound| bound == name))
            .and_then(|paths| paths.servers.find(name, &client));
        match found {
            Some(found) => Ok(Admitted {
                identity,
                virtual_server: Some(found),
            }),
            None => Err(response::text(StatusCode::NOT_FOUND, "not found")),
        }
    }

    fn refusal(&self, error: &AuthenticationError) -> Rejection {
        let mut refusal = response::text(status(error), &error.to_string());
        let headers = refusal.headers_mut();
        if let Ok(challenge) = HeaderValue::try_from(self.challenge(error)) {
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let AuthenticationError::TooManyAttempts {
            retry_after_seconds,
        } = error
        {
            headers.insert(header::RETRY_AFTER, (*retry_after_seconds).into());
        }
        refusal
    }

    /// Returns the value of `WWW-Authenticate`.
    fn challenge(&self, error: &AuthenticationError) -> String {
        let settings = self.dispatcher.settings();
        let mut challenge = String::from("Bearer");
        let mut separator = " ";
        let mut add = |name: &str, value: &str| {
            let _ = write!(challenge, "{separator}{name}=\"{value}\"");
            separator = ", ";
        };
        match error {
            // A request without credentials has made no mistake.
            AuthenticationError::Missing => {}
            AuthenticationError::Malformed(_) => add("error", "invalid_request"),
            AuthenticationError::InsufficientScope { scopes } => {
                add("error", "insufficient_scope");
                add("scope", &scopes.join(" "));
            }
            // The credentials may be good.
            AuthenticationError::TooManyAttempts { .. } | AuthenticationError::Unavailable(_) => {}
            _ => add("error", "invalid_token"),
        }
        if let Some(metadata) = settings.authentication.resource_metadata() {
            add("resource_metadata", &metadata.address());
        }
        challenge
    }
}

const fn status(error: &AuthenticationError) -> StatusCode {
    match error {
        AuthenticationError::Malformed(_) => StatusCode::BAD_REQUEST,
        AuthenticationError::InsufficientScope { .. } => StatusCode::FORBIDDEN,
        AuthenticationError::TooManyAttempts { .. } => StatusCode::TOO_MANY_REQUESTS,
        AuthenticationError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNAUTHORIZED,
    }
}
