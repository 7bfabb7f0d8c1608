//! API keys: users, their keys, and the file that both are kept in.
//!
//! [`Accounts`] keeps users and keys. A key is shown once, when it is created; only its hash is
//! stored, so a copy of the file lets nobody in. [`ApiKeys`] is the
//! [`Authenticator`](super::Authenticator) that checks requests against them.

mod access_file;
mod account_error;
mod account_store;
mod accounts;
mod api_key;
mod api_keys;
mod directory;
mod key_hash;
mod key_text;
mod known_keys;
mod user;

pub use self::{
    account_error::AccountError,
    accounts::{Accounts, NewKey},
    api_key::ApiKey,
    api_keys::ApiKeys,
    key_hash::KeyHash,
    key_text::{InvalidKeyText, KeyText},
    user::User,
};
