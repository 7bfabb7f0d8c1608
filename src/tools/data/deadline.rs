//! [`deadline_of`]: the deadline of an engine.

use std::time::{Duration, Instant};

use toolwright::Context;

/// How much earlier than the call an engine gives up, so that the error can name it.
const MARGIN: Duration = Duration::from_millis(500);
/// The time limit of an engine if the call has no deadline.
const DEFAULT: Duration = Duration::from_secs(300);

/// Returns when an engine must have answered, which is shortly before the deadline of the call.
pub(super) fn deadline_of(context: &Context) -> Instant {
    let now = Instant::now();
    let call = context.deadline().and_then(|end| end.checked_sub(MARGIN));
    call.map_or(now + DEFAULT, |call| call.max(now))
}
