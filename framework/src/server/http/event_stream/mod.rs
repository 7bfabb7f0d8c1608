//! [`EventStream`]: the messages of one response, between the call that writes them and a client
//! that may read slowly, disconnect, and resume.
//!
//! Written by hand, since a channel cannot give a resumed reader the events that the previous one
//! had already taken. What a stream keeps is limited in number and in bytes, and the bytes of all
//! streams together are limited too (`state`).

mod state;
mod stream;
#[cfg(test)]
mod tests;

pub(super) use state::Event;
pub(super) use stream::{EventReader, EventStream, ReplyPlace};
