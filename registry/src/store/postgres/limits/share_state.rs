//! [`ShareState`]: what one server may begin of the calls of one caller, without asking.

use std::time::{Duration, Instant};

use toolwright::tool::RateLimit;
use toolwright_base::Window;

use super::report::{NewShare, ShareReport};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);
/// How long tokens and slots are kept without a call, and how long calls are not told at most.
pub(super) const HOLD: Duration = Duration::from_secs(1);
/// How long it is not asked again after there was nothing left.
const REFUSAL: Duration = Duration::from_millis(250);
/// The most tokens that are asked for ahead. The database gives fewer.
const MAX_AHEAD: u32 = 1 << 20;

/// What one server may begin of the calls of one caller of a tool.
#[derive(Debug)]
pub(super) struct ShareState {
    limit: RateLimit,
    /// The calls that may begin without asking.
    tokens: u32,
    /// The calls that began and were not told yet, and those that are being told.
    untold: u32,
    telling: u32,
    running: u32,
    /// The calls that may run at once without asking, and how many of them may be free.
    slots: u32,
    free_slots: u32,
    /// The calls that wait for an answer.
    pub(super) waiting: u32,
    /// How many tokens are asked for ahead. It doubles when they run out.
    ahead: u32,
    has_run_dry: bool,
    /// The own calls, which count while the database is away.
    minute: Option<Window>,
    hour: Option<Window>,
    refused: Option<Refusal>,
    crowded_until: Option<Instant>,
    last_call: Instant,
    told_at: Instant,
    is_due: bool,
}

/// That there was no token left.
#[derive(Debug, Clone, Copy)]
struct Refusal {
    /// Until then it is not asked again.
    until: Instant,
    /// When there may be one.
    over_at: Instant,
}

/// Whether a call may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    /// It is counted.
    Begun,
    /// Too many began. The time after which one may begin.
    Refused(Duration),
    /// Too many run.
    Crowded,
    /// The database knows.
    Unknown,
}

impl ShareState {
    pub(super) fn new(limit: RateLimit, now: Instant) -> Self {
        Self {
            limit,
            tokens: 0,
            untold: 0,
            telling: 0,
            running: 0,
            slots: 0,
            free_slots: 0,
            waiting: 0,
            ahead: 1,
            has_run_dry: false,
            minute: limit.per_minute.map(|most| Window::new(MINUTE, most)),
            hour: limit.per_hour.map(|most| Window::new(HOUR, most)),
            refused: None,
            crowded_until: None,
            last_call: now,
            told_at: now,
            is_due: false,
        }
    }

    /// Takes over another limit.
    pub(super) fn set_limit(&mut self, limit: RateLimit, now: Instant) {
        if self.limit != limit {
            let running = self.running;
            let waiting = self.waiting;
            *self = Self {
                running,
                waiting,
                // The tokens of the other limit are given back.
                is_due: true,
                ..Self::new(limit, now)
            };
        }
    }

    /// Counts a call that begins, if it may. `alone` is the number of servers that share the limit
    /// while the database is away, or 0.
    pub(super) fn begin(&mut self, now: Instant, is_continued: bool, alone: u32) -> Beginning {
        self.last_call = now;
        let has_rate = self.minute.is_some() || self.hour.is_some();
        let needs_token = has_rate && !is_continued;
        let refusal = match alone {
            0 => self.refusal(now, needs_token),
            servers => self.refusal_alone(now, needs_token, servers),
        };
        if let Some(refusal) = refusal {
            return refusal;
        }
        if needs_token {
            self.tokens = self.tokens.saturating_sub(1);
            self.has_run_dry |= self.tokens == 0;
            self.untold = self.untold.saturating_add(1);
            let windows = self.minute.iter_mut().chain(&mut self.hour);
            windows.for_each(|window| window.count(now));
            self.is_due |= self.tokens <= self.ahead / 2;
        }
        self.running += 1;
        Beginning::Begun
    }

    /// Returns why a call may not begin with what is there.
    fn refusal(&mut self, now: Instant, needs_token: bool) -> Option<Beginning> {
        if needs_token && self.tokens == 0 {
            let refused = self.refused.filter(|refused| now < refused.until);
            self.is_due |= refused.is_none();
            return Some(refused.map_or(Beginning::Unknown, |refused| {
                Beginning::Refused(refused.over_at.saturating_duration_since(now))
            }));
        }
        if self.limit.concurrent.is_some() && self.running >= self.slots {
            let is_crowded = self.crowded_until.is_some_and(|until| now < until);
            self.is_due |= !is_crowded;
            return Some(match is_crowded {
                true => Beginning::Crowded,
                false => Beginning::Unknown,
            });
        }
        None
    }

    /// Returns why a call exceeds this server's part of the limits.
    fn refusal_alone(
        &mut self,
        now: Instant,
        needs_token: bool,
        servers: u32,
    ) -> Option<Beginning> {
        let part = |most: std::num::NonZeroU32| (most.get() / servers).max(1);
        if self
            .limit
            .concurrent
            .map(part)
            .is_some_and(|max| self.running >= max)
        {
            return Some(Beginning::Crowded);
        }
        let periods = [
            (&mut self.minute, self.limit.per_minute),
            (&mut self.hour, self.limit.per_hour),
        ];
        let waits = periods.into_iter().filter_map(|(window, most)| {
            let wait = window.as_mut()?.wait_below(part(most?), now);
            (needs_token && !wait.is_zero()).then_some(wait)
        });
        waits.max().map(Beginning::Refused)
    }

    /// Counts a call as over.
    pub(super) fn end(&mut self) {
        self.running = self.running.saturating_sub(1);
        let free = self.slots.saturating_sub(self.running);
        self.is_due |= free > self.free_slots;
    }

    /// Returns whether the database is to be asked now, and not when the time has come.
    pub(super) const fn is_due(&self) -> bool {
        self.is_due
    }

    /// Asks the next time whether there is a slot.
    pub(super) fn try_again(&mut self) {
        self.crowded_until = None;
    }

    /// Returns what is to be told and asked, if it is time.
    pub(super) fn report(&mut self, now: Instant) -> Option<ShareReport> {
        let has_something = self.untold > 0 || self.tokens > 0 || self.slots > self.running;
        let is_late = now.saturating_duration_since(self.told_at) >= HOLD;
        if !(self.is_due || is_late && has_something) {
            return None;
        }
        self.is_due = false;
        self.told_at = now;
        let is_idle = self.waiting == 0 && now.saturating_duration_since(self.last_call) >= HOLD;
        self.adapt(is_idle);
        if is_idle {
            self.tokens = 0;
        }
        let free = if is_idle { 0 } else { self.free_slots };
        let extra = self.slots.saturating_sub(self.running).min(free);
        // A call that begins before the answer must not take what is given back.
        self.slots = self.running + extra;
        self.telling = std::mem::take(&mut self.untold);
        let calls = |window: &mut Option<Window>| window.as_mut().map_or(0, |it| it.calls(now));
        Some(ShareReport {
            limit: self.limit,
            minute_calls: self.telling.min(calls(&mut self.minute)),
            hour_calls: self.telling.min(calls(&mut self.hour)),
            kept: self.tokens,
            waiting: self.waiting,
            ahead: if is_idle { 0 } else { self.ahead },
            running: self.slots,
            waiting_slots: self.waiting + (free - extra),
        })
    }

    /// Asks for more tokens ahead if they ran out, and for fewer if they were not used.
    fn adapt(&mut self, is_idle: bool) {
        if std::mem::take(&mut self.has_run_dry) {
            self.ahead = (self.ahead * 2).min(MAX_AHEAD);
        } else if is_idle || self.untold < self.ahead / 2 {
            self.ahead = (self.ahead / 2).max(1);
        }
    }

    /// Takes over what the database has given for this report.
    pub(super) fn accept(&mut self, report: &ShareReport, new: NewShare, now: Instant) {
        self.telling = 0;
        if report.limit != self.limit {
            self.is_due = true;
            return;
        }
        self.tokens += new.tokens.saturating_sub(report.kept);
        // More than these are not to be had: they are not asked for after every call.
        self.ahead = self.ahead.min(new.tokens.max(1));
        self.slots = new.slots;
        self.free_slots = new.free_slots;
        let has_asked = report.waiting + report.ahead > 0;
        let is_refused = has_asked && self.tokens == 0 && !new.wait.is_zero();
        self.refused = is_refused.then(|| Refusal {
            until: now + new.wait.min(REFUSAL),
            over_at: now + new.wait,
        });
        let is_crowded = report.limit.concurrent.is_some() && self.slots <= self.running;
        self.crowded_until = (is_crowded && report.waiting > 0).then(|| now + REFUSAL);
    }

    /// Goes on alone: the report may have been lost, and what was given before is not counted on.
    pub(super) fn lose(&mut self) {
        self.untold = self
            .untold
            .saturating_add(std::mem::take(&mut self.telling));
        self.tokens = 0;
        self.slots = self.running;
        self.is_due = true;
    }

    /// Returns whether a new share would behave the same.
    pub(super) fn is_idle(&self, now: Instant) -> bool {
        let holds_nothing = self.tokens == 0 && self.slots == 0 && self.untold == 0;
        let is_quiet = self.running == 0 && self.waiting == 0 && self.telling == 0;
        holds_nothing && is_quiet && now.saturating_duration_since(self.last_call) > MINUTE
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn share(per_minute: u32, concurrent: u32) -> (ShareState, Instant) {
        let limit = RateLimit {
            per_minute: NonZeroU32::new(per_minute),
            concurrent: NonZeroU32::new(concurrent),
            ..RateLimit::default()
        };
        let now = Instant::now();
        (ShareState::new(limit, now), now)
    }

    const fn given(tokens: u32, slots: u32) -> NewShare {
        NewShare {
            tokens,
            slots,
            free_slots: 0,
            wait: Duration::ZERO,
        }
    }

    fn exchange(share: &mut ShareState, new: NewShare, now: Instant) -> ShareReport {
        let report = share.report(now).unwrap();
        share.accept(&report, new, now);
        report
    }

    #[test]
    fn a_call_takes_a_token_and_the_next_ones_are_asked_for_before_they_run_out() {
        let (mut share, now) = share(100, 0);
        assert_eq!(share.begin(now, false, 0), Beginning::Unknown);
        share.waiting = 1;
        exchange(&mut share, given(2, 0), now);
        share.waiting = 0;
        assert_eq!(share.begin(now, false, 0), Beginning::Begun);
        assert_eq!(share.begin(now, false, 0), Beginning::Begun);
        assert_eq!(share.begin(now, false, 0), Beginning::Unknown);
        assert_eq!(
            share.begin(now, true, 0),
            Beginning::Begun,
            "a continued call"
        );
        let report = exchange(&mut share, given(0, 0), now);
        assert_eq!((report.minute_calls, report.kept, report.ahead), (2, 0, 2));
    }

    #[test]
    fn tokens_without_a_call_are_given_back_after_a_second() {
        let (mut share, now) = share(100, 0);
        share.begin(now, false, 0);
        exchange(&mut share, given(5, 0), now);
        assert!(share.report(now + HOLD / 2).is_none());
        let report = share.report(now + HOLD).unwrap();
        assert_eq!((report.kept, report.waiting, report.ahead), (0, 0, 0));
        share.accept(&report, given(0, 0), now + HOLD);
        assert!(!share.is_idle(now + HOLD));
        assert!(share.is_idle(now + 2 * MINUTE));
    }

    #[test]
    fn a_refusal_is_remembered_for_a_moment() {
        let (mut share, now) = share(100, 0);
        assert_eq!(share.begin(now, false, 0), Beginning::Unknown);
        let nothing = NewShare {
            wait: MINUTE,
            ..given(0, 0)
        };
        exchange(&mut share, nothing, now);
        assert_eq!(share.begin(now, false, 0), Beginning::Refused(MINUTE));
        assert!(share.report(now).is_none());
        let later = now + REFUSAL;
        assert_eq!(share.begin(later, false, 0), Beginning::Unknown);
    }

    #[test]
    fn a_slot_is_given_back_when_its_call_is_over() {
        let (mut share, now) = share(0, 2);
        assert_eq!(share.begin(now, false, 0), Beginning::Unknown);
        share.waiting = 1;
        exchange(&mut share, given(0, 1), now);
        share.waiting = 0;
        assert_eq!(share.begin(now, false, 0), Beginning::Begun);
        assert_eq!(share.begin(now, false, 0), Beginning::Unknown);
        share.end();
        assert!(share.is_due());
        assert_eq!(exchange(&mut share, given(0, 0), now).running, 0);
    }

    #[test]
    fn what_was_not_told_is_told_again_and_alone_a_server_has_its_part() {
        let (mut share, now) = share(10, 4);
        share.waiting = 1;
        share.begin(now, false, 0);
        exchange(&mut share, given(3, 4), now);
        share.waiting = 0;
        assert_eq!(share.begin(now, false, 0), Beginning::Begun);
        assert_eq!(share.report(now + HOLD).unwrap().minute_calls, 1);
        share.lose();
        // One ran before: a part of five leaves four, and two run at once.
        assert_eq!(share.begin(now, false, 2), Beginning::Begun);
        assert_eq!(share.begin(now, false, 2), Beginning::Crowded);
        for _ in 0..3 {
            share.end();
            assert_eq!(share.begin(now, false, 2), Beginning::Begun);
        }
        share.end();
        assert_eq!(share.begin(now, false, 2), Beginning::Refused(MINUTE));
        assert_eq!(share.report(now + HOLD).unwrap().minute_calls, 5);
    }
}
