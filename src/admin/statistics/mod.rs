//! Counts of calls, read from the execution log.

mod histogram;
mod recent_calls;
pub(super) mod report;
mod tally;

pub(super) use self::recent_calls::{RecentCalls, ToolStatistics};
