//! Real servers for the tests of all rooms, and a check of the sources.
//!
//! `TOOLWRIGHT_TEST_POSTGRES` is a connection string of the superuser of the shared server.

mod sources;
pub(super) mod test_schema;
pub(super) mod test_server;
