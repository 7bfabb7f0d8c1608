//! [`SizeLimit`]: replaces large results by a short one and a link to their pages.
//!
//! `size_limit` makes the short result, `page_store` keeps the whole one for a while and serves it.

mod page_store;
mod size_limit;

pub use self::size_limit::SizeLimit;
