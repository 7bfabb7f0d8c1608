//! [`Pipeline`]: the middleware and the tool of one call, with its timeout.

use std::{
    future::Future,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;

use crate::core::{Call, Chain, Context, Next, Slow, ToolError, ToolOutput};

/// The last part of a call: the middleware, the tool, and the time that they may take.
///
/// An implementation of [`Govern`](super::Govern) gets one for each call, and runs the call with
/// it.
#[derive(Clone, Copy)]
pub struct Pipeline<'a> {
    chain: &'a Chain,
    timeout: Option<Duration>,
}

impl std::fmt::Debug for Pipeline<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pipeline")
            .field("middleware", &self.chain.len())
            .field("timeout", &self.timeout)
            .finish()
    }
}

impl<'a> Pipeline<'a> {
    pub(super) const fn new(chain: &'a Chain, timeout: Option<Duration>) -> Self {
        Self { chain, timeout }
    }

    /// Returns `true` if there is no middleware: the tool is called directly.
    #[doc(hidden)]
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.chain.is_empty()
    }

    /// Runs the middleware and the tool. A panic becomes an error.
    ///
    /// # Errors
    /// The errors of the middleware and of the tool.
    pub async fn run(&self, call: Call) -> Result<ToolOutput, ToolError> {
        let answer = async {
            if self.chain.is_empty() {
                call.run().await
            } else {
                Next::new(Arc::clone(self.chain)).run(call).await
            }
        };
        AssertUnwindSafe(answer)
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(ToolError::failed("the tool panicked")))
    }

    /// Runs `work`, and drops it at the deadline of the call or when the call is cancelled.
    ///
    /// The cancellation token of `context` is cancelled when this returns, so that work that was
    /// left behind on other threads stops too.
    ///
    /// # Errors
    /// The errors of `work`, [`ToolError::Timeout`] and [`ToolError::Cancelled`].
    pub async fn run_within_deadline<T>(
        &self,
        context: &Context,
        work: Pin<&mut impl Future<Output = Result<T, ToolError>>>,
    ) -> Result<T, ToolError> {
        let _cancel_when_done = context.cancellation().clone().drop_guard();
        run_until(self.timeout, context, work).await
    }
}

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
