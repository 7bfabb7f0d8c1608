//! Sends the requests of `http` tools.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reqwest::Request;
use toolwright::{BoxFuture, Context, ToolError, tool::Permitted};
use toolwright_http::{
    FailedAttempt, HttpError, RequestLimits, RetryPolicy, delay_after_error, delay_after_status,
};

use super::{
    authorize::Authorizer, clients::HttpClients, config::HttpConfig, hidden::Hidden,
    response::failure,
};
use crate::{
    kinds::{
        kind::Engines,
        run::{Answer, Run},
    },
    parameters::InputArguments,
};

/// The largest answer.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// How long a request may take if neither the tool nor the call says.
const TIMEOUT: Duration = Duration::from_secs(30);
const RETRIES: RetryPolicy =
    RetryPolicy::new(3, Duration::from_millis(200), Duration::from_secs(2));

/// Sends the requests of one tool.
pub(super) struct HttpRun {
    config: HttpConfig,
    clients: Arc<HttpClients>,
    authorizer: Option<Authorizer>,
}

impl Run for HttpRun {
    fn run(
        &self,
        context: Context,
        arguments: InputArguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<Answer, ToolError>> {
        Box::pin(async move {
            let start = Instant::now();
            let own = start + self.config.timeout.unwrap_or(TIMEOUT);
            let deadline = context
                .deadline()
                .map_or(own, |deadline| match self.config.timeout {
                    Some(_) => deadline.min(own),
                    None => deadline,
                });
            let limits = RequestLimits {
                most_bytes: MAX_BYTES,
                deadline,
            };
            self.send(&arguments, limits).await
        })
    }
}

impl HttpRun {
    pub(super) fn new(config: HttpConfig, engines: &Engines) -> Self {
        let auth = config.auth.clone();
        let keys = &engines.secrets;
        Self {
            authorizer: auth.map(|auth| Authorizer::new(&config.tool, auth, keys.clone())),
            clients: Arc::clone(&engines.http),
            config,
        }
    }

    /// Sends the request, again where the server asks for it and the method allows it.
    async fn send(
        &self,
        arguments: &InputArguments,
        limits: RequestLimits,
    ) -> Result<Answer, ToolError> {
        let request = self.config.request(arguments)?;
        RETRIES
            .run(limits.deadline, |_| self.attempt(&request, limits))
            .await
            .map_err(|Shown(error)| error)
    }

    async fn attempt(
        &self,
        request: &Request,
        limits: RequestLimits,
    ) -> Result<Answer, FailedAttempt<Shown>> {
        let request = request.try_clone();
        let mut request = request.ok_or_else(|| for_good("the body cannot be sent twice"))?;
        let final_error = |error| FailedAttempt::for_good(Shown(error));
        let hidden = match &self.authorizer {
            None => Hidden::default(),
            Some(authorizer) => {
                let added = authorizer.authorize(&mut request, &self.clients, limits);
                added.await.map_err(final_error)?
            }
        };
        let can_repeat = self.config.is_idempotent();
        let response = self.clients.send(request, limits).await;
        let response = response.map_err(|error| FailedAttempt {
            delay: delay_after_error(&error).filter(|_| can_repeat),
            error: Shown(explain(&error)),
        })?;
        if response.status.as_u16() < 300 {
            return self.config.answer(&response, &hidden).map_err(final_error);
        }
        if let (401, Some(authorizer)) = (response.status.as_u16(), &self.authorizer) {
            authorizer.forget_token().await;
        }
        let is_busy = matches!(response.status.as_u16(), 429 | 503);
        let delay = delay_after_status(response.status, &response.headers);
        Err(FailedAttempt {
            delay: delay.filter(|_| can_repeat && is_busy),
            error: Shown(failure(&response, &hidden)),
        })
    }
}

/// An error that can be shown between attempts.
struct Shown(ToolError);

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

fn for_good(message: &str) -> FailedAttempt<Shown> {
    FailedAttempt::for_good(Shown(ToolError::failed(message)))
}

fn explain(error: &HttpError) -> ToolError {
    match error {
        HttpError::Timeout { .. } => ToolError::timed_out(error.to_string()),
        HttpError::Refused(_) | HttpError::TooLarge { .. } => ToolError::failed(error.to_string()),
        _ => ToolError::unavailable(error.to_string()),
    }
}
