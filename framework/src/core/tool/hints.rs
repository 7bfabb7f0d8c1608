//! [`Hints`]: what a client may assume about a tool.

use serde::Serialize;

/// What a client may assume about a tool. `None` means that the tool does not say.
///
/// ```
/// use toolwright::tool::Hints;
///
/// let hints = Hints::default().read_only(true).open_world(false);
/// assert_eq!((hints.read_only, hints.destructive), (Some(true), None));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Hints {
    /// The tool changes nothing.
    #[serde(rename = "readOnlyHint", skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// The tool may destroy something.
    #[serde(rename = "destructiveHint", skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling the tool twice is like calling it once.
    #[serde(rename = "idempotentHint", skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// The tool reaches things outside of this server.
    #[serde(rename = "openWorldHint", skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl Hints {
    /// Says whether the tool changes nothing.
    #[must_use]
    pub const fn read_only(mut self, is_read_only: bool) -> Self {
        self.read_only = Some(is_read_only);
        self
    }

    /// Says whether calling the tool twice is like calling it once.
    #[must_use]
    pub const fn idempotent(mut self, is_idempotent: bool) -> Self {
        self.idempotent = Some(is_idempotent);
        self
    }

    /// Says whether the tool reaches things outside of this server.
    #[must_use]
    pub const fn open_world(mut self, is_open_world: bool) -> Self {
        self.open_world = Some(is_open_world);
        self
    }

    /// Fills in the hints of `other` where this one says nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            read_only: self.read_only.or(other.read_only),
            destructive: self.destructive.or(other.destructive),
            idempotent: self.idempotent.or(other.idempotent),
            open_world: self.open_world.or(other.open_world),
        }
    }
}
