//! The tests of the whole, at its edges: HTTP, standard input and output, the in-memory client, the sources themselves.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "JSON is written where it is used, not borrowed from there"
)]

mod access;
mod agents;
mod api;
mod attacks;
mod bad_messages;
mod brevity;
mod choice;
mod cli;
mod clients;
mod cluster;
mod compile_errors;
mod differential;
mod fixtures;
mod gateway;
mod governance;
mod harness;
mod http;
mod macros;
mod observability;
mod old_data;
mod postgres;
mod registry;
mod similarity;
mod sources;
mod stdio;
mod tools;
