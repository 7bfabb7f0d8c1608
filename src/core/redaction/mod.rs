//! Leaving out what is secret, before it is written down.
//!
//! Two things are secret: a value that is known to be one (a configured password, wherever it turns up), and what stands
//! under a key that says so (`password`, `X-Api-Key`). Both are found at any depth, also in JSON that is itself a string, as a tool's
//! structured result is in its text.

mod json_string;
mod known_secrets;
mod recent_keys;
mod redactor;
mod rewriter;
#[cfg(feature = "tools")]
mod secret;
mod sensitive_key;
#[cfg(test)]
mod tests;

pub use redactor::Redactor;
#[cfg(feature = "tools")]
pub(crate) use secret::Secret;
