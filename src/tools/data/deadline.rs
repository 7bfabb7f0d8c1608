//! [`deadline_of`]: when an engine must have answered.

use std::time::{Duration, Instant};

use crate::core::Context;

/// How much earlier than the call an engine gives up, so that the answer can say who was slow.
const MARGIN: Duration = Duration::from_millis(500);
/// How long an engine may take where the call has no deadline.
const LONGEST: Duration = Duration::from_secs(300);

/// When an engine must have answered.
pub(super) fn deadline_of(context: &Context) -> Instant {
    let now = Instant::now();
    let call = context.deadline().and_then(|end| end.checked_sub(MARGIN));
    call.map_or(now + LONGEST, |call| call.max(now))
}
