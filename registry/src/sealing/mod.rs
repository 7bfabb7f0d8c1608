//! Seals credentials, so that what is stored is of no use without the key.
//!
//! A credential is encrypted (AES-256-GCM) under a data key of its own, and the data key under the
//! key of the server. Both are bound to the record and the field that they belong to: a sealed text
//! that is moved elsewhere does not open. The key is found by its id, never by trial. No other module
//! sees a key.
//!
//! ```text
//! sealed:v1: | id of the key | nonce, data key | nonce, credential |   in Base64
//! ```
//!
//! Changing the key of the server only writes the data keys anew ([`SealedText::rewrap`]), so
//! credentials stay readable while it happens, by the old key as well as by the new one.

mod blob;
mod file;
mod keys;

pub(crate) use self::blob::{Place, SealedText, Unreadable};
pub use self::{
    file::SealedTexts,
    keys::{SecretKeys, generate},
};
