//! [`Image`] and [`Audio`]: bytes as a block of content; [`Annotations`]: hints for its reader.

use std::borrow::Cow;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
///     Image::png([0x89, b'P', b'N', b'G'])
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Image(pub(super) Media);

impl Image {
    /// Creates an image from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

/// Audio to return from a tool: bytes and their MIME type.
///
/// ```
/// use toolwright::prelude::*;
///
/// /// Ring the bell.
/// #[tool]
/// async fn ring() -> Audio {
///     Audio::wav(b"RIFF")
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Audio(pub(super) Media);

impl Audio {
    /// Creates audio from its bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<Cow<'static, str>>) -> Self {
        Self(Media::new(bytes, mime_type))
    }
}

/// Constructors for the usual MIME types.
macro_rules! formats {
    ($type:ident: $($name:ident $mime:literal $label:literal;)*) => {
        impl $type {
            $(
                #[doc = concat!("Creates ", $label, " from its bytes: `", $mime, "`.")]
                pub fn $name(bytes: impl AsRef<[u8]>) -> Self {
                    Self::new(bytes, $mime)
                }
            )*
        }
    };
}
formats! { Image:
    png "image/png" "a PNG image";
    jpeg "image/jpeg" "a JPEG image";
    gif "image/gif" "a GIF image";
    webp "image/webp" "a WebP image";
    svg "image/svg+xml" "an SVG image";
}
formats! { Audio:
    wav "audio/wav" "WAV audio";
    mp3 "audio/mpeg" "MP3 audio";
    ogg "audio/ogg" "Ogg audio";
    flac "audio/flac" "FLAC audio";
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
