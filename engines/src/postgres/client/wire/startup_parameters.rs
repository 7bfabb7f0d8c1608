//! [`StartupParameters`]: which settings are sent when a session starts.

use super::error::ConnectError;

/// The settings that every pooler accepts.
const ACCEPTED_BY_POOLERS: [&str; 4] = [
    "application_name",
    "client_encoding",
    "standard_conforming_strings",
    "DateStyle",
];

/// Which settings are sent when a session starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StartupParameters {
    /// All of them.
    All,
    /// Only those that a pooler accepts. PgBouncer, for instance, rejects all others.
    ForPooler,
}

impl StartupParameters {
    /// Returns the settings that are sent.
    pub(super) fn select<'a>(self, settings: &[(&'a str, String)]) -> Vec<(&'a str, String)> {
        let is_sent = |name: &str| self == Self::All || ACCEPTED_BY_POOLERS.contains(&name);
        let sent = settings.iter().filter(|(name, _)| is_sent(name));
        sent.cloned().collect()
    }

    /// Returns whether a pooler rejected the login because of a setting that it does not accept.
    pub(super) fn is_rejected(self, error: &ConnectError) -> bool {
        let is_unsupported = match error {
            ConnectError::Rejected { error, .. } => {
                error.message.contains("unsupported startup parameter")
            }
            _ => false,
        };
        self == Self::All && is_unsupported
    }
}
