//! The requests: every method of both eras, good and bad, and every way to be refused.
//!
//! A name is a path: the era or the layer that the request is about, what is asked for, and what is particular about it.

mod contents;
mod eras;
mod handshake;
mod headers;
mod messages;
mod rounds;
mod sessions;
pub(super) mod shapes;
mod tools;

use serde_json::Value;

use super::call::Case;

/// Something to ask for, in any era.
pub(super) struct Wish {
    pub(super) method: &'static str,
    /// What is particular about it.
    pub(super) what: &'static str,
    pub(super) params: Value,
}

const fn wish(method: &'static str, what: &'static str, params: Value) -> Wish {
    Wish {
        method,
        what,
        params,
    }
}

/// Everything to ask for.
pub(super) fn wishes() -> Vec<Wish> {
    tools::wishes()
        .into_iter()
        .chain(contents::wishes())
        .collect()
}

/// Every case.
pub(super) fn corpus() -> Vec<Case> {
    [
        eras::cases(),
        handshake::cases(),
        headers::cases(),
        messages::cases(),
        rounds::cases(),
        sessions::cases(),
        shapes::cases(),
    ]
    .concat()
}
