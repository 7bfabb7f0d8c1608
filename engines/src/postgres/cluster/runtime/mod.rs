//! The programs of PostgreSQL: those installed on the machine, or those bundled into this program.

mod bundled;
mod machine;
mod origin;
mod programs;

pub(super) use origin::Origin;
pub use origin::Runtime;
pub(super) use programs::Programs;

pub(super) use self::origin::CreatedBy;
