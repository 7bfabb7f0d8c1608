//! A client in memory, for tests: [`Client`].

mod client;
mod input_question;
mod reaction;
mod response;

pub use client::Client;
pub use input_question::InputQuestion;
pub use reaction::Reaction;
