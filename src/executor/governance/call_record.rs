//! [`Record`]: one call, as the execution log has it.

use std::{
    borrow::Cow,
    cell::RefCell,
    io::Write as _,
    net::IpAddr,
    time::{Duration, SystemTime},
};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{argument_secrets, outcome::Outcome};
use crate::core::{
    ClientProfile, Content, ExecutionId, Origin, Redactor, Repair, ToolError, ToolOutput,
};

/// One call, as the execution log has it.
#[derive(Debug)]
pub(super) struct Record<'a> {
    pub(super) id: ExecutionId,
    pub(super) time: SystemTime,
    pub(super) tool: &'a str,
    pub(super) kind: Option<&'a str>,
    pub(super) client: &'a ClientProfile,
    /// JSON text.
    pub(super) arguments: &'a str,
    pub(super) repairs: &'a [Repair],
    pub(super) queued: Duration,
    pub(super) elapsed: Duration,
    pub(super) outcome: Outcome,
    pub(super) output: Option<&'a ToolOutput>,
    pub(super) error: Option<&'a ToolError>,
}

/// A tool's answer in the log.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoggedOutput<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a [Content]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
}

impl<'a> LoggedOutput<'a> {
    /// All of it, but the structured value only once: for clients that know no such value, most tools repeat it as a text.
    fn of(output: &'a ToolOutput) -> Self {
        let structured = output.structured.as_deref();
        let is_repeated = match (output.content.as_slice(), structured) {
            (
                [
                    Content::Text {
                        text,
                        annotations: None,
                    },
                ],
                Some(value),
            ) => text == value.get(),
            _ => false,
        };
        // What went wrong is read by people, as a text.
        let leaves_out = is_repeated && !output.is_error;
        Self {
            content: (!leaves_out).then_some(&output.content),
            structured_content: structured,
        }
    }
}

impl Record<'_> {
    /// The record as a JSON object in one line, without what is secret.
    pub(super) fn write(&self, redactor: &Redactor) -> Vec<u8> {
        let mut line = Vec::with_capacity(512 + self.arguments.len());
        line.extend_from_slice(b"{\"id\":\"");
        line.extend_from_slice(self.id.write(&mut [0; 36]).as_bytes());
        line.extend_from_slice(b"\",\"time\":\"");
        write_time(self.time, &mut line);
        line.extend_from_slice(b"\",\"tool\":");
        text(&mut line, self.tool);
        if let Some(kind) = self.kind {
            line.extend_from_slice(b",\"kind\":");
            text(&mut line, kind);
        }
        self.write_caller(&mut line);
        line.extend_from_slice(b",\"arguments\":");
        let of_call = self.write_arguments(redactor, &mut line);
        line.extend_from_slice(b",\"outcome\":\"");
        line.extend_from_slice(self.outcome.as_str().as_bytes());
        line.push(b'"');
        let hide = Hide {
            always: redactor,
            of_call,
        };
        self.write_answer(&hide, &mut line);
        number(&mut line, "queued_us", self.queued);
        number(&mut line, "elapsed_us", self.elapsed);
        line.push(b'}');
        line
    }

    fn write_caller(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b",\"caller\":\"");
        write_origin(self.client.origin, line);
        line.push(b'"');
        if let Some(info) = &self.client.info {
            line.extend_from_slice(b",\"client\":");
            text(line, &[&info.name, "/", &info.version].concat());
        }
    }

    /// What came may be anything; what is not JSON is kept as text. Says how the answer is to be kept: without the secrets that came.
    fn write_arguments(&self, redactor: &Redactor, line: &mut Vec<u8>) -> Option<Redactor> {
        // What a tool could read is JSON.
        if self.outcome == Outcome::Ok || is_json(self.arguments) {
            let shown = redactor.redact_json(self.arguments);
            line.extend_from_slice(shown.as_bytes());
            let is_as_it_came = matches!(shown, Cow::Borrowed(_));
            return if is_as_it_came {
                None
            } else {
                argument_secrets::redactor_of(self.arguments)
            };
        }
        text(line, &redactor.redact_text(self.arguments));
        None
    }

    fn write_answer(&self, hide: &Hide<'_>, line: &mut Vec<u8>) {
        if let Some(whole) = self.output.and_then(|output| output.unabridged.as_ref()) {
            line.extend_from_slice(b",\"output\":");
            hide.write_json(whole, line);
        } else if let Some(output) = self.output
            && let Ok(json) = serde_json::to_string(&LoggedOutput::of(output))
        {
            line.extend_from_slice(b",\"output\":");
            hide.write_json(&json, line);
        }
        if let Some(error) = self.error {
            line.extend_from_slice(b",\"error\":");
            hide.write_text(&error.to_string(), line);
        }
        if !self.repairs.is_empty()
            && let Ok(json) = serde_json::to_string(&shown_repairs(self.repairs))
        {
            line.extend_from_slice(b",\"repairs\":");
            hide.write_json(&json, line);
        }
    }
}

/// What is left out of the answer: what is secret everywhere, and what came as a secret.
struct Hide<'a> {
    always: &'a Redactor,
    of_call: Option<Redactor>,
}

impl Hide<'_> {
    fn write_json(&self, json: &str, line: &mut Vec<u8>) {
        let shown = self.always.redact_json(json);
        match &self.of_call {
            Some(secrets) => line.extend_from_slice(secrets.redact_json(&shown).as_bytes()),
            None => line.extend_from_slice(shown.as_bytes()),
        }
    }

    fn write_text(&self, plain: &str, line: &mut Vec<u8>) {
        let shown = self.always.redact_text(plain);
        match &self.of_call {
            Some(secrets) => text(line, &secrets.redact_text(&shown)),
            None => text(line, &shown),
        }
    }
}

/// Repairs, with nothing of those that were at a place for secrets.
fn shown_repairs(repairs: &[Repair]) -> Vec<Cow<'_, Repair>> {
    let hide = |repair| {
        let mut hidden: Repair = Clone::clone(repair);
        hidden.got = Redactor::MASK.into();
        hidden.used = hidden.used.map(|_| Redactor::MASK.into());
        Cow::Owned(hidden)
    };
    let is_secret = |repair: &Repair| {
        let mut names = repair.path.split(['.', '[']);
        names.any(Redactor::is_sensitive)
    };
    let shown = repairs.iter();
    shown
        .map(|repair| {
            if is_secret(repair) {
                hide(repair)
            } else {
                Cow::Borrowed(repair)
            }
        })
        .collect()
}

/// Whether `json` is JSON. An object that came over the wire was parsed before; only what tests and programs hand in may not be.
fn is_json(json: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok()
}

fn text(line: &mut Vec<u8>, text: &str) {
    // Text always serialises, and a vector takes everything.
    let _ = serde_json::to_writer(line, text);
}

fn number(line: &mut Vec<u8>, name: &str, duration: Duration) {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
    write_number(
        u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
        line,
    );
}

/// Writes a number without the machinery of formatting, since every call has several.
fn write_number(mut number: u64, line: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[at..]);
}

fn write_origin(origin: Origin, line: &mut Vec<u8>) {
    let Origin::Address(IpAddr::V4(address)) = origin else {
        // Writing to a vector does not fail.
        let _ = write!(line, "{origin}");
        return;
    };
    for (index, octet) in address.octets().into_iter().enumerate() {
        if index > 0 {
            line.push(b'.');
        }
        write_number(octet.into(), line);
    }
}

thread_local! {
    /// The second that was written last, and its text.
    static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
}

/// Writes a time as RFC 3339 with microseconds. All but those stays the same for a second.
fn write_time(time: SystemTime, line: &mut Vec<u8>) {
    let since = time
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or(Duration::ZERO);
    SECOND.with_borrow_mut(|(second, written)| {
        if *second != since.as_secs() {
            *second = since.as_secs();
            *written = DateTime::<Utc>::from(time)
                .format("%Y-%m-%dT%H:%M:%S.")
                .to_string();
        }
        line.extend_from_slice(written.as_bytes());
    });
    let mut rest = since.subsec_micros();
    let mut digits = [b'0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    line.extend_from_slice(&digits);
    line.push(b'Z');
}
