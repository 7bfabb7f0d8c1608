//! Reads lines from standard input. A [`ReaderHandoff`] hands the reading over to a standby thread when the
//! reading thread is blocked.
//!
//! One thread reads a line and answers it itself, because handing every line to another thread
//! would take longer than most calls. The call may block the thread, for example in a tool or
//! because the host does not read its output. Then a second thread takes over the reading. It
//! checks for this every few milliseconds while lines arrive, and sleeps while none do.

use std::{
    io::{self, BufRead, BufReader, Read as _, Stdin},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    thread::{self, Thread},
    time::Duration,
};

use bytes::Bytes;
use toolwright_base::lock;

/// A line of input.
pub(super) enum InputLine {
    Whole(Bytes),
    TooLong,
}

/// Reads standard input line by line, with a limit on their length.
pub(super) struct LineReader {
    input: BufReader<Stdin>,
    max_line: usize,
}

impl LineReader {
    pub(super) fn new(max_line: usize) -> Self {
        Self {
            input: BufReader::with_capacity(64 * 1024, io::stdin()),
            max_line,
        }
    }

    pub(super) const fn max_line(&self) -> usize {
        self.max_line
    }

    /// Returns whether more input is buffered.
    pub(super) fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Reads the next line that is not blank. Returns `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<InputLine> {
        loop {
            let line = read_line(&mut self.input, self.max_line).ok()??;
            if !matches!(&line, InputLine::Whole(text) if text.iter().all(u8::is_ascii_whitespace))
            {
                return Some(line);
            }
        }
    }
}

/// Reads a line without its line break. The content of a line that is too long is dropped.
fn read_line(input: &mut impl BufRead, max_line: usize) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    let limit = max_line as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Some(InputLine::Whole(line.into())));
    }
    if line.len() as u64 == limit {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok((!line.is_empty()).then(|| InputLine::Whole(line.into())))
}

/// The interval of the checks. Work that is seen at two checks in a row takes too long.
const CHECK_INTERVAL: Duration = Duration::from_millis(2);
/// The number of checks without work after which the standby thread sleeps.
const IDLE_CHECKS: u32 = 50;
/// The amount that a takeover adds to the progress.
const TAKEOVER: u64 = 1 << 32;

/// Coordinates the reading thread and the standby thread.
#[derive(Debug, Default)]
pub(super) struct ReaderHandoff {
    /// Incremented when work begins and when it is done, so it is odd in between. A takeover
    /// changes it to another even value.
    progress: AtomicU64,
    /// The number of threads in [`Self::wait_to_take_over`].
    standby_threads: AtomicUsize,
    /// Whether the standby thread sleeps.
    is_asleep: AtomicBool,
    standby_thread: Mutex<Option<Thread>>,
    is_closed: AtomicBool,
}

impl ReaderHandoff {
    /// Returns whether there is a standby thread that would take over.
    pub(super) fn has_standby(&self) -> bool {
        self.standby_threads.load(SeqCst) > 0
    }

    /// Runs `work`, which may block. Returns `false` if the other thread has taken over meanwhile.
    pub(super) fn run_unless_taken_over(&self, work: impl FnOnce()) -> bool {
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

    /// Waits as the standby thread. Returns `true` if the caller has taken over the reading, and
    /// `false` when the input has ended.
    pub(super) fn wait_to_take_over(&self) -> bool {
        *lock(&self.standby_thread) = Some(thread::current());
        self.standby_threads.fetch_add(1, SeqCst);
        let is_needed = self.wait();
        self.standby_threads.fetch_sub(1, SeqCst);
        is_needed
    }

    /// Ends the wait of the standby thread, because the input has ended.
    pub(super) fn close(&self) {
        self.is_closed.store(true, SeqCst);
        self.wake();
    }

    fn wait(&self) -> bool {
        let (mut seen, mut idle) = (self.progress.load(SeqCst), 0);
        while !self.is_closed.load(SeqCst) {
            if idle < IDLE_CHECKS {
                thread::park_timeout(CHECK_INTERVAL);
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

    /// Sleeps until work begins.
    fn sleep(&self, seen: u64) {
        self.is_asleep.store(true, SeqCst);
        while self.is_asleep.load(SeqCst) && self.progress.load(SeqCst) == seen {
            thread::park();
        }
        self.is_asleep.store(false, SeqCst);
    }

    fn wake(&self) {
        self.is_asleep.store(false, SeqCst);
        if let Some(thread) = &*lock(&self.standby_thread) {
            thread.unpark();
        }
    }

    /// Takes over from the work that began at `begun`. Returns `false` if it was done just now.
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
    fn a_line_over_the_limit_is_dropped_and_the_next_is_read() {
        let mut input = io::Cursor::new(b"12345\n1234567\nab".to_vec());
        let mut next = || match read_line(&mut input, 5).unwrap() {
            Some(InputLine::Whole(line)) => Some(String::from_utf8(line.to_vec()).unwrap()),
            Some(InputLine::TooLong) => Some("too long".into()),
            None => None,
        };
        assert_eq!(next().as_deref(), Some("12345"));
        assert_eq!(next().as_deref(), Some("too long"));
        assert_eq!(next().as_deref(), Some("ab"));
        assert_eq!(next(), None);
    }

    #[test]
    fn work_that_returns_in_time_is_not_taken_over() {
        let handoff = Arc::new(ReaderHandoff::default());
        let other = Arc::clone(&handoff);
        let standby = thread::spawn(move || other.wait_to_take_over());
        while !handoff.has_standby() {
            thread::yield_now();
        }
        for _ in 0..1000 {
            assert!(handoff.run_unless_taken_over(|| ()));
        }
        // Long enough for the standby thread to fall asleep.
        thread::sleep(CHECK_INTERVAL * (IDLE_CHECKS + 20));
        assert!(handoff.run_unless_taken_over(|| ()));
        handoff.close();
        assert!(!standby.join().unwrap());
    }

    #[test]
    fn blocked_work_is_taken_over_even_by_a_sleeping_thread() {
        for pause in [Duration::ZERO, CHECK_INTERVAL * (IDLE_CHECKS + 20)] {
            let handoff = Arc::new(ReaderHandoff::default());
            let other = Arc::clone(&handoff);
            let (taken, wait) = mpsc::channel();
            let standby = thread::spawn(move || taken.send(other.wait_to_take_over()).unwrap());
            while !handoff.has_standby() {
                thread::yield_now();
            }
            thread::sleep(pause);
            let is_back = handoff.run_unless_taken_over(|| assert!(wait.recv().unwrap()));
            assert!(!is_back);
            assert!(!handoff.has_standby());
            standby.join().unwrap();
        }
    }
}
