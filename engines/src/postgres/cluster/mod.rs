//! A private PostgreSQL, for machines where no server is configured: [`Cluster`].
//!
//! It starts when its address is first needed, listens on a Unix socket in a folder of its own and
//! nowhere else, and stops with this process, however that ends. Between the server and PostgreSQL
//! stands a supervisor process (`toolwright worker cluster keep`; see
//! [`supervise`](crate::supervise)):
//!
//! ```text
//! Cluster ── order ──▶ supervisor ── launch ──▶ postgres ──▶ its backends
//!         ◀─ report ─┘  creates the database if there is none, waits until it is ready,
//!                       stops it when the server closes the socket or dies
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `handle`, `running`, `address` | the server's side: [`Cluster`] and where it listens |
//! | `supervisor` | the supervisor's side: initdb, start, stop, cleanup |
//! | `order` | the messages between the two |
//! | `runtime` | whose programs run: installed ones, or those bundled into this program |
//! | `data_folder`, `folder_lock` | the folders, their owner and their locks |
//! | `commands` | `toolwright worker cluster …` |
//!
//! Several servers can use one folder: the first one starts the database and stops it. The others
//! connect to its socket, and the next one that needs it after that starts it again.
//!
//! Connecting to it, or to any other server, is the client's work: see
//! [`postgres`](crate::postgres).

mod address;
mod commands;
mod data_folder;
mod error;
mod folder_lock;
mod handle;
mod order;
mod running;
mod runtime;
mod supervisor;
#[cfg(test)]
mod tests;

pub use commands::work;
pub use handle::{Cluster, OwnDatabase};
pub use runtime::Runtime;
pub use supervisor::ROLE;
