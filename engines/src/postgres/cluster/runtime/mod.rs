//! The programs of PostgreSQL: those installed on the machine, or those bundled into this program.

mod bundled;
mod created_by;
mod machine;
mod origin;
mod programs;
mod version;

pub(super) use created_by::CreatedBy;
pub(super) use origin::Origin;
pub use origin::Runtime;
pub(super) use programs::Programs;
