//! [`RateLimit`]: how often a tool may be called.

use std::num::NonZeroU32;

/// How often one caller may call a tool; unset where there is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RateLimit {
    /// Calls in a minute.
    pub per_minute: Option<NonZeroU32>,
    /// Calls in an hour.
    pub per_hour: Option<NonZeroU32>,
    /// Calls at once. It also bounds how many calls of a parallel tool run at once, whoever calls.
    pub concurrent: Option<NonZeroU32>,
}

impl RateLimit {
    /// This one, and `other` where this one has no limit.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            per_minute: self.per_minute.or(other.per_minute),
            per_hour: self.per_hour.or(other.per_hour),
            concurrent: self.concurrent.or(other.concurrent),
        }
    }
}
