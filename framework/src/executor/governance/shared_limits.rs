//! [`SharedLimits`]: rate limits that several servers hold together.

use std::{sync::Arc, time::Duration};

use crate::core::{BoxFuture, RateLimit};

/// Rate limits that several servers hold together.
///
/// Without one, each server counts the calls that it gets itself. An implementation takes calls ahead
/// from a place that all servers know, so that the usual call asks nobody.
///
/// ```
/// use std::{sync::Arc, time::Duration};
/// use toolwright::{
///     BoxFuture,
///     govern::{CallerShare, Governance, ShareAnswer, SharedLimits},
///     tool::RateLimit,
/// };
///
/// /// Refuses every call of a tool that has a limit.
/// struct Closed;
///
/// impl SharedLimits for Closed {
///     fn share(&self, _: &str, _: &str, _: RateLimit) -> Arc<dyn CallerShare> {
///         Arc::new(Self)
///     }
/// }
///
/// impl CallerShare for Closed {
///     fn begin(&self, _: bool) -> ShareAnswer {
///         ShareAnswer::Refused { retry_after: Duration::from_secs(60) }
///     }
///
///     fn ask(&self, _: bool) -> BoxFuture<'_, Result<(), Duration>> {
///         Box::pin(async { Err(Duration::from_secs(60)) })
///     }
///
///     fn end(&self) {}
///
///     fn is_idle(&self) -> bool {
///         true
///     }
/// }
///
/// let governance = Governance::new().shared_limits(Arc::new(Closed));
/// ```
pub trait SharedLimits: Send + Sync + 'static {
    /// Returns the share that this server has of the limits of a caller of a tool. Asks nobody.
    ///
    /// `subject` names the tool, or the resource or prompt that belongs to none, and `caller` is the
    /// same on all servers.
    fn share(&self, subject: &str, caller: &str, limit: RateLimit) -> Arc<dyn CallerShare>;
}

/// The share that one server has of the limits of a caller of a tool.
pub trait CallerShare: Send + Sync + 'static {
    /// Counts a call that begins, if that needs no question.
    ///
    /// A continued call was counted before: it only counts as running.
    fn begin(&self, is_continued: bool) -> ShareAnswer;

    /// Waits until it is known whether a call may begin, and counts it if it may. A call whose
    /// future is dropped before does not count.
    ///
    /// # Errors
    /// The time after which it may be tried again.
    fn ask(&self, is_continued: bool) -> BoxFuture<'_, Result<(), Duration>>;

    /// Counts a call that began as over.
    fn end(&self);

    /// Returns `true` if a new share would behave the same.
    fn is_idle(&self) -> bool;
}

/// What a [`CallerShare`] knows about a call without asking anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareAnswer {
    /// The call is counted.
    Begun,
    /// The call exceeds a limit.
    Refused {
        /// The time after which it may be tried again.
        retry_after: Duration,
    },
    /// [`CallerShare::ask`] finds out.
    Ask,
}
