//! [`Handler`]: what a program does with the questions and notifications of a server.

use serde_json::{Value, value::RawValue};

use crate::{
    core::{BoxFuture, Refusal},
    server::METHOD_NOT_FOUND,
};

/// Receives what a server sends beside its answers.
///
/// A connection has one, and each request may have one of its own, which gets what belongs to that
/// request. Every method has a default: notifications are ignored and questions are refused.
///
/// ```
/// use serde_json::value::RawValue;
/// use toolwright::client::Handler;
///
/// /// Prints the progress of a call.
/// struct Progress;
///
/// impl Handler for Progress {
///     fn notified(&self, method: &str, params: &RawValue) {
///         if method == "notifications/progress" {
///             println!("{params}");
///         }
///     }
/// }
/// ```
pub trait Handler: Send + Sync {
    /// Takes a notification. The connection reads on when this returns, so it must not block.
    fn notified(&self, method: &str, params: &RawValue) {
        let _ = (method, params);
    }

    /// Takes the id of the request that this handler belongs to, before it is sent.
    fn sent(&self, id: i64) {
        let _ = id;
    }

    /// Answers a request of the server, such as `elicitation/create`.
    ///
    /// # Errors
    /// The error that the server gets.
    fn asked<'a>(
        &'a self,
        method: &'a str,
        params: Value,
    ) -> BoxFuture<'a, Result<Value, Refusal>> {
        let _ = params;
        let refusal = unknown_method(method);
        Box::pin(std::future::ready(Err(refusal)))
    }
}

/// Ignores notifications and refuses questions.
#[derive(Debug)]
pub(super) struct Ignore;

impl Handler for Ignore {}

/// Creates the error for a request that a client does not know.
pub(in crate::client) fn unknown_method(method: &str) -> Refusal {
    let message = format!("this client does not answer `{method}`");
    Refusal::new(METHOD_NOT_FOUND, message)
}
