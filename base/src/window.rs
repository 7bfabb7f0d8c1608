//! [`Window`]: counts the calls of a period, such as a minute.

use std::{
    collections::VecDeque,
    num::NonZeroU32,
    time::{Duration, Instant},
};

/// The number of slots that the calls of a period take at most, apart from one or two at its ends.
const SLOTS: u32 = 120;

/// Counts the calls of a period: no stretch of time of that length has more calls than the limit.
///
/// It keeps the time of each call if the limit is at most 120. An average would take less, but
/// would let more calls into some minutes than a limit per minute says. With a higher limit, calls
/// that are close to each other share a slot and are over together, which may be late by the width
/// of a slot: half a second of a minute, half a minute of an hour. So a generous limit takes no more
/// memory than a small one, whoever uses it up.
#[derive(Debug)]
pub struct Window {
    period: Duration,
    most: u32,
    /// The stretch of time whose calls share a slot: zero if each has its own.
    width: Duration,
    /// The calls that count, the oldest first.
    slots: VecDeque<WindowSlot>,
    /// The number of calls in `slots`.
    calls: u32,
}

/// Calls that are over at the same time.
#[derive(Debug)]
struct WindowSlot {
    /// The time of the first.
    start: Instant,
    calls: u32,
}

impl Window {
    /// Creates a window in which nothing counts yet.
    pub fn new(period: Duration, most: NonZeroU32) -> Self {
        let most = most.get();
        Self {
            period,
            most,
            width: if most > SLOTS {
                period / SLOTS
            } else {
                Duration::ZERO
            },
            slots: VecDeque::new(),
            calls: 0,
        }
    }

    /// Returns the time until a call may be counted: zero if it may be now.
    pub fn wait(&mut self, now: Instant) -> Duration {
        self.wait_below(self.most, now)
    }

    /// Returns the number of calls that count.
    pub fn calls(&mut self, now: Instant) -> u32 {
        self.wait(now);
        self.calls
    }

    /// Returns the time until a call may be counted, if the limit is `most`.
    pub fn wait_below(&mut self, most: u32, now: Instant) -> Duration {
        while let Some(oldest) = self.slots.front() {
            let left = self.end(oldest).saturating_duration_since(now);
            if !left.is_zero() {
                return if self.calls < most {
                    Duration::ZERO
                } else {
                    left
                };
            }
            self.calls -= oldest.calls;
            self.slots.pop_front();
        }
        Duration::ZERO
    }

    /// Counts a call that did not have to wait.
    pub fn count(&mut self, now: Instant) {
        self.calls += 1;
        match self.slots.back_mut() {
            Some(slot) if now.saturating_duration_since(slot.start) < self.width => slot.calls += 1,
            _ => self.slots.push_back(WindowSlot {
                start: now,
                calls: 1,
            }),
        }
    }

    /// Returns the time at which no call of a slot counts any more.
    fn end(&self, slot: &WindowSlot) -> Instant {
        slot.start + self.width + self.period
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

    #[test]
    fn a_generous_limit_holds_too_and_takes_little_memory() {
        const MAX_CALLS: usize = 100_000;
        let (mut window, start) = (window(MAX_CALLS as u32), Instant::now());
        let mut counted = Vec::new();
        for step in 0..400_000 {
            let now = start + Duration::from_micros(step * 500);
            if window.wait(now).is_zero() {
                window.count(now);
                counted.push(now);
            }
            assert!(window.slots.len() <= SLOTS as usize + 2);
        }
        let is_too_dense = |calls: &[Instant]| calls[MAX_CALLS] - calls[0] < MINUTE;
        assert!(!counted.windows(MAX_CALLS + 1).any(is_too_dense));
        // 200 seconds: all of the first 60, and of those after each wait.
        assert!(counted.len() > 3 * MAX_CALLS, "{}", counted.len());
    }
}
