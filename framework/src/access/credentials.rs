//! [`Credentials`]: the proof that a request shows of who makes it, and the refusal of one.

use std::hint::black_box;

use axum::http::{HeaderMap, HeaderName, header::AUTHORIZATION};
use toolwright_base::Secret;

static API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// The proof that a request shows of who makes it. `Debug` does not show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials(Secret);

/// A request shows credentials that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CredentialsError {
    /// Two headers name credentials, and nobody knows which count.
    #[error("the request has more than one credential: send one")]
    Several,
    /// The header has another form.
    #[error("expected `Authorization: Bearer …` or `X-API-Key: …`")]
    Form,
}

impl From<CredentialsError> for AuthenticationError {
    fn from(error: CredentialsError) -> Self {
        Self::Malformed(match error {
            CredentialsError::Several => "the request has more than one credential: send one",
            CredentialsError::Form => "expected `Authorization: Bearer …` or `X-API-Key: …`",
        })
    }
}

impl Credentials {
    /// Reads the credentials of a request from `Authorization: Bearer …` or `X-API-Key`. Returns
    /// `None` if it has none.
    ///
    /// # Errors
    /// If there are several, or they have another form.
    pub fn read(headers: &HeaderMap) -> Result<Option<Self>, CredentialsError> {
        let bearer = headers.get_all(AUTHORIZATION).iter().map(|value| {
            let (scheme, rest) = value.to_str().ok()?.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| rest.trim())
        });
        let keys = headers.get_all(&API_KEY).iter();
        let keys = keys.map(|value| value.to_str().ok().map(str::trim));
        let mut all = bearer.chain(keys);
        let Some(first) = all.next() else {
            return Ok(None);
        };
        if all.next().is_some() {
            return Err(CredentialsError::Several);
        }
        let text = first.filter(|text| !text.is_empty() && !text.contains(' '));
        let text = text.ok_or(CredentialsError::Form)?;
        Ok(Some(Self(Secret::new(text))))
    }

    /// Returns `true` if the text is `expected`, in a time that does not depend on where they differ.
    #[must_use]
    pub fn matches(&self, expected: &str) -> bool {
        let (shown, expected) = (self.0.expose().as_bytes(), expected.as_bytes());
        // The optimiser must not see that the result is known after the first difference.
        let pairs = shown.iter().zip(expected);
        let differs = pairs.fold(0, |all, (one, two)| black_box(all | (one ^ two)));
        shown.len() == expected.len() && differs == 0
    }

    /// Returns the text of the credentials.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

/// The refusal of a request. The messages do not say which part of a credential is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthenticationError {
    /// The request has no credentials.
    #[error("this server needs credentials: send `Authorization: Bearer …` or `X-API-Key: …`")]
    Missing,
    /// The credentials are of another kind than this authenticator knows.
    #[error("the credentials are not valid")]
    Unrecognized,
    /// The credentials are wrong, expired or revoked.
    #[error("the credentials are not valid")]
    Invalid,
    /// A token is wrong or expired. The reason is for the log of the server.
    #[error("the credentials are not valid")]
    InvalidToken(&'static str),
    /// The credentials cannot be read.
    #[error("{0}")]
    Malformed(&'static str),
    /// The credentials are valid, and lack a scope that every request needs.
    #[error("the token lacks a scope: this server needs `{}`", scopes.join(" "))]
    InsufficientScope {
        /// The scopes that every request needs.
        scopes: Vec<String>,
    },
    /// The address has failed too often.
    #[error("too many failed attempts: try again in {retry_after_seconds} s")]
    TooManyAttempts {
        /// How long the address has to wait.
        retry_after_seconds: u64,
    },
    /// The credentials cannot be checked at the moment.
    #[error("the credentials cannot be checked at the moment: {0}")]
    Unavailable(&'static str),
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(pairs: &[(&'static str, &'static str)]) -> Result<Option<String>, CredentialsError> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        let found = Credentials::read(&headers)?;
        Ok(found.map(|found| found.expose().to_owned()))
    }

    #[test]
    fn a_bearer_token_and_an_api_key_are_read() {
        let found = Ok(Some("abc".to_owned()));
        assert_eq!(read(&[("authorization", "Bearer abc")]), found);
        assert_eq!(read(&[("authorization", "bearer  abc ")]), found);
        assert_eq!(read(&[("x-api-key", "abc")]), found);
        assert_eq!(read(&[("accept", "*/*")]), Ok(None));
    }

    #[test]
    fn several_or_malformed_credentials_are_refused() {
        let key = ("x-api-key", "abc");
        for several in [[key, key], [key, ("authorization", "Bearer abc")]] {
            assert_eq!(read(&several), Err(CredentialsError::Several));
        }
        for malformed in ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "abc"] {
            let found = read(&[("authorization", malformed)]);
            assert_eq!(found, Err(CredentialsError::Form), "{malformed}");
        }
        assert_eq!(read(&[("x-api-key", "")]), Err(CredentialsError::Form));
    }
}
