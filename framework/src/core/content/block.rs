//! [`Content`]: one block of content.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    /// A block of another server, passed on as it is: of a type or with fields that are not known
    /// here.
    #[serde(untagged)]
    Other(Value),
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

    /// Reads a block of another server. One that would lose something is kept as it is.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolwright::Content;
    ///
    /// let plain = Content::received(json!({"type": "text", "text": "hi"}));
    /// assert_eq!(plain, Content::text("hi"));
    /// let block = json!({"type": "text", "text": "hi", "_meta": {"k": 1}});
    /// let more = Content::received(block.clone());
    /// assert_eq!(more.as_text(), Some("hi"));
    /// assert_eq!(serde_json::to_value(&more)?, block);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn received(block: Value) -> Self {
        let known = Self::deserialize(&block).ok();
        let whole = known.filter(|it| serde_json::to_value(it).is_ok_and(|it| it == block));
        whole.unwrap_or(Self::Other(block))
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
            Self::Other(block) => block.to_string().len(),
        }
    }

    /// Returns the text of a text block, and `None` for any other block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            Self::Other(block) if block["type"] == "text" => block["text"].as_str(),
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
