//! API keys: users, their keys, and the file that both are kept in.
//!
//! [`Accounts`] keeps users and keys. A key is shown once, when it is created; only its hash is
//! stored, so a copy of the file lets nobody in. [`ApiKeys`] is the
//! [`Authenticator`](super::Authenticator) that checks requests against them.

mod access_file;
mod accounts;
mod api_key;
mod api_keys;
mod directory;
mod key_text;
mod known_keys;

pub use self::{
    accounts::{Accounts, NewKey},
    api_key::{AccountError, ApiKey, User},
    api_keys::ApiKeys,
    key_text::{InvalidKeyText, KeyHash, KeyText},
};
