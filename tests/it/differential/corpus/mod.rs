//! The requests: every method of both eras, valid and invalid, and every way to be refused.
//!
//! The name of a request consists of its era or layer, its method, and its special property.

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

/// A request that is sent in every era.
pub(super) struct Template {
    pub(super) method: &'static str,
    /// Its special property.
    pub(super) what: &'static str,
    pub(super) params: Value,
}

const fn template(method: &'static str, what: &'static str, params: Value) -> Template {
    Template {
        method,
        what,
        params,
    }
}

/// Returns the requests that are sent in every era.
pub(super) fn templates() -> Vec<Template> {
    tools::templates()
        .into_iter()
        .chain(contents::templates())
        .collect()
}

/// Returns all cases.
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
