//! A client in memory, for tests: [`Client`].

mod client;
mod reaction;
mod response;

pub use client::{Client, InputQuestion};
pub use reaction::Reaction;
