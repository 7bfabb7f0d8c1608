//! Parts of a definition: [`Hints`], [`Icon`], [`RateLimit`] and [`TaskSupport`].

use std::num::NonZeroU32;

use serde::Serialize;

/// Hints that a client may rely on. `None` means that the tool does not say.
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

/// A picture that clients can show for a tool, by its address.
///
/// ```
/// use toolwright::{ToolDef, tool::Icon};
///
/// let icon = Icon::new("https://example.com/sun.png").with_mime_type("image/png").with_size("48x48");
/// let definition = ToolDef::new("forecast", "Forecast the weather.").icon(icon);
/// let listed = serde_json::to_value(&definition)?;
/// assert_eq!(listed["icons"][0]["sizes"], serde_json::json!(["48x48"]));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// The address: `https://…` or `data:…`.
    pub src: String,
    /// The MIME type, such as `image/png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The sizes, such as `48x48` or `any`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
}

impl Icon {
    /// Creates an icon from its address: `https://…` or `data:…`.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
        }
    }

    /// Sets the MIME type, such as `image/png`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size, such as `48x48` or `any`.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }
}

/// How often one caller may call a tool. `None` means that there is no limit.
///
/// ```
/// use std::num::NonZeroU32;
/// use toolwright::tool::RateLimit;
///
/// let default = RateLimit { per_minute: NonZeroU32::new(60), ..RateLimit::default() };
/// let own = RateLimit { per_minute: NonZeroU32::new(5), ..RateLimit::default() };
/// assert_eq!(own.or(default).per_minute, NonZeroU32::new(5));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RateLimit {
    /// Calls per minute.
    pub per_minute: Option<NonZeroU32>,
    /// Calls per hour.
    pub per_hour: Option<NonZeroU32>,
    /// Calls at the same time. It also bounds the calls of a parallel tool that run at the same
    /// time, over all callers.
    pub concurrent: Option<NonZeroU32>,
}

impl RateLimit {
    /// Fills in the limits of `other` where this one has none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            per_minute: self.per_minute.or(other.per_minute),
            per_hour: self.per_hour.or(other.per_hour),
            concurrent: self.concurrent.or(other.concurrent),
        }
    }

    /// Returns the lower of both limits, each.
    #[must_use]
    pub fn stricter(self, other: Self) -> Self {
        let lower = |one: Option<NonZeroU32>, other: Option<NonZeroU32>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self {
            per_minute: lower(self.per_minute, other.per_minute),
            per_hour: lower(self.per_hour, other.per_hour),
            concurrent: lower(self.concurrent, other.concurrent),
        }
    }
}

/// Whether a call may go on in the background as a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// The client waits for the answer.
    #[default]
    None,
    /// A client that knows tasks gets one. Others wait for the answer.
    Optional,
    /// Only a client that knows tasks can call it.
    Required,
    /// The call becomes a task when the function calls
    /// [`Context::background`](crate::Context::background).
    OnDemand,
}
