//! What a tool tells while it runs: its log lines, and a line of progress on a terminal.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::Duration,
};

use serde_json::Value;

use super::{output, parameter::plain};
use crate::server::{Client, Result};

/// How often the line is drawn.
const EVERY: Duration = Duration::from_millis(80);
/// How many characters the bar has.
const BAR: usize = 20;
/// Back to the start of the line, which is cleared.
const CLEAR: &str = "\r\u{1b}[2K";

/// Waits for `work`, and shows meanwhile what the client hears.
pub(super) async fn shown<T>(client: &Client, work: impl Future<Output = Result<T>>) -> Result<T> {
    let mut line = Line {
        is_terminal: io::stderr().is_terminal(),
        is_drawn: false,
    };
    let mut ticks = tokio::time::interval(EVERY);
    let mut work = std::pin::pin!(work);
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut work => break answer,
            _ = ticks.tick() => line.show(&client.take_notifications()),
        }
    };
    line.show(&client.take_notifications());
    line.clear();
    answer
}

/// The line of progress.
struct Line {
    is_terminal: bool,
    is_drawn: bool,
}

impl Line {
    fn show(&mut self, heard: &[Value]) {
        for message in heard {
            if let Some(text) = log_line(message) {
                self.clear();
                output::notice(&text);
            }
        }
        let last = heard.iter().rev().find_map(progress_line);
        if let Some(text) = last.filter(|_| self.is_terminal) {
            self.draw(&format!("{CLEAR}{text}"));
            self.is_drawn = true;
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            self.draw(CLEAR);
        }
    }

    #[expect(clippy::unused_self, reason = "drawing belongs to the line")]
    fn draw(&self, text: &str) {
        let mut stream = io::stderr().lock();
        let _ = write!(stream, "{text}").and_then(|()| stream.flush());
    }
}

fn log_line(message: &Value) -> Option<String> {
    let params = (message["method"] == "notifications/message").then_some(&message["params"])?;
    Some(format!(
        "{}: {}",
        plain(&params["level"]),
        plain(&params["data"])
    ))
}

fn progress_line(message: &Value) -> Option<String> {
    let params = (message["method"] == "notifications/progress").then_some(&message["params"])?;
    let done = params["progress"].as_f64()?;
    let text = params["message"].as_str().unwrap_or_default();
    let line = match params["total"].as_f64().filter(|total| *total > 0.0) {
        Some(total) => format!("{} {done}/{total} {text}", bar(done / total)),
        None => format!("{done} {text}"),
    };
    Some(line.trim_end().to_owned())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "from 0 to 20"
)]
fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("[{}{}]", "#".repeat(full), "-".repeat(BAR - full))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn progress(params: &Value) -> Option<String> {
        progress_line(&json!({"method": "notifications/progress", "params": params}))
    }

    #[test]
    fn progress_is_a_bar_where_the_end_is_known() {
        assert_eq!(
            progress(&json!({"progress": 1, "total": 4, "message": "milk"})).as_deref(),
            Some("[#####---------------] 1/4 milk")
        );
        assert_eq!(
            progress(&json!({"progress": 9, "total": 4})).as_deref(),
            Some("[####################] 9/4")
        );
        assert_eq!(progress(&json!({"progress": 2.5})).as_deref(), Some("2.5"));
        assert_eq!(
            progress_line(&json!({"method": "notifications/message"})),
            None
        );
    }

    #[test]
    fn a_log_line_has_its_level() {
        let message = json!({"method": "notifications/message", "params": {"level": "info", "data": "reporting"}});
        assert_eq!(log_line(&message).as_deref(), Some("info: reporting"));
    }
}
