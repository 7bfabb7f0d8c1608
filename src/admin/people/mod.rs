//! `users` and `keys`: who may call, and with which keys.

mod accounts;
pub(super) mod keys;
pub(super) mod users;
