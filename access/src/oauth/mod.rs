//! OAuth 2.1: the check of access tokens that an authorization server issued.
//!
//! ```text
//! token ──▶ KnownTokens ──▶ Token ──▶ IssuerKeys ──▶ PublicKey ──▶ Claims ──▶ Identity
//!           by its hash     form      KeySet of      signature     audience,
//!                                     the Issuer                   time, user
//! ```
//!
//! [`OAuth`] is the [`Authenticator`](super::Authenticator). It checks JSON Web Tokens (RFC 7519,
//! RFC 9068) against the keys that the issuer publishes, as the MCP specification wants it of a
//! resource server. `ApiKeys` is its neighbour for callers without an authorization server.
//!
//! The tokens are read here and their signatures checked by `graviola`, which the TLS client uses
//! already. The crate `jsonwebtoken` needs either a second cryptography or a provider that is
//! installed for the whole process, and that would decide for users of the framework who sign
//! tokens of their own.

mod claims;
mod issuer;
mod issuer_keys;
mod key_set;
mod known_tokens;
mod oauth;
mod public_key;
#[cfg(test)]
#[path = "../../../tests/it/harness/signer.rs"]
mod signer;
mod token;

pub use self::{issuer::check as check_issuer, oauth::OAuth, public_key::SignatureAlgorithm};
