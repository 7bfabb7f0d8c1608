//! What a tool, a prompt or a resource says: [`Content`] and its parts.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One block of content, as every revision of the protocol writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
        /// Who it is for, and how much it matters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        annotations: Option<Annotations>,
    },
    /// A picture, base64 in `data`.
    Image(Media),
    /// A sound, base64 in `data`.
    Audio(Media),
    /// A resource's contents, carried along.
    Resource {
        /// The contents.
        resource: ResourceContents,
        /// Who it is for, and how much it matters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        annotations: Option<Annotations>,
    },
    /// A pointer to a resource that the client can read.
    ResourceLink(ResourceLink),
}

impl Content {
    /// A block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text {
            text: text.into(),
            annotations: None,
        }
    }

    /// A resource's contents, carried along.
    #[must_use]
    pub const fn resource(resource: ResourceContents) -> Self {
        Self::Resource {
            resource,
            annotations: None,
        }
    }

    /// About how many bytes it has on the wire.
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

    /// The text of a text block.
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

/// Bytes with a MIME type, base64 on the wire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// The bytes, in base64.
    pub data: String,
    /// What they are, for instance `image/png`.
    pub mime_type: Cow<'static, str>,
    /// Who it is for, and how much it matters.
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

/// A picture to return from a tool: bytes and their MIME type.
///
/// ```
/// use toolwright::{Content, Image};
/// let image = Image::new([0x89, b'P', b'N', b'G'], "image/png");
/// assert!(matches!(Content::from(image), Content::Image(_)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Image(Media);

impl Image {
    /// A picture from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::Image(image.0)
    }
}

/// A sound to return from a tool: bytes and their MIME type.
#[derive(Debug, Clone, PartialEq)]
pub struct Audio(Media);

impl Audio {
    /// A sound from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::Audio(audio.0)
    }
}

/// One part of a resource: text, or a blob in base64.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceContents {
    /// Where it was read.
    pub uri: String,
    /// What it is, for instance `text/plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Its text, when it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its bytes in base64, when it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

impl ResourceContents {
    /// A part that is text.
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

    /// A part that is bytes.
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

/// A pointer to a resource that the client can read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    /// Where it can be read.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it is, for instance `text/plain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
}

/// Hints about a block of content.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// Who it is for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<Role>,
    /// How much it matters, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
}

/// Who speaks in a message, or who a block is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or the agent on their behalf.
    User,
    /// The model.
    Assistant,
}

/// The `_meta` of a message: free keys beside the protocol's own.
pub type Meta = Map<String, Value>;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn content_is_written_as_the_protocol_says() {
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
