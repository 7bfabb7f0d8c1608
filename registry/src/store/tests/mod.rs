//! Tests of the stores.

mod contract;
mod crashes;
mod files;
mod folder;
