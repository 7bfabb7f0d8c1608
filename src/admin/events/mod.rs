//! `GET events`: what changes, while it changes.

mod event;
mod feed;
pub(super) mod stream;

pub(super) use self::feed::{Feed, FeedSources};
