//! The client against a real server, whose superuser is in `TOOLWRIGHT_TEST_POSTGRES`.

mod cancelling;
mod concurrency;
mod connecting;
mod fake_server;
mod faults;
mod limits;
mod pg_bouncer;
mod pooler;
mod reads;
mod tables;
mod tls;
mod transaction;
