//! Authentication of servers that are made with `toolwright`: [`ApiKeys`] for keys of users that are
//! kept in a file or another store, and with the feature `oauth`, `OAuth` for tokens of an authorization server.
//!
//! Both implement [`Authenticator`](toolwright::access::Authenticator), which turns the head of a
//! request into an identity. What the caller may do is up to the policy of the server.
//!
//! ```text
//! request head ──▶ Authenticator ──▶ Identity ──▶ policy, limits, log
//!                    │
//!                    ├ ApiKeys ──▶ Accounts ──▶ AccountStore: access.json, a database (hashes only)
//!                    └ OAuth ──▶ keys of the issuer
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        reason = "a test that cannot go on says so by panicking"
    )
)]

mod keys;
#[cfg(feature = "oauth")]
mod oauth;

pub use self::keys::{
    AccountChange, AccountError, AccountStore, Accounts, ApiKey, ApiKeys, Change, Directory,
    InvalidKeyText, KeyHash, KeyText, NewKey, StoreVersion, User,
};
#[cfg(feature = "oauth")]
pub use self::oauth::{OAuth, SignatureAlgorithm, check_issuer};
