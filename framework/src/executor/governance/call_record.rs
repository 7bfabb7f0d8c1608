//! [`CallRecord`]: a call as the execution log stores it, a line of JSON.
//!
//! Numbers and times are written by hand, because every call writes several of them: this avoids the
//! machinery of `std::fmt`.

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
use toolwright_base::{Redactor, cut_text};

use super::call_facts::{CallFacts, CallOutcome, Notes, RecordedArguments, Subject};
use crate::core::{
    ClientProfile, Content, ExecutionId, Failure, Origin, PassedOn, Repair, ToolError, ToolOutput,
};

/// The outcome of a call that begins.
const BEGUN: &str = "begun";
/// The longest name of a tool or URI of a resource, in bytes.
const MAX_NAME: usize = 500;
/// The longest name and version of a client, in bytes.
const MAX_CLIENT: usize = 200;
/// The longest error, in bytes.
const MAX_ERROR: usize = 64 << 10;

/// A call as the execution log stores it.
#[derive(Debug)]
pub(super) struct CallRecord<'a> {
    pub(super) id: ExecutionId,
    pub(super) time: SystemTime,
    pub(super) tool: &'a str,
    pub(super) kind: Option<&'a str>,
    /// The other server that the call was passed on to.
    pub(super) passed_on: Option<PassedOn>,
    /// Whether the call is a trial run.
    pub(super) is_test: bool,
    pub(super) client: &'a ClientProfile,
    pub(super) arguments: &'a str,
    /// The arguments without secrets.
    pub(super) recorded: &'a RecordedArguments,
    pub(super) repairs: &'a [Repair],
    pub(super) queued: Duration,
    pub(super) elapsed: Duration,
    /// The part of `elapsed` in which the call waited for a person or for the client.
    pub(super) waited: Duration,
    /// Whether an earlier record says that the call began.
    pub(super) has_begun: bool,
    /// How the call ended, or `None` if it begins.
    pub(super) outcome: Option<CallOutcome>,
    pub(super) output: Option<&'a ToolOutput>,
    pub(super) error: Option<&'a ToolError>,
}

impl<S: Subject> CallFacts<S> {
    /// Creates a record of the call, without an output and without an error. It begins if there is
    /// no outcome.
    pub(super) fn record<'r>(
        &'r self,
        recorded: &'r RecordedArguments,
        outcome: Option<CallOutcome>,
        elapsed: Duration,
        notes: &'r Notes,
    ) -> CallRecord<'r> {
        CallRecord {
            id: self.id,
            time: self.time,
            tool: self.subject.name(),
            kind: Some(self.subject.kind()),
            passed_on: self.context.passed_on(),
            is_test: self.context.is_test(),
            client: self.context.client(),
            arguments: self.arguments.as_str(),
            recorded,
            repairs: &notes.repairs,
            queued: notes.queued,
            elapsed,
            waited: self.context.waited(),
            has_begun: notes.has_begun,
            outcome,
            output: None,
            error: None,
        }
    }

    /// Returns the record of a call that has this answer, as a line of the log.
    pub(super) fn line(
        &self,
        recorded: &RecordedArguments,
        answer: &Result<ToolOutput, ToolError>,
        elapsed: Duration,
        notes: &Notes,
        redactor: &Redactor,
    ) -> Vec<u8> {
        let record = CallRecord {
            output: answer.as_ref().ok(),
            error: answer.as_ref().err(),
            ..self.record(recorded, Some(CallOutcome::of(answer)), elapsed, notes)
        };
        record.to_line(redactor)
    }
}

/// The output of a tool in the log.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LoggedOutput<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<&'a [Content]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
}

impl<'a> LoggedOutput<'a> {
    /// Returns the whole output, but a structured value only once.
    ///
    /// Most tools repeat it as text, for clients that do not know structured content.
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
        // People read the text of a failure.
        let omits_content = is_repeated && !output.is_error;
        Self {
            content: (!omits_content).then_some(&output.content),
            structured_content: structured,
        }
    }
}

impl CallRecord<'_> {
    /// Returns the record as a JSON object in one line, without secrets.
    ///
    /// Written by hand, because every call writes one: most values are written without formatting
    /// machinery and without an intermediate value.
    pub(super) fn to_line(&self, redactor: &Redactor) -> Vec<u8> {
        let arguments = self.recorded.json(self.arguments);
        let mut line = Vec::with_capacity(512 + arguments.len());
        line.extend_from_slice(b"{\"id\":\"");
        line.extend_from_slice(self.id.write(&mut [0; 36]).as_bytes());
        line.extend_from_slice(b"\",\"time\":\"");
        write_time(self.time, &mut line);
        line.extend_from_slice(b"\",\"tool\":");
        write_text(&cut_text(self.tool, MAX_NAME), &mut line);
        if let Some(kind) = self.kind {
            line.extend_from_slice(b",\"kind\":");
            write_text(kind, &mut line);
        }
        self.write_passed_on(&mut line);
        self.write_caller(&mut line);
        line.extend_from_slice(b",\"arguments\":");
        line.extend_from_slice(arguments.as_bytes());
        line.extend_from_slice(b",\"outcome\":\"");
        line.extend_from_slice(self.outcome.map_or(BEGUN, CallOutcome::as_str).as_bytes());
        line.push(b'"');
        if self.has_begun {
            line.extend_from_slice(b",\"begun\":true");
        }
        if self.is_test {
            line.extend_from_slice(b",\"test\":true");
        }
        let secrets = RecordSecrets {
            configured: redactor,
            of_call: self.recorded,
        };
        self.write_answer(&secrets, &mut line);
        write_microseconds("queued_us", self.queued, &mut line);
        write_microseconds("elapsed_us", self.elapsed, &mut line);
        if !self.waited.is_zero() {
            write_microseconds("waited_us", self.waited, &mut line);
        }
        line.push(b'}');
        line
    }

    fn write_passed_on(&self, line: &mut Vec<u8>) {
        if let Some(passed) = &self.passed_on {
            line.extend_from_slice(b",\"upstream\":");
            write_text(&cut_text(&passed.upstream, MAX_NAME), line);
            line.extend_from_slice(b",\"upstream_request\":");
            line.extend_from_slice(passed.request.to_string().as_bytes());
        }
    }

    fn write_caller(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b",\"caller\":");
        if let Some(identity) = &self.client.identity {
            write_text(&cut_text(identity.user(), MAX_CLIENT), line);
            if let Some(key) = identity.key() {
                line.extend_from_slice(b",\"key\":");
                write_text(&cut_text(key, MAX_CLIENT), line);
            }
            line.extend_from_slice(b",\"address\":");
        }
        line.push(b'"');
        write_origin(self.client.origin, line);
        line.push(b'"');
        if let Some(part) = &self.client.virtual_server {
            line.extend_from_slice(b",\"agent\":");
            write_text(&cut_text(part.name(), MAX_CLIENT), line);
        }
        if let Some(info) = &self.client.info {
            line.extend_from_slice(b",\"client\":");
            let name = cut_text(&info.name, MAX_CLIENT);
            let version = cut_text(&info.version, MAX_CLIENT);
            write_text(&[&name, "/", &*version].concat(), line);
        }
    }

    fn write_answer(&self, secrets: &RecordSecrets<'_>, line: &mut Vec<u8>) {
        if let Some(whole) = self.output.and_then(|output| output.unabridged.as_ref()) {
            line.extend_from_slice(b",\"output\":");
            secrets.write_json(whole, line);
        } else if let Some(output) = self.output
            && let Ok(json) = serde_json::to_string(&LoggedOutput::of(output))
        {
            line.extend_from_slice(b",\"output\":");
            secrets.write_json(&json, line);
        }
        if let Some(error) = self.error {
            line.extend_from_slice(b",\"error\":");
            secrets.write_text(&error.to_string(), line);
            if let ToolError::Failed(failure) | ToolError::Unavailable(failure) = error {
                write_causes(failure, secrets, line);
            }
        }
        if !self.repairs.is_empty()
            && let Ok(json) = serde_json::to_string(&masked_repairs(self.repairs))
        {
            line.extend_from_slice(b",\"repairs\":");
            secrets.write_json(&json, line);
        }
    }
}

/// Writes the causes that the message of a failure does not tell, if there are any.
fn write_causes(failure: &Failure, secrets: &RecordSecrets<'_>, line: &mut Vec<u8>) {
    for (index, cause) in failure.causes().enumerate() {
        let before: &[u8] = if index == 0 { b",\"causes\":[" } else { b"," };
        line.extend_from_slice(before);
        secrets.write_text(&cause, line);
    }
    if failure.causes().next().is_some() {
        line.push(b']');
    }
}

/// The secrets that are left out of an answer: those of the server, and those of the call.
struct RecordSecrets<'a> {
    configured: &'a Redactor,
    of_call: &'a RecordedArguments,
}

impl RecordSecrets<'_> {
    fn write_json(&self, json: &str, line: &mut Vec<u8>) {
        let shown = self.configured.redact_json(json);
        match &self.of_call.secrets {
            Some(secrets) => line.extend_from_slice(secrets.redact_json(&shown).as_bytes()),
            None => line.extend_from_slice(shown.as_bytes()),
        }
    }

    fn write_text(&self, plain: &str, line: &mut Vec<u8>) {
        let shown = self.configured.redact_text(plain);
        let shown = self.of_call.redact_text(&shown);
        // After the redaction, which does not find a part of a secret.
        write_text(&cut_text(&shown, MAX_ERROR), line);
    }
}

/// Returns the repairs, with the values at sensitive paths masked.
fn masked_repairs(repairs: &[Repair]) -> Vec<Cow<'_, Repair>> {
    let is_sensitive = |repair: &Repair| {
        let mut names = repair.path.split(['.', '[']);
        names.any(Redactor::is_sensitive)
    };
    let masked = |repair: &Repair| {
        let mut masked = repair.clone();
        masked.got = Redactor::MASK.into();
        masked.used = masked.used.map(|_| Redactor::MASK.into());
        masked
    };
    let mask = |repair| {
        if is_sensitive(repair) {
            Cow::Owned(masked(repair))
        } else {
            Cow::Borrowed(repair)
        }
    };
    repairs.iter().map(mask).collect()
}

/// Writes a JSON string.
pub(super) fn write_text(text: &str, line: &mut Vec<u8>) {
    // A string always serialises, and writing to a vector does not fail.
    let _ = serde_json::to_writer(line, text);
}

/// Writes the member `name` with the microseconds of `duration`, after a comma.
pub(super) fn write_microseconds(name: &str, duration: Duration, line: &mut Vec<u8>) {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
    write_number(
        u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
        line,
    );
}

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

/// Writes an origin, without quotes.
pub(super) fn write_origin(origin: Origin, line: &mut Vec<u8>) {
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

/// Writes a time as RFC 3339 with microseconds, without quotes.
///
/// The text of the current second is cached.
pub(super) fn write_time(time: SystemTime, line: &mut Vec<u8>) {
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
