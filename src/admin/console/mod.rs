//! The files of the console, a web page that uses `/api/v1` alone.
//!
//! `build.rs` builds them from `ui/` where Node is installed, and they are part of the binary. A
//! build without Node has none: then `/` lists the tools, and says how to get the console.

mod files;
mod page;
mod plain_page;

pub(crate) use self::page::routes;
