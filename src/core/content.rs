//! [`Content`]: the blocks that tools, prompts and resources return.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One block of content, in the form that every revision of the protocol has.
///
/// Text converts into a block, and so do [`Image`] and [`Audio`]:
///
/// ```
/// use toolwright::{Content, Image};
///
/// let caption = Content::from("A red dot.");
/// assert_eq!(caption.as_text(), Some("A red dot."));
/// let dot = Content::from(Image::new([0x89, b'P', b'N', b'G'], "image/png"));
/// assert_eq!(dot.as_text(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
        /// Hints about the audience and the priority.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        annotations: Option<Annotations>,
    },
    /// An image, base64-encoded in `data`.
    Image(Media),
    /// Audio, base64-encoded in `data`.
    Audio(Media),
    /// The contents of a resource, embedded.
    Resource {
        /// The contents.
        resource: ResourceContents,
        /// Hints about the audience and the priority.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        annotations: Option<Annotations>,
    },
    /// A link to a resource that the client can read.
    ResourceLink(ResourceLink),
}

impl Content {
    /// Creates a block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text {
            text: text.into(),
            annotations: None,
        }
    }

    /// Creates a block that embeds the contents of a resource.
    #[must_use]
    pub const fn resource(resource: ResourceContents) -> Self {
        Self::Resource {
            resource,
            annotations: None,
        }
    }

    /// The approximate number of bytes on the wire.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text { text, .. } => text.len(),
            Self::Image(media) | Self::Audio(media) => media.data.len(),
            Self::Resource { resource, .. } => {
                let length = |part: &Option<String>| part.as_ref().map_or(0, String::len);
                length(&resource.text) + length(&resource.blob)
            }
            Self::ResourceLink(link) => link.uri.len() + link.name.len(),
        }
    }

    /// Returns the text of a text block, and `None` for any other block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// Bytes with a MIME type, base64-encoded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// The bytes, base64-encoded.
    pub data: String,
    /// The MIME type, such as `image/png`.
    pub mime_type: Cow<'static, str>,
    /// Hints about the audience and the priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

impl Media {
    fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self {
            data: STANDARD.encode(bytes),
            mime_type: mime_type.into(),
            annotations: None,
        }
    }
}

/// An image to return from a tool: bytes and their MIME type.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Draw a dot.
/// #[tool]
/// async fn dot() -> Image {
///     Image::new([0x89, b'P', b'N', b'G'], "image/png")
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Image(Media);

impl Image {
    /// Creates an image from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::Image(image.0)
    }
}

/// Audio to return from a tool: bytes and their MIME type.
#[derive(Debug, Clone, PartialEq)]
pub struct Audio(Media);

impl Audio {
    /// Creates audio from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::Audio(audio.0)
    }
}

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
        }
    }
}

/// A link to a resource that the client can read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    /// The URI to read.
    pub uri: String,
    /// The name of the resource.
    pub name: String,
    /// The description of the resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The MIME type, such as `text/plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

/// Hints about a block of content.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// The roles that the block is meant for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// The importance, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
}

/// The speaker of a message, or the reader of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or an agent that acts for them.
    User,
    /// The model.
    Assistant,
}

/// The `_meta` object of a message.
pub type Meta = Map<String, Value>;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn content_serializes_as_the_protocol_says() {
        let contents = [
            Content::text("hi"),
            Image::new([1, 2, 3], "image/png").into(),
            Content::resource(ResourceContents::text("a:b", "text/plain", "x")),
        ];
        assert_eq!(
            serde_json::to_value(contents).unwrap(),
            json!([
                {"type": "text", "text": "hi"},
                {"type": "image", "data": "AQID", "mimeType": "image/png"},
                {"type": "resource", "resource": {"uri": "a:b", "mimeType": "text/plain", "text": "x"}},
            ])
        );
    }
}
