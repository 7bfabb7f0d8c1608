//! The client against real servers, a real PgBouncer, and peers that are no PostgreSQL.

mod cancellation;
mod concurrency;
mod describe;
mod fake_server;
mod faults;
mod limits;
mod login;
mod pgbouncer;
mod pooler;
mod tables;
mod tls;
mod transaction;
