//! Authentication: the check of the credentials of a request, users and API keys.
//!
//! ```text
//! request head ──▶ Authenticator ──▶ Identity ──▶ policy, limits, log
//!                    │
//!                    ├ ApiKeys ──▶ Accounts ──▶ access.json (hashes only)
//!                    └ OAuth ──▶ keys of the issuer
//! ```
//!
//! An [`Authenticator`] turns the head of a request into an [`Identity`], or refuses the request. It
//! does not decide what the caller may do: that is the work of the policy, by the [`Rights`] of the
//! identity. With the feature `access`, this crate brings `ApiKeys`, for keys of users that are kept
//! in a file, and `OAuth`, for tokens of an authorization server.
//!
//! A call that did not come over the network, from a desktop host or the command line, is one of
//! the local user, who may do everything. So is every call while a server has no authenticator.

mod authentication;
mod authenticator;
mod credentials;

pub(crate) use self::authentication::Authentication;
pub use self::{
    authentication::Attempts,
    authenticator::{AllowUnknown, AuthenticationRequest, Authenticator, ResourceMetadata},
    credentials::{AuthenticationError, Credentials, CredentialsError},
};
pub use crate::core::{AccessRole, Identity, Rights, UnknownRole};
