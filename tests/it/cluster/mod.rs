//! The private PostgreSQL in the data folder: how it begins, what it lets nobody do, and how it ends.

mod beginnings;
pub(crate) mod database;
mod deaths;
mod folders;
mod reader;
mod writes;
