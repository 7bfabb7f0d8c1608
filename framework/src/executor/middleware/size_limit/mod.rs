//! [`SizeLimit`]: replaces large results by a short one and a link to their pages.
//!
//! `shorten` makes the short result, `page_store` keeps the whole one for a while, and
//! `pages_resource` serves it.

mod page_store;
mod pages_resource;
mod shorten;
mod size_limit;

pub use self::size_limit::SizeLimit;
