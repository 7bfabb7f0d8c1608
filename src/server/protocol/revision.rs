//! The revisions of the protocol.

use std::fmt;

/// A revision of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// 2024-11-05: the first; HTTP+SSE.
    V2024_11_05,
    /// 2025-03-26: streamable HTTP, batches.
    V2025_03_26,
    /// 2025-06-18: structured results, elicitation.
    V2025_06_18,
    /// 2025-11-25: the last with sessions.
    V2025_11_25,
    /// 2026-07-28: every request stands for itself.
    V2026_07_28,
}

impl Revision {
    /// All revisions, the oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// What an HTTP request without a version header speaks.
    pub(crate) const UNSAID: Self = Self::V2025_03_26;

    /// The newest that has a handshake.
    pub(crate) const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// The revision's date, as it is written on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of this date.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == text)
    }

    /// Whether every request stands for itself: no handshake, no session.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// Whether a client can come back to a stream that was closed before its answer.
    pub(crate) fn resumes_streams(self) -> bool {
        self == Self::V2025_11_25
    }

    /// Whether messages may come in batches.
    pub(crate) const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }

    /// What `initialize` agrees to: the client's revision if it has a handshake, else the newest that has.
    pub(crate) fn negotiate(requested: &str) -> Self {
        Self::parse(requested)
            .filter(|revision| !revision.is_modern())
            .unwrap_or(Self::LATEST_LEGACY)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
