//! [`ProgressLine`]: one line on a terminal that is drawn again and again.

use std::io::{self, IsTerminal as _, Write as _};

/// How many characters the bar has.
const BAR: usize = 20;
/// Back to the start of the line, which is cleared.
const CLEAR: &str = "\r\u{1b}[2K";

/// A line on standard error that tells how far work is. Where that is no terminal it is silent.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    is_terminal: bool,
    is_drawn: bool,
}

impl ProgressLine {
    /// A line that is not drawn yet.
    pub(crate) fn new() -> Self {
        Self {
            is_terminal: io::stderr().is_terminal(),
            is_drawn: false,
        }
    }

    /// Draws the line anew.
    pub(crate) fn show(&mut self, text: &str) {
        if self.is_terminal {
            draw(&format!("{CLEAR}{text}"));
            self.is_drawn = true;
        }
    }

    /// Takes it away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            draw(CLEAR);
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

fn draw(text: &str) {
    let mut stream = io::stderr().lock();
    let _ = write!(stream, "{text}").and_then(|()| stream.flush());
}

/// A bar that is as full as `share`, from 0 to 1, says.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "from 0 to 20"
)]
pub(crate) fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full))
}
