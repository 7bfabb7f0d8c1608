//! [`Entry`]: a record of the log.
//!
//! A call of a tool that may change something has two: one that it began, and one that it ended.

use std::borrow::Cow;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

/// A record: the fields to filter by, and the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The JSON object, without a newline.
    pub line: String,
    /// The id of the call.
    pub id: String,
    /// When the call began.
    pub time: DateTime<Utc>,
    /// When it was over.
    pub end: DateTime<Utc>,
    /// The name of the tool.
    pub tool: String,
    /// How the call ended, for instance `ok` or `timeout`.
    pub outcome: String,
    /// Who called, if that is known.
    pub caller: Option<String>,
    /// The name that the calling program gave itself.
    pub client: Option<String>,
    /// Whether the call was a trial run.
    pub is_test: bool,
    /// Whether the call ended, and another record says that it began.
    pub(super) has_begin: bool,
}

/// The outcome of a call that begins.
const BEGUN: &str = "begun";

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    time: Cow<'a, str>,
    #[serde(borrow)]
    tool: Cow<'a, str>,
    #[serde(borrow)]
    outcome: Cow<'a, str>,
    caller: Option<String>,
    client: Option<String>,
    #[serde(default)]
    queued_us: u64,
    #[serde(default)]
    elapsed_us: u64,
    #[serde(default)]
    begun: bool,
    #[serde(default)]
    test: bool,
}

impl Entry {
    /// Parses a line. Returns `None` if it is not a record.
    pub fn parse(line: Vec<u8>) -> Option<Self> {
        let line = String::from_utf8(line).ok()?;
        let fields: Fields<'_> = serde_json::from_str(&line).ok()?;
        let time: DateTime<Utc> = fields.time.parse().ok()?;
        let took = i64::try_from(fields.queued_us.max(fields.elapsed_us)).ok()?;
        Some(Self {
            id: fields.id.into_owned(),
            time,
            end: time.checked_add_signed(TimeDelta::microseconds(took))?,
            tool: fields.tool.into_owned(),
            outcome: fields.outcome.into_owned(),
            caller: fields.caller,
            client: fields.client,
            is_test: fields.test,
            has_begin: fields.begun,
            line,
        })
    }

    /// Returns how long the call took.
    pub fn microseconds(&self) -> u64 {
        let took = (self.end - self.time).num_microseconds();
        took.and_then(|took| u64::try_from(took).ok()).unwrap_or(0)
    }

    /// Whether the call failed. One that waits for the answer of a person has not.
    pub fn has_failed(&self) -> bool {
        !matches!(self.outcome.as_str(), "ok" | "input_required" | BEGUN)
    }

    /// Whether the record says that the call began.
    pub fn is_begin(&self) -> bool {
        self.outcome == BEGUN
    }
}
