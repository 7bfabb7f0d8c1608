//! The programs of PostgreSQL: those installed on the machine, or those bundled into this program.

mod bundled;
mod machine;
mod origin;
mod programs;

pub use origin::Runtime;
pub(super) use origin::{CreatedBy, Origin};
pub(super) use programs::Programs;
