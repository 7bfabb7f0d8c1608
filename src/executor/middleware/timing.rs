//! [`Timing`]: tells how long each call took.

use std::time::Instant;

use crate::core::{BoxFuture, Call, Middleware, Next, ToolError, ToolOutput};

/// The key of a result's `_meta` that has the milliseconds.
const ELAPSED: &str = "toolwright/elapsedMs";

/// Tells how long each call took: in the result's `_meta`, and in the server's own log from level `debug` on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timing;

impl Middleware for Timing {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let (start, tool) = (Instant::now(), call.name().to_owned());
            let mut answer = next.run(call).await;
            let elapsed = start.elapsed();
            tracing::debug!(tool, ?elapsed, failed = answer.is_err());
            if let Ok(output) = &mut answer {
                let milliseconds = elapsed.as_secs_f64() * 1e3;
                output.meta.insert(ELAPSED.into(), milliseconds.into());
            }
            answer
        })
    }
}
