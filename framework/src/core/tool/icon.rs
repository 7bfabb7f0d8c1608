//! [`Icon`]: a picture for a tool.

use serde::Serialize;

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
