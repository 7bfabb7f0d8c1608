//! [`Dispatcher`]: answers the requests of all transports and all protocol revisions.
//!
//! A transport parses a [`Message`](super::protocol::Message), creates a [`Channel`] for it and
//! awaits [`Dispatcher::handle`]. The dispatcher decides which era a request belongs to, which
//! methods that era has, and which members every result carries. A tool call goes on to the
//! [`Executor`](crate::executor::Executor), which decides whether and how it runs.
//!
//! Each group of methods is an `impl Dispatcher` in its own file, for example `tools/call` in
//! `tool_calls` and the lists in `lists`.
//!
//! # Why not rmcp
//!
//! The first version of this server was built on rmcp's `ServerHandler`. Measured there, and with
//! this dispatcher (`benches/RESULTS.md`):
//!
//! | | rmcp | here |
//! |---|---|---|
//! | memory of an idle session | 52 KB | 1.2 KB |
//! | instructions of a small call | 4 times as many | 1 |
//! | a client that stops reading | holds up its whole session | holds up its own call alone |
//!
//! A session of rmcp is a task with channels and buffers, and a message passes through several of
//! them. Here a session is plain data, and a call is polled by the task or thread that read it.
//!
//! rmcp remains in use everywhere else: as the client of the coming gateway, as the twin that the
//! differential tests compare this dispatcher with, and as a foreign client in the tests.

mod capabilities;
mod channel;
mod discovery;
mod dispatcher;
mod era;
mod input_rounds;
mod listeners;
mod lists;
mod method;
mod prompts_and_resources;
mod response_cache;
mod subscriptions;
mod tool_calls;

pub(crate) use self::{
    channel::{Arrival, Channel},
    dispatcher::{Dispatcher, ServerSettings, VirtualServerPaths},
    era::MirroredHeaders,
    subscriptions::change_notification,
};
