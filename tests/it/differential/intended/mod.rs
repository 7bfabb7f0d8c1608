//! Every difference that is intended, with its reason.
//!
//! Sections of the specification are those of the revision in the request's name.

mod handshake;
mod http;
mod messages;
mod methods;
mod row;
mod sessions;
mod stdio;

pub(super) use row::{Intended, Row};

/// The whole table.
pub(super) fn table() -> Vec<Intended> {
    [
        handshake::table(),
        http::table(),
        messages::table(),
        methods::table(),
        sessions::table(),
        stdio::table(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
