//! [`Retry`]: repeats calls of idempotent tools that failed because a dependency was unavailable.

use std::time::{Duration, Instant};

use toolwright_base::Backoff;

use crate::core::{BoxFuture, Call, Middleware, Next, ToolError, ToolOutput};

const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(5));

/// Repeats calls that failed with [`ToolError::Unavailable`], if the tool is marked `idempotent`.
///
/// The pauses grow exponentially and have a random part, so that failed calls do not return all at
/// once. A call is not repeated if its deadline would pass during the pause.
///
/// ```
/// use toolwright::{Server, middleware::Retry};
///
/// let server = Server::new("demo").middleware(Retry::new(2));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Retry {
    max_retries: u32,
}

impl Retry {
    /// Creates a middleware that repeats a call at most `max_retries` times.
    #[must_use]
    pub const fn new(max_retries: u32) -> Self {
        Self { max_retries }
    }
}

impl Middleware for Retry {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let max_retries = self.max_retries;
        if call.tool.definition().hints().idempotent != Some(true) {
            return Box::pin(next.run(call));
        }
        Box::pin(async move {
            let mut retries = 0;
            loop {
                let answer = next.clone().run(call.clone()).await;
                if !matches!(answer, Err(ToolError::Unavailable(_))) || retries == max_retries {
                    return answer;
                }
                let pause = BACKOFF.pause(retries + 1);
                let is_late = |deadline| Instant::now() + pause >= deadline;
                if call.context.deadline().is_some_and(is_late) {
                    return answer;
                }
                retries += 1;
                tracing::debug!(tool = call.name(), retries, ?pause, "retrying a call");
                tokio::time::sleep(pause).await;
            }
        })
    }

    fn handles_items(&self) -> bool {
        false
    }
}
