//! [`CallSummary`]: one call in one line.

use std::borrow::Cow;

use chrono::SecondsFormat;
use serde::Deserialize;
use serde_json::value::RawValue;
use toolwright::{cli::output::Paint, log::LogEntry};
use toolwright_base::visible_line;

use crate::app::duration::format_duration;

/// How many characters of the arguments and of the error are shown.
const MAX_ARGUMENTS: usize = 80;
const MAX_ERROR: usize = 160;

/// The parts of a call that are shown in its line.
#[derive(Debug)]
pub(super) struct CallSummary {
    time: String,
    outcome: String,
    has_failed: bool,
    elapsed: String,
    tool: String,
    caller: String,
    arguments: String,
    error: Option<String>,
}

/// The parts of a record that a [`LogEntry`] lacks.
#[derive(Deserialize, Default)]
struct CallDetails<'a> {
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(default)]
    error: Option<String>,
    #[serde(borrow, default)]
    output: Option<Output<'a>>,
}

#[derive(Deserialize)]
struct Output<'a> {
    #[serde(borrow, default)]
    content: Vec<Block<'a>>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
}

impl CallSummary {
    pub(super) fn of(entry: &LogEntry) -> Self {
        let details: CallDetails<'_> = serde_json::from_str(&entry.line).unwrap_or_default();
        let arguments = details.arguments.map_or("", RawValue::get);
        let has_failed = entry.has_failed();
        // A tool that returns an error explains it in its output.
        let error = details.error.or_else(|| said(details.output?));
        Self {
            time: entry.time.to_rfc3339_opts(SecondsFormat::Millis, true),
            outcome: visible_line(&entry.outcome),
            has_failed,
            elapsed: elapsed(entry),
            tool: visible_line(&entry.tool),
            caller: visible_line(entry.caller.as_deref().unwrap_or("-")),
            arguments: visible_line(&shortened(arguments, MAX_ARGUMENTS)),
            error: error
                .filter(|_| has_failed)
                .map(|error| visible_line(&shortened(&error, MAX_ERROR))),
        }
    }

    /// Formats the line, with emphasis if the terminal supports it.
    pub(super) fn render(&self, paint: Paint) -> String {
        let outcome = format!("{:<12}", self.outcome);
        let outcome = if self.has_failed {
            paint.strong(&outcome)
        } else {
            outcome
        };
        let mut line = format!(
            "{}  {outcome}  {:>7}  {}  {}",
            paint.faint(&self.time),
            self.elapsed,
            paint.strong(&self.tool),
            paint.faint(&self.caller),
        );
        let rest = [Some(&self.arguments), self.error.as_ref()];
        for part in rest.into_iter().flatten().filter(|part| !part.is_empty()) {
            line.push_str("  ");
            line.push_str(part);
        }
        line
    }
}

fn said(output: Output<'_>) -> Option<String> {
    let texts: Vec<_> = output
        .content
        .into_iter()
        .filter_map(|block| block.text)
        .collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// Returns how long the call took. Nobody knows that of one that has not ended.
fn elapsed(entry: &LogEntry) -> String {
    if entry.is_begin() {
        return "-".to_owned();
    }
    format_duration((entry.end - entry.time).to_std().unwrap_or_default())
}

/// Returns the first characters of a text.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(record: &str) -> String {
        let entry = LogEntry::parse(record.as_bytes().to_vec()).unwrap();
        CallSummary::of(&entry).render(Paint(false))
    }

    #[test]
    fn a_call_is_one_line() {
        let record = r#"{"id":"1","time":"2026-11-15T12:00:00.123456Z","tool":"add","caller":"127.0.0.1","arguments":{"a":1},"outcome":"ok","output":{"content":[{"type":"text","text":"2"}]},"elapsed_us":345}"#;
        let expected = "2026-11-15T12:00:00.123Z  ok             345 µs  add  127.0.0.1  {\"a\":1}";
        assert_eq!(line(record), expected);
    }

    #[test]
    fn a_call_that_has_not_ended_has_no_duration() {
        let record = r#"{"id":"1","time":"2026-11-15T12:00:00Z","tool":"pay","arguments":{},"outcome":"begun","queued_us":90}"#;
        let expected = "2026-11-15T12:00:00.000Z  begun               -  pay  -  {}";
        assert_eq!(line(record), expected);
    }

    #[test]
    fn a_failed_call_shows_its_error() {
        let record = r#"{"id":"1","time":"2026-11-15T12:00:00Z","tool":"x","arguments":{},"outcome":"timeout","error":"timed out\nafter 30s","elapsed_us":30000000}"#;
        let expected =
            "2026-11-15T12:00:00.000Z  timeout          30 s  x  -  {}  timed out after 30s";
        assert_eq!(line(record), expected);
        let record = r#"{"id":"1","time":"2026-11-15T12:00:00Z","tool":"x","outcome":"failed","output":{"content":[{"type":"image"},{"type":"text","text":"no\u0020disk"}]}}"#;
        let expected = "2026-11-15T12:00:00.000Z  failed           0 µs  x  -  no disk";
        assert_eq!(line(record), expected);
    }

    #[test]
    fn text_of_callers_cannot_control_the_terminal() {
        let record = "{\"id\":\"1\",\"time\":\"2026-11-15T12:00:00Z\",\"tool\":\"\\u001b[31mx\\n\",\"caller\":\"\\u202ey\",\"arguments\":\"\u{9b}31m\",\"outcome\":\"denied\"}";
        let expected = "2026-11-15T12:00:00.000Z  denied           0 µs  \u{fffd}[31mx   \u{fffd}y  \"\u{fffd}31m\"";
        assert_eq!(line(record), expected);
    }

    #[test]
    fn long_arguments_are_shortened() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß", 3), "äöü…");
    }
}
