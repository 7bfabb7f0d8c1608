//! [`Content`]: the blocks that tools, prompts and resources return.
//!
//! [`Image`], [`Audio`] and [`ResourceLink`] convert into a block; [`IntoContents`] is for those
//! and for several of them.

mod block;
mod into_contents;
mod media;
mod resource;

pub use block::Content;
pub use into_contents::IntoContents;
pub use media::{Annotations, Audio, Image, Media, Meta, Role};
pub use resource::{ResourceContents, ResourceLink};
