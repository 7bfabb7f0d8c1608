//! [`Shift`]: which thread reads.
//!
//! One thread reads a line and answers it itself, as far as that goes without waiting; handing every line to another thread would take
//! longer than most answers. Should it not come back, because a tool blocks or the host does not read its answers, a second thread that
//! stands by takes over the reading. It looks every few milliseconds while there is something to look at, and sleeps when there is not.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    thread::{self, Thread},
    time::Duration,
};

use crate::core::lock;

/// How often the one that stands by looks. What it sees twice takes too long.
const LOOK: Duration = Duration::from_millis(2);
/// After this many looks at nothing it sleeps.
const PATIENCE: u32 = 50;
/// What a takeover adds to the progress.
const TAKEOVER: u64 = 1 << 32;

/// Which thread reads, and whether it comes back.
#[derive(Debug, Default)]
pub(super) struct Shift {
    /// Goes up when an answer is begun and when it is done, so it is odd in between; a takeover makes it another and even.
    progress: AtomicU64,
    /// How many threads stand by.
    standing_by: AtomicUsize,
    /// Whether the one that stands by sleeps.
    is_asleep: AtomicBool,
    sleeper: Mutex<Option<Thread>>,
    is_over: AtomicBool,
}

impl Shift {
    /// Whether another thread would take over if this one did not come back.
    pub(super) fn is_covered(&self) -> bool {
        self.standing_by.load(SeqCst) > 0
    }

    /// Does what may not come back in time, and says whether it did: if not, another thread reads now.
    pub(super) fn is_back_from(&self, work: impl FnOnce()) -> bool {
        let begun = self.progress.fetch_add(1, SeqCst) + 1;
        if self.is_asleep.load(SeqCst) {
            self.wake();
        }
        work();
        let done = begun + 1;
        let progress = &self.progress;
        progress
            .compare_exchange(begun, done, SeqCst, SeqCst)
            .is_ok()
    }

    /// Stands by. Returns true when it is time to take over, and false when there is nothing more to read.
    pub(super) fn stand_by(&self) -> bool {
        *lock(&self.sleeper) = Some(thread::current());
        self.standing_by.fetch_add(1, SeqCst);
        let is_needed = self.wait();
        self.standing_by.fetch_sub(1, SeqCst);
        is_needed
    }

    /// There is nothing more to read.
    pub(super) fn end(&self) {
        self.is_over.store(true, SeqCst);
        self.wake();
    }

    fn wait(&self) -> bool {
        let (mut seen, mut idle) = (self.progress.load(SeqCst), 0);
        while !self.is_over.load(SeqCst) {
            if idle < PATIENCE {
                thread::park_timeout(LOOK);
            } else {
                self.sleep(seen);
                idle = 0;
            }
            let now = self.progress.load(SeqCst);
            if now == seen && now % 2 == 1 && self.take_over(now) {
                return true;
            }
            idle = if now == seen { idle + 1 } else { 0 };
            seen = now;
        }
        false
    }

    /// Sleeps until there is something to look at.
    fn sleep(&self, seen: u64) {
        self.is_asleep.store(true, SeqCst);
        while self.is_asleep.load(SeqCst) && self.progress.load(SeqCst) == seen {
            thread::park();
        }
        self.is_asleep.store(false, SeqCst);
    }

    fn wake(&self) {
        self.is_asleep.store(false, SeqCst);
        if let Some(thread) = &*lock(&self.sleeper) {
            thread.unpark();
        }
    }

    /// Takes over from one that began at `begun`, unless it has come back just now.
    fn take_over(&self, begun: u64) -> bool {
        let next = (begun + 1).wrapping_add(TAKEOVER);
        let progress = &self.progress;
        progress
            .compare_exchange(begun, next, SeqCst, SeqCst)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    #[test]
    fn what_comes_back_in_time_is_not_taken_over() {
        let shift = Arc::new(Shift::default());
        let other = Arc::clone(&shift);
        let standing_by = thread::spawn(move || other.stand_by());
        while !shift.is_covered() {
            thread::yield_now();
        }
        for _ in 0..1000 {
            assert!(shift.is_back_from(|| ()));
        }
        // Long enough for the other to fall asleep, and then it is woken.
        thread::sleep(LOOK * (PATIENCE + 20));
        assert!(shift.is_back_from(|| ()));
        shift.end();
        assert!(!standing_by.join().unwrap());
    }

    #[test]
    fn what_does_not_come_back_is_taken_over_also_from_one_that_slept() {
        for pause in [Duration::ZERO, LOOK * (PATIENCE + 20)] {
            let shift = Arc::new(Shift::default());
            let other = Arc::clone(&shift);
            let (taken, wait) = mpsc::channel();
            let standing_by = thread::spawn(move || taken.send(other.stand_by()).unwrap());
            while !shift.is_covered() {
                thread::yield_now();
            }
            thread::sleep(pause);
            let is_back = shift.is_back_from(|| assert!(wait.recv().unwrap()));
            assert!(!is_back);
            assert!(!shift.is_covered());
            standing_by.join().unwrap();
        }
    }
}
