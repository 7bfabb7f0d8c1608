//! Shows the log messages and the progress of a running call.

use std::time::Duration;

use serde_json::Value;

use super::{
    output,
    parameter::plain,
    progress_line::{ProgressLine, bar},
};
use crate::{client::Client, server::Result};

/// The interval at which notifications are shown.
const INTERVAL: Duration = Duration::from_millis(80);

/// Waits for `work`, and meanwhile shows the notifications that `client` receives.
pub(super) async fn show_while<T>(
    client: &Client,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    let mut line = ProgressLine::default();
    let mut ticks = tokio::time::interval(INTERVAL);
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

fn show(line: &mut ProgressLine, notifications: &[Value]) {
    for message in notifications {
        if let Some(text) = log_line(message) {
            line.clear();
            output::notice(&text);
        }
    }
    if let Some(text) = notifications.iter().rev().find_map(progress_line) {
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
    fn progress_is_a_bar_if_the_total_is_known() {
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
    fn a_log_message_is_shown_with_its_level() {
        let message = json!({"method": "notifications/message", "params": {"level": "info", "data": "reporting"}});
        assert_eq!(log_line(&message).as_deref(), Some("info: reporting"));
    }
}
