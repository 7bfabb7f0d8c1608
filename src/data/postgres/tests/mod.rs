//! Against a real server, whose superuser is in `TOOLWRIGHT_TEST_POSTGRES`.

mod functions;
mod place;
mod reads;
mod setup;
