//! [`Entry`]: the line of the log for a request that changes something.

use super::{answer::Answer, operation::Operation, request::ApiRequest};
use crate::core::escaped_line;

/// The line for a request that changes something: who, what, and what became of it. It has no bodies,
/// and so no credentials; versions of tools are in the registry's history.
#[derive(Debug)]
pub(super) struct Entry {
    operation: &'static str,
    /// The parts of the path, such as the name of a tool.
    subject: String,
    by: String,
    key: Option<String>,
}

impl Entry {
    /// Creates the line of a request before it is served.
    pub(super) fn of(operation: &Operation, request: &ApiRequest) -> Self {
        Self {
            operation: operation.id,
            subject: escaped_line(&request.subject()).to_string(),
            by: request.caller.name().to_owned(),
            key: request.caller.key().map(ToOwned::to_owned),
        }
    }

    /// Writes it.
    pub(super) fn write(&self, answer: &Answer) {
        let status = match answer {
            Ok(response) => response.status().as_u16(),
            Err(problem) => problem.status(),
        };
        let Self {
            operation,
            subject,
            by,
            key,
        } = self;
        let key = key.as_deref();
        tracing::info!(target: "audit", operation, subject, by, key, status, "changed through the API");
    }
}
