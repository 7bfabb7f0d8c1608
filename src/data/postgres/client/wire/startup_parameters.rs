//! [`Greeting`]: how much a session is told when it begins.

use super::error::ConnectError;

/// The settings that every pooler understands.
const UNDERSTOOD: [&str; 4] = [
    "application_name",
    "client_encoding",
    "standard_conforming_strings",
    "DateStyle",
];

/// How much a session is told when it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Greeting {
    /// All settings.
    Whole,
    /// Those that a pooler understands, PgBouncer for instance: it refuses all others.
    Short,
}

impl Greeting {
    /// What is said of these settings.
    pub(super) fn of<'a>(self, settings: &[(&'a str, String)]) -> Vec<(&'a str, String)> {
        let is_said = |name: &str| self == Self::Whole || UNDERSTOOD.contains(&name);
        let said = settings.iter().filter(|(name, _)| is_said(name));
        said.cloned().collect()
    }

    /// Whether it was too much for a pooler.
    pub(super) fn may_be_shorter(self, error: &ConnectError) -> bool {
        let is_too_much = match error {
            ConnectError::Refused { error, .. } => {
                error.message.contains("unsupported startup parameter")
            }
            _ => false,
        };
        self == Self::Whole && is_too_much
    }
}
