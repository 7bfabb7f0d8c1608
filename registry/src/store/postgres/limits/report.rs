//! [`ShareReport`] and [`NewShare`]: what a server tells the database of its share, and what it answers.

use std::time::Duration;

use toolwright::tool::RateLimit;

/// What a server tells of its share, and asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShareReport {
    pub(super) limit: RateLimit,
    pub(super) minute_calls: u32,
    pub(super) hour_calls: u32,
    pub(super) kept: u32,
    pub(super) waiting: u32,
    pub(super) ahead: u32,
    pub(super) running: u32,
    pub(super) waiting_slots: u32,
}

/// What a server may do from now on.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewShare {
    pub(super) tokens: u32,
    pub(super) slots: u32,
    pub(super) free_slots: u32,
    pub(super) wait: Duration,
}
