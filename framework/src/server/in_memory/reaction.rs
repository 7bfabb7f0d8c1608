//! [`Reaction`]: how the in-memory client reacts to a question.

use serde_json::Value;

/// How a [`Client`](crate::Client) reacts to a question of the server.
///
/// See [`Client::answering`](crate::Client::answering) for an example.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reaction {
    /// The user submits the form with this object.
    Accept(Value),
    /// The user declines.
    Decline,
    /// The user closes the form.
    Cancel,
    /// The client responds with this value, for example to a sampling request.
    Raw(Value),
    /// The client does not respond.
    Ignore,
}
