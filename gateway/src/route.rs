//! The way of a call to another server: again if it surely did not run, or can be repeated.

use std::{sync::Arc, time::Duration};

use serde_json::value::RawValue;
use toolwright::{
    BoxFuture, ToolError,
    client::{
        ConnectionError,
        forward::{ForwardedRequest, Route, tool_error},
    },
    resource::ResourceWatch,
};
use toolwright_base::Backoff;

use crate::upstream::{MAX_ATTEMPTS, Upstream};

/// The pauses before a request is sent again.
const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(2));

/// The way of the calls of one server.
pub(crate) struct UpstreamRoute(pub(crate) Arc<Upstream>);

impl Route for UpstreamRoute {
    fn request<'a>(
        &'a self,
        request: ForwardedRequest<'a>,
    ) -> BoxFuture<'a, Result<Box<RawValue>, ToolError>> {
        Box::pin(self.send(request))
    }

    fn watch(&self, uri: &str) -> Option<ResourceWatch> {
        Some(ResourceWatch::new(self.0.watch(uri)))
    }
}

impl UpstreamRoute {
    /// Sends a request, again if it surely did not run or can be repeated, up to three times.
    async fn send<'a>(&'a self, request: ForwardedRequest<'a>) -> Result<Box<RawValue>, ToolError> {
        let (upstream, mut failures) = (&self.0, 0);
        let failed = |error| tool_error(&upstream.config.name, error);
        let request = request
            .asking(upstream.config.trust.questions)
            .to_server(&upstream.config.name);
        let _use = upstream.usage.begin();
        loop {
            let connection = upstream.connection().await?;
            let _turn = upstream.turn(&connection).await;
            if let Some(level) = request.context().log_level() {
                upstream.request_logs(&connection, level).await;
            }
            let error = match request.send(&connection).await {
                Ok(result) => {
                    upstream.report_useful();
                    return Ok(result);
                }
                Err(error) if error.is_transient() => error,
                Err(error) => return Err(failed(error)),
            };
            if !matches!(error, ConnectionError::Busy { .. }) {
                upstream.report_lost(&connection);
            }
            failures += 1;
            let may_repeat = error.was_not_sent() || request.is_repeatable();
            if !may_repeat || failures > MAX_ATTEMPTS {
                return Err(failed(error));
            }
            tokio::time::sleep(pause(&error, failures)).await;
        }
    }
}

/// Returns the pause before the next attempt: what the server wants, or longer each time.
fn pause(error: &ConnectionError, failures: u32) -> Duration {
    let wanted = match error {
        ConnectionError::Busy { retry_after, .. } => *retry_after,
        _ => None,
    };
    wanted.unwrap_or_else(|| BACKOFF.pause(failures))
}
