//! [`Retry`]: calls again where that can help and does no harm.

use std::time::{Duration, Instant};

use crate::core::{Backoff, BoxFuture, Call, Middleware, Next, ToolError, ToolOutput};

const BACKOFF: Backoff = Backoff::new(Duration::from_millis(100), Duration::from_secs(5));

/// Calls a tool again that is marked `idempotent`, when something behind it did not answer. The pauses grow, and differ from call to
/// call, so that not all come again at once. It stops early where the call's deadline would pass.
#[derive(Debug, Clone, Copy)]
pub struct Retry {
    times: u32,
}

impl Retry {
    /// Calls again up to so many times.
    #[must_use]
    pub const fn new(times: u32) -> Self {
        Self { times }
    }
}

impl Middleware for Retry {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let times = self.times;
        if call.tool.definition().hints().idempotent != Some(true) {
            return Box::pin(next.run(call));
        }
        Box::pin(async move {
            let mut tried = 0;
            loop {
                let answer = next.clone().run(call.clone()).await;
                if !matches!(answer, Err(ToolError::Unavailable(_))) || tried == times {
                    return answer;
                }
                let pause = BACKOFF.pause(tried + 1);
                let is_late = |deadline| Instant::now() + pause >= deadline;
                if call.context.deadline().is_some_and(is_late) {
                    return answer;
                }
                tried += 1;
                tracing::debug!(tool = call.name(), tried, ?pause, "it is called again");
                tokio::time::sleep(pause).await;
            }
        })
    }
}
