//! [`SizeLimit`]: a result that is too large becomes a link to its pages.

mod page_store;
mod pages_resource;
mod shorten;
mod size_limit;

pub use self::size_limit::SizeLimit;
