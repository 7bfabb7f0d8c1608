//! Masks secrets before they are logged.
//!
//! Three things are secret: a value that is known to be one, such as a configured password, wherever
//! it occurs; the value of a key that says so, such as `password` or `X-Api-Key`; and the password
//! in a URL. They are found at any depth, also in JSON within a string of JSON, as a tool's
//! structured result is in its text.
//!
//! It is written by hand because every call passes here: text without a secret is scanned once, as
//! fast as memory is read, and returned as it is.

mod known_secrets;
mod redactor;
mod rewriter;
mod secret;
mod sensitive_key;
#[cfg(test)]
mod tests;
mod url_password;

pub use redactor::Redactor;
pub use secret::Secret;
pub use url_password::{mask_passwords, passwords};
