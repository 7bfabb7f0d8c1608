//! [`ResourceContents`] and [`ResourceLink`]: a resource in a block, whole or by its URI.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Meta;

/// One part of a resource: text, or bytes that are base64-encoded.
///
/// ```
/// use toolwright::content::ResourceContents;
///
/// let readme = ResourceContents::text("docs://readme", "text/markdown", "# Hello");
/// assert_eq!(readme.text.as_deref(), Some("# Hello"));
/// let icon = ResourceContents::blob("docs://icon", "image/png", [1, 2, 3]);
/// assert_eq!(icon.blob.as_deref(), Some("AQID"));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceContents {
    /// The URI it was read from.
    pub uri: String,
    /// The MIME type, such as `text/plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text, if the part is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes, base64-encoded, if the part is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// The `_meta` object of the part.
    #[serde(default, rename = "_meta", skip_serializing_if = "Meta::is_empty")]
    pub meta: Meta,
}

impl ResourceContents {
    /// Creates a part that is text.
    pub fn text(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            text: Some(text.into()),
            blob: None,
            meta: Meta::new(),
        }
    }

    /// Creates a part from bytes, and encodes them.
    pub fn blob(
        uri: impl Into<String>,
        mime_type: impl Into<String>,
        bytes: impl AsRef<[u8]>,
    ) -> Self {
        Self {
            uri: uri.into(),
            mime_type: Some(mime_type.into()),
            text: None,
            blob: Some(STANDARD.encode(bytes)),
            meta: Meta::new(),
        }
    }

    /// Sets a key of the part's `_meta`.
    ///
    /// ```
    /// use toolwright::content::ResourceContents;
    ///
    /// let page = ResourceContents::text("ui://page", "text/html", "<p>").with_meta("author", "Ada");
    /// assert_eq!(page.meta["author"], "Ada");
    /// ```
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }
}

/// A link to a resource that the client can read.
///
/// ```
/// use toolwright::{content::ResourceLink, prelude::*};
///
/// /// Write the report, and say where it is.
/// #[tool]
/// async fn write_report() -> ResourceLink {
///     ResourceLink::new("reports://2026", "The report of 2026").with_mime_type("text/markdown")
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// The URI to read.
    pub uri: String,
    /// The name of the resource.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The description of the resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The MIME type, such as `text/plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

impl ResourceLink {
    /// Creates a link to the resource at `uri`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
        }
    }

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the MIME type, such as `text/plain`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
}
