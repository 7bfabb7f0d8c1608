//! [`ChangePace`]: slows down a source that reports changes without end.

use std::time::{Duration, Instant};

/// How many changes of a source are applied within a [`WINDOW`].
const MAX_CHANGES: u32 = 100;
const WINDOW: Duration = Duration::from_secs(1);

/// Counts the changes of a source, and waits when there are too many.
///
/// A source whose `changed` returns at once would otherwise keep a core busy for ever.
#[derive(Debug)]
pub(super) struct ChangePace {
    window_start: Instant,
    changes: u32,
    is_told: bool,
}

impl ChangePace {
    pub(super) fn new() -> Self {
        Self {
            window_start: Instant::now(),
            changes: 0,
            is_told: false,
        }
    }

    /// Counts a change. Waits until the window is over if it has too many.
    pub(super) async fn count(&mut self) {
        self.changes += 1;
        let elapsed = self.window_start.elapsed();
        if elapsed >= WINDOW {
            self.start_window();
            self.is_told = false;
        } else if self.changes >= MAX_CHANGES {
            if !self.is_told {
                self.is_told = true;
                tracing::warn!(
                    "a source reports changes without end: {MAX_CHANGES} a second are applied; \
                     its `changed` must wait until something has changed"
                );
            }
            tokio::time::sleep(WINDOW - elapsed).await;
            self.start_window();
        }
    }

    fn start_window(&mut self) {
        self.window_start = Instant::now();
        self.changes = 0;
    }
}
