//! The end of a call's time.

use std::{
    future::Future,
    time::{Duration, Instant},
};

use crate::core::{Context, ToolError};

/// `work`, unless its time runs out or its caller takes it back: then it is dropped. Time spent waiting for a person
/// is given back.
pub(super) async fn within<T>(
    timeout: Option<Duration>,
    context: &Context,
    work: impl Future<Output = Result<T, ToolError>>,
) -> Result<T, ToolError> {
    tokio::select! {
        biased;
        answer = work => answer,
        () = context.cancelled() => Err(ToolError::Cancelled),
        after = out_of_time(timeout, context) => Err(ToolError::Timeout { after }),
    }
}

async fn out_of_time(timeout: Option<Duration>, context: &Context) -> Duration {
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
