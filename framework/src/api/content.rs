//! Blocks of content, as tools, resources and prompts return them.
//!
//! [`Content`] is one block in the form of the protocol. [`Image`] and [`Audio`] take bytes and
//! encode them. [`ResourceContents`] is one part of a resource, and a [`ResourceLink`] says where
//! one is. A tool returns one of them or several: see [`IntoContents`].
//!
//! ```
//! use toolwright::content::{Content, Image};
//!
//! let dot = Image::png([0x89, b'P', b'N', b'G']);
//! let blocks = [Content::text("A red dot:"), dot.into()];
//! assert_eq!(
//!     serde_json::to_value(&blocks)?,
//!     serde_json::json!([
//!         {"type": "text", "text": "A red dot:"},
//!         {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
//!     ])
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```

pub use crate::core::{
    Annotations, Audio, Bytes, Content, Image, IntoContents, Media, Meta, ResourceContents,
    ResourceLink, Role,
};
