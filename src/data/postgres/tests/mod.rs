//! Against a real server, whose superuser is in `TOOLWRIGHT_TEST_POSTGRES`.

pub(super) mod own_server;
pub(super) mod place;
mod sources;
