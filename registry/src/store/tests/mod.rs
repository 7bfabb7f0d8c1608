//! Tests of the stores on real files and a real database.

mod contract;
mod crashes;
mod files;
mod folder;
#[cfg(feature = "postgres")]
mod postgres;
