//! A private PostgreSQL, for machines where nobody has named a server: [`Cluster`].
//!
//! It begins when it is first asked for its address, listens on a socket in a folder of its own and nowhere else, and ends with this process,
//! however that ends. Between the two is a process that keeps it, which is this same program under another name (`toolwright worker
//! cluster keep`).
//!
//! ```text
//! Cluster ── order ──▶ keeper ── launch: exec ──▶ postgres ──▶ its backends
//!        ◀── report ─┘  makes the database where there is none, waits until it answers, stops it when nobody holds the pipe any more
//! ```
//!
//! | what | is |
//! |---|---|
//! | [`Cluster`], its address, [`ClusterError`] | what the server has |
//! | [`Runtime`] | whose programs run: those of the machine, or those inside of this program |
//! | `place` | the folders, and who owns them: PostgreSQL does not run as the superuser |
//! | `keeper` | what happens in the other process |

mod data_folder;
mod endpoint;
mod error;
mod folder_lock;
mod handle;
mod order;
mod role;
mod running;
mod runtime;
mod supervisor;
#[cfg(test)]
mod tests;

pub(crate) use error::ClusterError;
pub(crate) use handle::{Cluster, ClusterAddress};
pub(crate) use role::{WORKER, work};
pub(crate) use runtime::Runtime;
