//! [`IssuerError`]: why the keys of an issuer cannot be read.

use toolwright_http::HttpError;

/// The error of reading the keys of an issuer, for the log and the doctor.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("`{address}` answered {status}")]
    Status { address: String, status: u16 },
    #[error("`{address}` is not the document that was expected: {source}")]
    Document {
        address: String,
        source: serde_json::Error,
    },
    /// Another issuer could give out the keys of this one otherwise (RFC 8414, section 3.3).
    #[error("the issuer calls itself `{0}`: it must be configured with the same text")]
    OtherIssuer(String),
    #[error("`{address}` cannot have the keys: {problem}")]
    Address {
        address: String,
        problem: &'static str,
    },
    #[error("the issuer has no key that signs with RS256, PS256, ES256, ES384 or EdDSA")]
    NoKeys,
}
