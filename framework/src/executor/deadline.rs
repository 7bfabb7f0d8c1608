//! Runs work until the deadline of its call.

use std::{
    future::Future,
    time::{Duration, Instant},
};

use crate::core::{Context, Slow, ToolError};

/// Runs `work`, and drops it when `timeout` has passed or `context` is cancelled.
///
/// Time spent waiting for a person's answer does not count.
pub(super) async fn run_until<T>(
    timeout: Option<Duration>,
    context: &Context,
    work: impl Future<Output = Result<T, ToolError>>,
) -> Result<T, ToolError> {
    tokio::select! {
        biased;
        answer = work => answer,
        () = context.cancelled() => Err(ToolError::Cancelled),
        after = timed_out(timeout, context) => Err(ToolError::Timeout(Slow::Call(after))),
    }
}

/// Waits until the time is over, and returns `timeout`.
async fn timed_out(timeout: Option<Duration>, context: &Context) -> Duration {
    let Some(timeout) = timeout else {
        return std::future::pending().await;
    };
    let start = Instant::now();
    loop {
        let end = start + timeout + context.waited();
        if Instant::now() >= end {
            return timeout;
        }
        tokio::time::sleep_until(end.into()).await;
    }
}
