//! [`Content`]: the blocks that tools, prompts and resources return.
//!
//! [`Image`], [`Audio`] and [`ResourceLink`] convert into a block; [`IntoContents`] is for those
//! and for several of them.

mod annotations;
mod block;
mod into_contents;
mod media;
mod resource;

pub use annotations::{Annotations, Meta, Role};
pub use block::Content;
pub use into_contents::IntoContents;
pub use media::{Audio, Image, Media};
pub use resource::{ResourceContents, ResourceLink};
