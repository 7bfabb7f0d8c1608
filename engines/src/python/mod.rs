//! Calls Python functions in worker processes that stay warm.
//!
//! The function is loaded once; a call is one line of JSON each way, over a socket that is neither
//! standard input nor standard output. What the function prints goes to the log.
//!
//! ```text
//! Function ── takes an idle worker, or starts one ──▶ PythonWorker ── Service ──▶ python3
//!     │            Python: all workers, their number and their idle time              │
//!     └── Description: schemas from annotations and docstring ◀── driver.py ──────────┘
//! ```
//!
//! A worker belongs to one function and one version of its files: the driver compares the files
//! that it has loaded with those on the disk before each call, and a worker whose files changed is
//! replaced. Dropping the future of a call kills its worker with all children.
//!
//! Scripts are trusted: they have the rights of the server's account. For code that is not, see
//! [`expression`](super::expression) and [`supervise::run`](super::supervise::run).

mod description;
mod engine;
mod function;
mod settings;
mod worker;
mod workers;

pub use self::{
    description::{Description, Target},
    engine::Python,
    function::Function,
    settings::{PythonError, PythonLimits, PythonSettings},
};
