//! [`Content`]: one block of content.

use serde::{Deserialize, Serialize};

use super::{
    media::{Annotations, Audio, Image, Media},
    resource::{ResourceContents, ResourceLink},
};

/// One block of content, in the form that every revision of the protocol has.
///
/// Text converts into a block, and so do [`Image`] and [`Audio`]:
///
/// ```
/// use toolwright::{Content, Image};
///
/// let caption = Content::from("A red dot.");
/// assert_eq!(caption.as_text(), Some("A red dot."));
/// let dot = Content::from(Image::png([0x89, b'P', b'N', b'G']));
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
    pub(in crate::core) fn size(&self) -> usize {
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

impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::Image(image.0)
    }
}

impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::Audio(audio.0)
    }
}

impl From<ResourceLink> for Content {
    fn from(link: ResourceLink) -> Self {
        Self::ResourceLink(link)
    }
}

impl From<ResourceContents> for Content {
    fn from(resource: ResourceContents) -> Self {
        Self::resource(resource)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn content_serializes_as_the_protocol_says() {
        let contents = [
            Content::text("hi"),
            Image::png([1, 2, 3]).into(),
            Content::resource(ResourceContents::text("a:b", "text/plain", "x")),
            ResourceLink::new("a:b", "b").with_title("B").into(),
        ];
        assert_eq!(
            serde_json::to_value(contents).unwrap(),
            json!([
                {"type": "text", "text": "hi"},
                {"type": "image", "data": "AQID", "mimeType": "image/png"},
                {"type": "resource", "resource": {"uri": "a:b", "mimeType": "text/plain", "text": "x"}},
                {"type": "resource_link", "uri": "a:b", "name": "b", "title": "B"},
            ])
        );
    }
}
