//! Calls of tools by requests of the API.

use std::{sync::Arc, time::Instant};

use axum::http::header::USER_AGENT;
use serde_json::{Map, Value};
use tokio_util::sync::{CancellationToken, DropGuard};
use toolwright::{
    Arguments, BoxFuture, Context,
    call::{
        AskError, ClientCapabilities, ClientProfile, Implementation, InputRequest, LogLevel,
        Notice, Peer,
    },
};

use super::{api::Api, problem::Problem, request::ApiRequest};

/// The name of a client that does not say what it is.
const UNNAMED: &str = "api";

/// A client that gets nothing but the result, and cannot be asked.
struct ApiClient(ClientProfile);

impl Peer for ApiClient {
    fn client(&self) -> &ClientProfile {
        &self.0
    }

    fn log_level(&self) -> Option<LogLevel> {
        None
    }

    fn wants_progress(&self) -> bool {
        false
    }

    fn notify(&self, _: Notice) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }

    fn request(&self, _: String, _: InputRequest) -> BoxFuture<'_, Result<Value, AskError>> {
        let why = "a request of the API cannot be asked back";
        Box::pin(std::future::ready(Err(AskError::Unaskable(why.into()))))
    }
}

impl Api {
    /// Creates the context of a call that a request makes. Dropping the guard cancels what the call
    /// has started.
    ///
    /// # Errors
    /// If the server has not started yet.
    pub(super) fn context(&self, request: &ApiRequest) -> Result<(Context, DropGuard), Problem> {
        let mut client = request.caller.client();
        client.info = Some(Arc::new(software(request)));
        client.capabilities = ClientCapabilities::default();
        let token = CancellationToken::new();
        let context = Context::new(
            Arc::new(ApiClient(client)),
            Arc::clone(self.services()?),
            token.clone(),
            Instant::now(),
        );
        Ok((context, token.drop_guard()))
    }
}

/// Returns the software of a client, as its `User-Agent` begins.
fn software(request: &ApiRequest) -> Implementation {
    let agent = request.header(&USER_AGENT).unwrap_or_default();
    let first = agent.split_whitespace().next().unwrap_or(UNNAMED);
    let (name, version) = first.split_once('/').unwrap_or((first, ""));
    Implementation::new(name, version)
}

/// Returns the arguments of a call.
///
/// # Errors
/// If they cannot be written.
pub(super) fn arguments(arguments: &Map<String, Value>) -> Result<Arguments, Problem> {
    Arguments::from_value(arguments).map_err(|error| Problem::internal(error.to_string()))
}
