//! [`Revision`]: the revisions of MCP.

use std::fmt;

/// A revision of the Model Context Protocol.
///
/// A server speaks all of them on one endpoint. Clients up to 2025-11-25 open a session with
/// `initialize`. From 2026-07-28 on there is no session, and every request carries the revision,
/// the client's name and its capabilities.
///
/// ```
/// use toolwright::transport::Revision;
///
/// assert_eq!(Revision::parse("2025-11-25"), Some(Revision::V2025_11_25));
/// assert_eq!(Revision::V2026_07_28.as_str(), "2026-07-28");
/// assert!(Revision::V2025_11_25 < Revision::V2026_07_28);
/// assert!(Revision::V2026_07_28.is_modern());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Revision {
    /// 2024-11-05: the first revision, with the HTTP+SSE transport.
    V2024_11_05,
    /// 2025-03-26: adds streamable HTTP, and is the only one with batches.
    V2025_03_26,
    /// 2025-06-18: adds structured results and elicitation.
    V2025_06_18,
    /// 2025-11-25: the last revision with sessions.
    V2025_11_25,
    /// 2026-07-28: the first revision without sessions.
    V2026_07_28,
}

impl Revision {
    /// All revisions, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The revision assumed for a client that did not name one, as the specification demands for
    /// HTTP requests without a version header.
    pub(crate) const ASSUMED: Self = Self::V2025_03_26;

    /// The newest revision with an `initialize` handshake.
    pub(crate) const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// Returns the date of the revision, as written on the wire.
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

    /// Returns the revision with this date, or `None` if it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == text)
    }

    /// Returns whether the revision has no handshake and no sessions.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::V2026_07_28)
    }

    /// Returns whether a client may resume a stream that was closed before its response.
    pub(crate) fn resumes_streams(self) -> bool {
        self == Self::V2025_11_25
    }

    /// Returns whether the revision supports batches.
    pub(crate) const fn has_batches(self) -> bool {
        matches!(self, Self::V2025_03_26)
    }

    /// Returns the revision that `initialize` agrees on: the requested one if it has a handshake,
    /// otherwise the newest that has.
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
