//! What a worker is started with, in its process.

use std::{ffi::OsString, process};

use serde::de::DeserializeOwned;

/// The end of a worker that cannot work.
const BROKEN: i32 = 70;

/// The limits in a worker's third argument. Without them it ends.
pub(crate) fn limits<L: DeserializeOwned>(argument: Option<OsString>) -> L {
    let limits = argument.and_then(|text| serde_json::from_slice(text.as_encoded_bytes()).ok());
    limits.unwrap_or_else(|| broken())
}

/// Ends a worker that cannot work.
pub(crate) fn broken() -> ! {
    process::exit(BROKEN)
}
