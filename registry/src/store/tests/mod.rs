//! Tests of the stores on real files and a real database.

#[cfg(feature = "postgres")]
mod accounts;
mod contract;
mod crashes;
mod files;
mod folder;
#[cfg(feature = "postgres")]
mod postgres;
