//! [`RateLimit`]: how often a caller may call a tool.

use std::num::NonZeroU32;

/// How often one caller may call a tool. `None` means that there is no limit.
///
/// ```
/// use std::num::NonZeroU32;
/// use toolwright::tool::RateLimit;
///
/// let default = RateLimit { per_minute: NonZeroU32::new(60), ..RateLimit::default() };
/// let own = RateLimit { per_minute: NonZeroU32::new(5), ..RateLimit::default() };
/// assert_eq!(own.or(default).per_minute, NonZeroU32::new(5));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RateLimit {
    /// Calls per minute.
    pub per_minute: Option<NonZeroU32>,
    /// Calls per hour.
    pub per_hour: Option<NonZeroU32>,
    /// Calls at the same time. It also bounds the calls of a parallel tool that run at the same
    /// time, over all callers.
    pub concurrent: Option<NonZeroU32>,
}

impl RateLimit {
    /// Fills in the limits of `other` where this one has none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            per_minute: self.per_minute.or(other.per_minute),
            per_hour: self.per_hour.or(other.per_hour),
            concurrent: self.concurrent.or(other.concurrent),
        }
    }
}
