//! [`Timing`]: adds the duration of each call to its result.

use std::time::Instant;

use crate::core::{BoxFuture, Call, Middleware, Next, ToolError, ToolOutput};

/// The key of the milliseconds in the `_meta` of a result.
const ELAPSED: &str = "toolwright/elapsedMs";

/// Adds the duration of each call to the `_meta` of its result, and logs it at level `debug`.
///
/// The key is `toolwright/elapsedMs`. The time includes that of all middleware added after this
/// one.
///
/// ```
/// use toolwright::{Server, middleware::Timing};
///
/// let server = Server::new("demo").middleware(Timing);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Timing;

impl Middleware for Timing {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let (start, tool) = (Instant::now(), call.name().to_owned());
            let mut answer = next.run(call).await;
            let elapsed = start.elapsed();
            tracing::debug!(tool, ?elapsed, failed = answer.is_err(), "a call ended");
            if let Ok(output) = &mut answer {
                let milliseconds = elapsed.as_secs_f64() * 1e3;
                output.meta.insert(ELAPSED.into(), milliseconds.into());
            }
            answer
        })
    }

    fn handles_items(&self) -> bool {
        false
    }
}
