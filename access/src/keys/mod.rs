//! API keys: users, their keys, and the store that both are kept in.
//!
//! [`Accounts`] keeps users and keys in a file, or in another [`AccountStore`]. A key is shown once, when it is
//! created; only its hash is stored, so a copy of the store lets nobody in. [`ApiKeys`] is the
//! [`Authenticator`](super::Authenticator) that checks requests against them.

mod access_file;
mod account_store;
mod accounts;
mod api_key;
mod api_keys;
mod directory;
mod key_text;
mod known_accounts;
mod known_keys;

pub use self::{
    account_store::{AccountStore, Change, StoreVersion},
    accounts::Accounts,
    api_key::{AccountError, ApiKey, NewKey, User},
    api_keys::ApiKeys,
    directory::{AccountChange, Directory},
    key_text::{InvalidKeyText, KeyHash, KeyText},
};
