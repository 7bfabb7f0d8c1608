//! [`Image`] and [`Audio`]: bytes as a block of content; [`Annotations`]: hints for its reader.

use std::{borrow::Cow, collections::BTreeSet};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value, json};

use super::bytes::decode;

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

    /// Reads what a client sent, whose MIME type begins with `kind`.
    fn received<'de, D: Deserializer<'de>>(
        deserializer: D,
        kind: &'static str,
    ) -> Result<Self, D::Error> {
        let media = Self::deserialize(deserializer)?;
        if !media.mime_type.starts_with(kind) {
            let error = format_args!("`mimeType` does not begin with `{kind}`");
            return Err(D::Error::custom(error));
        }
        decode(&media.data, usize::MAX).map_err(D::Error::custom)?;
        Ok(media)
    }
}

/// An image as a result or a parameter of a tool: bytes and their MIME type.
///
/// A client sends one as `{"data": "…", "mimeType": "image/png"}`, with the data in Base64.
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

/// Audio as a result or a parameter of a tool: bytes and their MIME type, which a client sends as an
/// [`Image`].
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

/// The fields of an image or audio as a parameter.
macro_rules! parameter {
    ($($type:ident $kind:literal)*) => {$(
        impl $type {
            /// Returns the bytes. They are empty if their Base64 was written by hand and is wrong.
            #[must_use]
            pub fn bytes(&self) -> Vec<u8> {
                decode(&self.0.data, usize::MAX).unwrap_or_default()
            }

            /// Returns the MIME type.
            #[must_use]
            pub fn mime_type(&self) -> &str {
                &self.0.mime_type
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Media::received(deserializer, concat!($kind, "/")).map(Self)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "object",
                    "properties": {
                        "data": {"type": "string", "contentEncoding": "base64"},
                        "mimeType": {"type": "string", "pattern": concat!("^", $kind, "/")},
                    },
                    "required": ["data", "mimeType"],
                })
            }
        }
    )*};
}
parameter!(Image "image" Audio "audio");

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

/// Returns the `_meta` of a definition, which has its tags too.
pub(in crate::core) fn with_tags(meta: &Meta, tags: &BTreeSet<String>) -> Meta {
    let mut meta = meta.clone();
    if !tags.is_empty() {
        meta.insert("toolwright/tags".into(), json!(tags));
    }
    meta
}
