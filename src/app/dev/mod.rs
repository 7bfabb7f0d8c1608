//! `toolwright dev`: builds the server of a crate, and builds and starts it again when its sources
//! change.
//!
//! | file | what it has |
//! |---|---|
//! | [`command`] | the arguments, and which of the forms below is used |
//! | [`build`] | runs `cargo build` and finds the program |
//! | [`watch`] | notices changed sources |
//! | [`relay`] | stands between a host and the server on standard input and output |
//! | [`handshake`] | what a host said at first, which each new server is told again |
//! | [`http`] | runs the server over HTTP |

mod build;
mod command;
mod handshake;
mod http;
mod relay;
mod server_process;
mod watch;

pub(super) use self::command::{DevArguments, run};
