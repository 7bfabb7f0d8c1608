//! `session`: a key, or the token of the link that the start prints, is exchanged for a cookie, so
//! that a browser need not keep the key.

mod cookie;
mod login_link;
pub(super) mod operations;
mod sessions;

pub(crate) use self::sessions::{ConsoleSessions, Sessions};
