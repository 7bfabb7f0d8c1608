//! Files and folders.

pub(crate) mod remove;
#[cfg(feature = "embedded-postgres")]
pub(crate) mod sync;
