//! [`Content`]: the blocks that tools, prompts and resources return.
//!
//! [`Image`], [`Audio`] and [`ResourceLink`] convert into a block; [`IntoContents`] is for those
//! and for several of them. [`Bytes`] are a parameter or a part of a structured result.

mod block;
mod bytes;
mod into_contents;
mod media;
mod resource;

pub use block::Content;
pub use bytes::Bytes;
pub use into_contents::IntoContents;
pub(super) use media::with_tags;
pub use media::{Annotations, Audio, Image, Media, Meta, Role};
pub use resource::{ResourceContents, ResourceLink};
