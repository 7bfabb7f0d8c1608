//! [`Retry`]: calls again where that can help and does no harm.

use std::time::{Duration, Instant};

use crate::core::{BoxFuture, Call, Middleware, Next, ToolError, ToolOutput};

/// The first pause; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

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
                let pause = pause(tried);
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

/// The pause after so many attempts more than the first: between half and all of its length.
fn pause(tried: u32) -> Duration {
    let full = FIRST_PAUSE
        .saturating_mul(2_u32.saturating_pow(tried))
        .min(LONGEST_PAUSE);
    let random = f64::from(getrandom::u32().unwrap_or(u32::MAX)) / f64::from(u32::MAX);
    full.mul_f64(0.5 + random / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_the_longest() {
        for (tried, full) in [(0, 100), (1, 200), (4, 1_600), (10, 5_000), (40, 5_000)] {
            let pause = pause(tried);
            let full = Duration::from_millis(full);
            assert!(pause >= full / 2 && pause <= full, "{tried}: {pause:?}");
        }
    }
}
