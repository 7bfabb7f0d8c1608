//! Against a real server, whose superuser is in `TOOLWRIGHT_TEST_POSTGRES`.

mod cancelling;
mod catalogue;
mod concurrency;
mod connecting;
mod fake_server;
mod faults;
mod functions;
mod guard;
mod limits;
mod own_server;
mod pg_bouncer;
mod place;
mod pooler;
mod reads;
mod samples;
mod setup;
mod sources;
mod tables;
mod tls;
mod types;
