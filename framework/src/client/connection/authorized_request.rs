//! Requests with the token of their endpoint, sent again when there is a new one.

use reqwest::{
    Request, Response,
    header::{AUTHORIZATION, HeaderValue},
};
use toolwright_http::HttpClient;

use super::{
    authorize::AccessRefusal,
    endpoint::{HttpEndpoint, unreachable},
    error::ConnectionError,
    status,
};

/// The most times that a request is sent again because its token was refused.
const MAX_REFUSALS: usize = 3;

impl HttpEndpoint {
    /// Sends a request with the token of this endpoint, and returns a response that is no error.
    /// `has_session` says whether the request is one of a session.
    pub(super) async fn open(
        &self,
        client: &HttpClient,
        mut request: Request,
        has_session: bool,
    ) -> Result<Response, ConnectionError> {
        for _ in 0..MAX_REFUSALS {
            let Some(authorize) = &self.authorize else {
                break;
            };
            let Some(mut copy) = request.try_clone() else {
                break;
            };
            let token = authorize.token().await?;
            if let Some(token) = &token {
                add_token(&mut copy, token)?;
            }
            let error = match Self::open_once(client, copy, has_session).await {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            let ConnectionError::Unauthorized { status, challenge } = &error else {
                return Err(error);
            };
            let refusal = AccessRefusal {
                status: *status,
                challenge: challenge.as_deref(),
                token: token.as_deref(),
            };
            if !authorize.refused(refusal).await? {
                return Err(error);
            }
        }
        if let Some(authorize) = &self.authorize
            && let Some(token) = authorize.token().await?
        {
            add_token(&mut request, &token)?;
        }
        Self::open_once(client, request, has_session).await
    }

    async fn open_once(
        client: &HttpClient,
        request: Request,
        has_session: bool,
    ) -> Result<Response, ConnectionError> {
        let response = client.open(request).await;
        let response = response.map_err(|error| unreachable(&error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(status::refused(response, has_session).await)
    }
}

fn add_token(request: &mut Request, token: &str) -> Result<(), ConnectionError> {
    let value = HeaderValue::from_str(&format!("Bearer {token}"));
    let mut value =
        value.map_err(|_| ConnectionError::Invalid("its token cannot be sent".to_owned()))?;
    value.set_sensitive(true);
    request.headers_mut().insert(AUTHORIZATION, value);
    Ok(())
}
