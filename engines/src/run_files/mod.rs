//! The folders that programs run in, and the files that they leave there: [`RunFiles`].
//!
//! Each run gets a [`RunFolder`] of its own. The files that it leaves are kept for a while, so that
//! they can be read as resources. Running the program is the work of
//! [`supervise::run`](super::supervise::run).
//!
//! ```text
//! runs/                 one for all servers that share the data folder
//!   lock                held while a server creates or sweeps folders here
//!   7f3a…/              the folder of one server
//!     lock              held as long as the server lives
//!     91c0…/            a run: code, files, home, tmp
//!     91c0….kept/0 1 2  the files of a run that are kept, by number
//! ```

mod run_folder;
mod store;

pub use self::{
    run_folder::{KeptFile, RunFolder},
    store::{Retention, RunFiles},
};
