//! [`Window`]: counts the calls of a period, such as a minute.

use std::{
    collections::VecDeque,
    num::NonZeroU32,
    time::{Duration, Instant},
};

/// Counts the calls of a period: no stretch of time of that length has more calls than the limit.
///
/// It keeps the time of each call that counts, which takes 16 bytes. An average would take none, but
/// would let more calls into some minutes than a limit per minute says.
#[derive(Debug)]
pub(super) struct Window {
    period: Duration,
    most: usize,
    /// The times of the last calls, the oldest first.
    calls: VecDeque<Instant>,
}

impl Window {
    pub(super) fn new(period: Duration, most: NonZeroU32) -> Self {
        Self {
            period,
            most: usize::try_from(most.get()).unwrap_or(usize::MAX),
            calls: VecDeque::new(),
        }
    }

    /// Returns the time until a call may be counted: zero if it may be now.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        match self.calls.front() {
            Some(oldest) if self.calls.len() == self.most => {
                (*oldest + self.period).saturating_duration_since(now)
            }
            _ => Duration::ZERO,
        }
    }

    /// Counts a call that did not have to wait.
    pub(super) fn count(&mut self, now: Instant) {
        if self.calls.len() == self.most {
            self.calls.pop_front();
        }
        self.calls.push_back(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn window(most: u32) -> Window {
        Window::new(MINUTE, NonZeroU32::new(most).unwrap())
    }

    #[test]
    fn a_call_may_follow_as_soon_as_the_oldest_one_is_over() {
        let (mut window, start) = (window(2), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        for second in [0, 30] {
            assert_eq!(window.wait(after(second)), Duration::ZERO);
            window.count(after(second));
        }
        assert_eq!(window.wait(after(30)), Duration::from_secs(30));
        assert_eq!(window.wait(after(59)), Duration::from_secs(1));
        assert_eq!(window.wait(after(60)), Duration::ZERO);
        window.count(after(60));
        assert_eq!(window.wait(after(60)), Duration::from_secs(30));
    }

    #[test]
    fn no_minute_has_more_calls_than_the_limit() {
        let (mut window, start) = (window(7), Instant::now());
        let mut counted = Vec::new();
        for step in 0..2_000 {
            let now = start + Duration::from_millis(step * 137);
            if window.wait(now).is_zero() {
                window.count(now);
                counted.push(now);
            }
        }
        let is_too_dense = |calls: &[Instant]| calls[7] - calls[0] < MINUTE;
        assert!(!counted.windows(8).any(is_too_dense));
        assert!(counted.len() > 7 * 4);
    }
}
