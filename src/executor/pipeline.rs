//! [`Pipeline`]: the last part of a call, from the middleware to the tool, within its time.

use std::{future::Future, panic::AssertUnwindSafe, pin::Pin, sync::Arc, time::Duration};

use futures_util::FutureExt as _;

use super::deadline;
use crate::core::{Call, Chain, Context, Next, ToolError, ToolOutput};

/// The last part of a call: the middleware, the tool, and the time that they have.
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

    /// Whether there is middleware on it.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.chain.is_empty()
    }

    /// Through the middleware to the tool. A panic is an error.
    ///
    /// # Errors
    /// Those of the middleware and the tool.
    pub async fn run(&self, call: Call) -> Result<ToolOutput, ToolError> {
        let answer = async {
            if self.chain.is_empty() {
                call.tool.call(call.context, call.arguments).await
            } else {
                Next::new(Arc::clone(self.chain)).run(call).await
            }
        };
        AssertUnwindSafe(answer)
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(ToolError::failed("the tool panicked")))
    }

    /// `work` within the call's time. When it is over, however it ends, its context says so: work that it left behind on other
    /// threads looks there.
    ///
    /// # Errors
    /// Those of the work, and the ways in which it can be stopped.
    pub async fn run_within_deadline<T>(
        &self,
        context: &Context,
        work: Pin<&mut impl Future<Output = Result<T, ToolError>>>,
    ) -> Result<T, ToolError> {
        let _over = context.cancellation().clone().drop_guard();
        deadline::within(self.timeout, context, work).await
    }
}
