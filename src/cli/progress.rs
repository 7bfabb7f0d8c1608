//! What a tool tells while it runs: its log lines, and a line of progress on a terminal.

use std::time::Duration;

use serde_json::Value;

use super::{
    output,
    parameter::plain,
    progress_line::{ProgressLine, bar},
};
use crate::server::{Client, Result};

/// How often the line is drawn.
const EVERY: Duration = Duration::from_millis(80);
/// Waits for `work`, and shows meanwhile what the client hears.
pub(super) async fn shown<T>(client: &Client, work: impl Future<Output = Result<T>>) -> Result<T> {
    let mut line = ProgressLine::new();
    let mut ticks = tokio::time::interval(EVERY);
    let mut work = std::pin::pin!(work);
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut work => break answer,
            _ = ticks.tick() => show(&mut line, &client.take_notifications()),
        }
    };
    show(&mut line, &client.take_notifications());
    line.clear();
    answer
}

fn show(line: &mut ProgressLine, heard: &[Value]) {
    for message in heard {
        if let Some(text) = log_line(message) {
            line.clear();
            output::notice(&text);
        }
    }
    if let Some(text) = heard.iter().rev().find_map(progress_line) {
        line.show(&text);
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
