//! [`RecordedArguments`]: the arguments of a call as its records have them.

use std::borrow::Cow;

use toolwright_base::{Redactor, cut_text};

use super::{argument_secrets, json_line};

/// The number of bytes above which arguments are checked and recorded on a thread of their own.
/// With 64 KiB, handing a call to another thread and back takes longer than the work.
pub(super) const LARGE: usize = 128 * 1024;

/// The arguments of a call without secrets, made once for all of its records.
#[derive(Debug, Default)]
pub(super) struct RecordedArguments {
    /// JSON, or `None` if it is the same as that of the call.
    changed: Option<Box<str>>,
    /// Finds the secrets among the arguments, which other texts of the call may repeat.
    pub(super) secrets: Option<Box<Redactor>>,
}

impl RecordedArguments {
    /// Masks the secrets in `arguments`. What is not JSON becomes a JSON string. `is_accepted` says
    /// that a tool has accepted the arguments, so that they are JSON.
    pub(super) fn new(arguments: &str, is_accepted: bool, redactor: &Redactor) -> Self {
        if !is_accepted && !is_json(arguments) {
            return Self::text(&redactor.redact_text(arguments));
        }
        let Cow::Owned(shown) = redactor.redact_json(arguments) else {
            return Self::default();
        };
        let secrets = argument_secrets::redactor_of(arguments);
        let shown = match secrets.as_ref().map(|secrets| secrets.redact_json(&shown)) {
            Some(Cow::Owned(without)) => without,
            _ => shown,
        };
        Self {
            changed: Some(shown.into()),
            secrets: secrets.map(Box::new),
        }
    }

    /// Masks the secrets in `arguments`, and keeps their beginning if they are longer than `most`.
    pub(super) fn cut(arguments: &str, redactor: &Redactor, most: usize) -> Self {
        if arguments.len() <= most {
            return Self::new(arguments, false, redactor);
        }
        let shown = redactor.redact_json(arguments);
        Self::text(&cut_text(&shown, most))
    }

    fn text(text: &str) -> Self {
        let mut json = Vec::new();
        json_line::write_text(text, &mut json);
        let json = String::from_utf8(json).unwrap_or_default();
        Self {
            changed: Some(json.into()),
            secrets: None,
        }
    }

    /// Returns the JSON of a record, for a call with these arguments.
    pub(super) fn json<'a>(&'a self, arguments: &'a str) -> &'a str {
        self.changed.as_deref().unwrap_or(arguments)
    }

    /// Masks the secrets of the call in another text.
    pub(super) fn redact_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match &self.secrets {
            Some(secrets) => secrets.redact_text(text),
            None => text.into(),
        }
    }
}

/// Returns `true` if `json` is JSON. Only a program that uses the executor itself can pass
/// something else: requests over the wire were parsed before.
fn is_json(json: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok()
}
