//! Every difference that is intended, with its reason.
//!
//! `…` in a row is any value. Sections of the specification are those of the revision in the request's name.

mod handshake;
mod http;
mod messages;
mod methods;
mod sessions;
mod stdio;

use super::difference::Intended;

/// The tables, by what they are about.
pub(super) const TABLE: [&[Intended]; 6] = [
    handshake::TABLE,
    http::TABLE,
    messages::TABLE,
    methods::TABLE,
    sessions::TABLE,
    stdio::TABLE,
];
