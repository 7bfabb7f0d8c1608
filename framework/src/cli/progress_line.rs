//! [`ProgressLine`]: a line on the terminal that is overwritten.

use std::io::{self, IsTerminal as _, Write as _};

use toolwright_base::visible_line;

/// The width of the bar in characters.
const BAR: usize = 20;
/// Moves to the start of the line, and clears it.
const CLEAR: &str = "\r\u{1b}[2K";

/// A line on standard error that shows the progress of work. Does nothing if that is not a
/// terminal.
#[derive(Debug)]
pub struct ProgressLine {
    is_terminal: bool,
    is_drawn: bool,
}

impl Default for ProgressLine {
    /// Creates a line, without drawing it.
    fn default() -> Self {
        Self {
            is_terminal: io::stderr().is_terminal(),
            is_drawn: false,
        }
    }
}

impl ProgressLine {
    /// Replaces the line by `text`.
    pub fn show(&mut self, text: &str) {
        if self.is_terminal {
            draw(&format!("{CLEAR}{}", visible_line(text)));
            self.is_drawn = true;
        }
    }

    /// Clears the line.
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

/// Returns a progress bar. `share` is from 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "from 0 to 20"
)]
pub fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full))
}
