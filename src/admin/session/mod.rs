//! `session`: a key is exchanged for a cookie, so that a browser need not keep the key.

mod cookie;
pub(super) mod operations;
mod sessions;

pub(crate) use self::sessions::{ConsoleSessions, Sessions};
